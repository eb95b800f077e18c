"""What a strong dnpup player never does: hand somebody the deal.

The positions have no hidden cards, so that what is right is plain to see.
"""

from __future__ import annotations

import random

import pytest

import funicular
from funicular.games.dnpup.state import State
from tests.bots.test_dnpup import after, can_go_out, position

pytest.importorskip("funicular.native.dnpup", reason="the kernels are not compiled")

LEVEL = pytest.mark.parametrize("level", ["strong", "expert"])
SEEDS = range(3)


def choices(state: State, level: str) -> set[str]:
    """What the bot does here, with one seed and another."""
    view = state.view(state.to_act[0])
    return {str(funicular.bot(level).choose(view, random.Random(seed))) for seed in SEEDS}


@LEVEL
@pytest.mark.parametrize(
    ("hand", "melds", "move"),
    [
        ("4/5 4/6 4/7", {"1": "3/7 3/8 3/9"}, "play 4/5 4/6 4/7"),
        ("4/5", {"1": "4/6"}, "add 4/5 to 1"),
        ("4/5", {"1": "5/7"}, "flip"),
    ],
)
def test_gets_rid_of_the_last_cards(
    level: str, hand: str, melds: dict[str, str], move: str
) -> None:
    state = position([hand, "1/5 2/4 3/6", "1/6 2/5 6/7"], melds, "0")
    assert choices(state, level) == {move}


@LEVEL
def test_does_not_add_a_card_that_lets_an_opponent_out(level: str) -> None:
    """The single 7 keeps seat 1 from playing its 5; as one of a pair it would not."""
    state = position(["7/1 2/6 4/8", "5/8", "1/6 2/4 3/6 3/9"], {"2": "7/3"}, "0")
    assert can_go_out(after(state, "add 7/1 to 2"))
    for choice in choices(state, level):
        assert not can_go_out(after(state, choice))


@LEVEL
def test_does_not_take_the_meld_that_keeps_an_opponent_in(level: str) -> None:
    """The four 9s would come in handy as 1s, but they keep seat 1 from laying its four 8s."""
    state = position(
        ["1/6 1/6 1/7 6/2 4/2", "8/2 8/3 8/4 8/5", "3/4 3/5 4/6", "2/5 2/10 5/7"],
        {"3": "9/1 9/1 9/2 9/3"},
        "0",
    )
    assert can_go_out(after(state, "take 3"))
    for choice in choices(state, level):
        assert not can_go_out(after(state, choice))


@LEVEL
def test_removes_a_meld_to_which_an_opponent_could_add_a_last_card(level: str) -> None:
    """Seat 1 cannot play its 5 on the single 9, but it could add it to the pair of 5s."""
    state = position(
        ["9/2 9/3 4/8", "5/7", "1/7 2/4 3/6", "1/8 2/5 3/8"], {"2": "5/3 5/8", "3": "9/1"}, "0"
    )
    assert can_go_out(after(state, "flip"))
    for choice in choices(state, level):
        assert not can_go_out(after(state, choice))


@LEVEL
def test_does_not_lay_a_meld_to_which_an_opponent_could_add_a_last_card(level: str) -> None:
    """Three 4s are the best meld, but seat 1 holds a 4 and cannot play it."""
    state = position(
        ["4/6 4/7 4/8 2/5 2/9 7/1", "4/5", "1/7 2/4 3/6", "1/8 2/10 3/9"], {"3": "8/1"}, "0"
    )
    assert can_go_out(after(state, "play 4/6 4/7 4/8"))
    for choice in choices(state, level):
        assert not can_go_out(after(state, choice))


@LEVEL
def test_of_two_players_one_stops_the_other_who_is_about_to_go_out(level: str) -> None:
    """Seat 1's last card is a 6; a single 7 in the second zone is what stops it."""
    state = position(["7/1 3/4 2/9 8/4", "6/3"], {"0.1": "4/7 4/6"}, "0.2")
    assert can_go_out(after(state, "flip"))
    for choice in choices(state, level):
        assert not can_go_out(after(state, choice))
