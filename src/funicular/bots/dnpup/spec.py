"""The bots of dnpup as the rest of the code knows them."""

from __future__ import annotations

from funicular.bots.dnpup.likelihood import chances, likelihood
from funicular.bots.dnpup.policies import beginner, casual, ranking
from funicular.bots.spec import BotSpec
from funicular.games.dnpup.state import State
from funicular.games.dnpup.view import View

# In pure Python, whatever the hand: playouts take as long as they happen to.
PYTHON_PLAYOUTS = 64
# Of the two points for going out first.
LEAST_LEAD = 0.06
# A search does not become shorter with the hands: it takes as long as with this number of cards.
CARDS_TO_PLAY = 13


def cards_to_play(view: View) -> int:
    """The same at every point of the deal."""
    del view
    return CARDS_TO_PLAY


def is_out_first(state: State, seat: int) -> bool:
    """Whether the seat was the first without cards."""
    return state.public.out[:1] == (seat,)


def somebody_is_out(view: View) -> bool:
    """Whoever is out first stays so."""
    return bool(view.public.out)


BOTS = BotSpec(
    beginner=beginner,
    casual=casual,
    ranking=ranking,
    likelihood=likelihood,
    chances=chances,
    goal="out first",
    has_goal=is_out_first,
    goal_is_decided=somebody_is_out,
    least_lead=lambda _: LEAST_LEAD,
    compiled_playouts=2_000,
    hint_worlds=64,
    python_playouts=lambda _: PYTHON_PLAYOUTS,
    seconds_a_card={"strong": 0.04, "expert": 0.15},
    # Of `expert` too few matches were measured: it has the rating of `strong`.
    match_ratings={
        "dnpup": {
            "random": (19.7, 1.4),
            "beginner": (25.3, 1.2),
            "casual": (28.4, 1.3),
            "strong": (32.0, 1.8),
            "expert": (32.0, 1.8),
        },
    },
    cards_to_play=cards_to_play,
)
