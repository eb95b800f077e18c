"""The bots of Auf & Ab as the rest of the code knows them."""

from __future__ import annotations

from funicular.bots.auf_ab.likelihood import chances, likelihood
from funicular.bots.auf_ab.policies import beginner, casual, ranking
from funicular.bots.spec import BotSpec
from funicular.games.auf_ab.state import State
from funicular.games.auf_ab.view import View

# In pure Python, whatever the hand: playouts take as long as they happen to.
PYTHON_PLAYOUTS = 40
# Of the cards that others have left, on average.
LEAST_LEAD = 0.3


def cards_to_play(view: View) -> int:
    """A search takes as long as the largest hand lasts."""
    return max(view.public.left)


def is_out_first(state: State, seat: int) -> bool:
    """Whether the seat has no cards left: the deal ends with the first."""
    return not state.left[seat]


BOTS = BotSpec(
    beginner=beginner,
    casual=casual,
    ranking=ranking,
    likelihood=likelihood,
    chances=chances,
    goal="out first",
    has_goal=is_out_first,
    # The deal ends with the first who is out.
    goal_is_decided=lambda _: False,
    least_lead=lambda _: LEAST_LEAD,
    compiled_playouts=3_000,
    hint_worlds=64,
    python_playouts=lambda _: PYTHON_PLAYOUTS,
    seconds_a_card={"strong": 0.1, "expert": 0.3},
    # Of `expert` too few matches were measured: it has the rating of `strong`.
    match_ratings={
        "auf-ab": {
            "random": (17.1, 2.4),
            "beginner": (26.0, 2.2),
            "casual": (30.3, 2.3),
            "strong": (35.1, 5.6),
            "expert": (35.1, 5.6),
        },
    },
    cards_to_play=cards_to_play,
)
