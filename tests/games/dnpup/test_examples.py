"""Every worked example of the rule sheet."""

import pytest

from funicular.core.errors import IllegalMove
from tests.games.dnpup.tables import TEN_IN_TWO, after, cards, dealt, first_out, hand, legal, meld


def test_a_meld_of_four_3s_has_value_3_and_size_4() -> None:
    state = after(dealt(3, "3/4 3/5 3/6 3/7"), "play 3/4 3/5 3/6 3/7")
    laid = state.public.melds[0]
    assert (laid[0].active, len(laid)) == (3, 4)


def test_a_single_7_and_three_6s_on_the_table() -> None:
    state = after(
        dealt(3, "7/6", "6/1 6/1 6/2", "8/1 7/1 7/1 7/3 6/3 6/3 6/4 2/4 2/4"),
        "play 7/6",
        "play 6/1 6/1 6/2",
    )
    assert {move for move in legal(state) if len(move.split()) == 2 and "play" in move} == {
        "play 8/1"
    }
    assert {move for move in legal(state) if len(move.split()) == 4 and "play" in move} == {
        "play 7/1 7/1 7/3"
    }
    assert {"play 2/4 2/4", "play 6/3 6/4", "play 7/1 7/3"} <= legal(state)


def test_a_3_cannot_be_added_because_of_the_two_5s() -> None:
    state = after(dealt(3, "3/4", "5/2 5/2", "3/6"), "play 3/4", "play 5/2 5/2")
    assert "add 3/6 to 0" not in legal(state)
    with pytest.raises(IllegalMove, match="must be higher") as refused:
        after(state, "add 3/6 to 0")
    assert refused.value.rule == "D23"


def test_a_5_can_be_added_and_the_3s_come_back_as_a_4_and_a_6() -> None:
    state = after(dealt(3, "5/2", "3/4 3/6", "5/7"), "play 5/2", "play 3/4 3/6")
    before = hand(state, 1)
    state = after(state, "add 5/7 to 0")
    assert state.public.known[1] == cards("4/3 6/3")
    assert hand(state, 1) - before == {"4/3": 1, "6/3": 1}
    # The pair of 5s is still seat 0's: it goes when the turn comes back there.
    assert meld(state, 0) == ""
    assert state.public.discarded == cards("5/2 5/7")


def test_three_2s_taken_become_5_7_and_9() -> None:
    # The sheet's third card needs four players: 2/7 is not in the smaller decks.
    state = after(dealt(4, "2/5 2/7 2/9"), "play 2/5 2/7 2/9")
    before = hand(state, 1)
    state = after(state, "take 0")
    assert hand(state, 1) - before == {"5/2": 1, "7/2": 1, "9/2": 1}


def test_flipping_exchanges_all_values_of_the_hand() -> None:
    state = dealt(3, *TEN_IN_TWO)
    state = after(state, "flip")
    assert state.hand(0) == cards("4/2 4/2 5/1 6/1 6/1 7/1 7/1 8/1 9/1 10/1")


def test_the_first_out_wins_2_points_and_plays_no_more() -> None:
    state = first_out()
    assert state.points is None
    assert state.points_so_far == (2, 0, 0)
    assert after(state, "flip", "flip").to_act == (1,)


def test_the_second_out_wins_1_point_and_the_deal_ends() -> None:
    state = after(first_out(), "play 2/5 2/5 2/6")
    assert state.to_act == ()
    assert state.points == (2, 1, 0)
