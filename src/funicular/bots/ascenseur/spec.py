"""The bots of Ascenseur as the rest of the code knows them."""

from __future__ import annotations

from funicular.bots.ascenseur.decided import contract_is_decided
from funicular.bots.ascenseur.likelihood import chances, likelihood
from funicular.bots.ascenseur.one_card_solver import bid_values, solution
from funicular.bots.ascenseur.policies import beginner, casual, ranking
from funicular.bots.spec import BotSpec
from funicular.games.ascenseur.state import State
from funicular.games.ascenseur.view import View

# In pure Python a playout takes longer the more cards a hand has, and so does each decision in it.
WORK = 60_000
LEAST_PLAYOUTS, MOST_PLAYOUTS = 16, 600


def python_playouts(cards: int) -> int:
    """How many playouts fit into a second."""
    return min(max(WORK // cards**3, LEAST_PLAYOUTS), MOST_PLAYOUTS)


def cards_to_play(view: View) -> int:
    """A search becomes shorter with the hand, and all hands have the same number of cards."""
    return len(view.hand)


def has_made_contract(state: State, seat: int) -> bool:
    """Whether the seat has taken the tricks it bid."""
    return state.bids_made[seat]


def least_lead(view: View) -> float:
    """A twentieth of what lies between a contract that is made and one missed by a trick."""
    options = view.setup.options
    return (options.bonus + options.trick_points + options.penalty) / 20


BOTS = BotSpec(
    beginner=beginner,
    casual=casual,
    ranking=ranking,
    likelihood=likelihood,
    chances=chances,
    goal="contract made",
    has_goal=has_made_contract,
    goal_is_decided=contract_is_decided,
    least_lead=least_lead,
    solve=solution,
    solved_values=bid_values,
    compiled_playouts=20_000,
    hint_worlds=400,
    python_playouts=python_playouts,
    seconds_a_card={"strong": 0.05, "expert": 0.12},
    match_ratings={
        "ascenseur-32": {
            "random": (14.3, 1.8),
            "beginner": (27.5, 1.1),
            "casual": (32.3, 1.0),
            "strong": (38.0, 1.2),
            "expert": (38.8, 2.3),
        },
        "ascenseur-52": {
            "random": (12.2, 1.8),
            "beginner": (27.8, 1.3),
            "casual": (33.8, 1.3),
            "strong": (35.8, 1.5),
            "expert": (37.7, 3.3),
        },
    },
    cards_to_play=cards_to_play,
)
