"""Two players: two zones each, two turns running, and melds that fight their own kind."""

import random

import pytest

from funicular.core.errors import IllegalMove
from funicular.games.dnpup.game import Dnpup
from tests.games.dnpup.tables import after, cards, dealt, game, hand, legal, meld, wander

SEVEN_AND_SIX = "1/5 1/6 1/6 1/7 1/7 1/8 1/9 2/4 2/4 2/5 2/5 2/6 2/9"
ONES = "play 1/6 1/6 1/7 1/7 1/8 1/9"
TWOS = "play 2/4 2/4 2/5 2/5 2/6 2/9"


def test_each_player_may_have_a_meld_in_either_zone() -> None:
    """D38: each player has two zones, 1 and 2, and may have one meld in each."""
    state = after(dealt(2, "", "3/4 3/5 3/6"), "flip", "play 3/4 3/5", "play 3/6")
    assert [meld(state, zone) for zone in range(4)] == ["", "", "3/4 3/5", "3/6"]


def test_a_go_is_zone_1_then_zone_2() -> None:
    """D39: two turns running, for zone 1, then for zone 2."""
    state = wander(game(2).deal(random.Random(1)), random.Random(1), 1)
    turns = []
    for _ in range(6):
        assert state.public.turn is not None
        turns.append(state.public.turn.number)
        state = after(state, "flip")
    assert turns == [1, 2, 1, 2, 1, 2]


def test_only_the_meld_in_the_zone_of_the_turn_is_discarded() -> None:
    """D39: in each turn you discard the meld in that zone, and only that one."""
    state = after(dealt(2, "", "3/4 3/5 3/6"), "flip", "play 3/4 3/5", "play 3/6", "flip", "flip")
    assert [meld(state, zone) for zone in range(4)] == ["", "", "", "3/6"]
    assert state.public.discarded == cards("3/4 3/5")
    assert meld(after(state, "flip"), 3) == ""


def test_the_starter_begins_with_a_single_turn_for_zone_2() -> None:
    """D40: the starter's first go is a single turn, for zone 2."""
    for starter in (0, 1):
        state = dealt(2, starter=starter)
        assert str(state.public.turn) == f"{starter}.2"
        assert after(state, "flip").to_act == (1 - starter,)


def test_ones_own_melds_conflict() -> None:
    """D41: a meld that beats one's own brings it back into one's hand, turned."""
    state = after(dealt(2, "", "3/4 3/6 4/8"), "flip", "play 3/4", "play 4/8")
    assert [meld(state, zone) for zone in range(4)] == ["", "", "", "4/8"]
    assert hand(state, 1)["4/3"] == 1
    assert state.public.known[1] == cards("4/3")
    with pytest.raises(IllegalMove) as refused:
        after(dealt(2, "", "3/4 3/6"), "flip", "play 3/4", "play 3/6")
    assert refused.value.rule == "D18"


def test_ones_own_meld_coming_back_leaves_the_hand_not_empty() -> None:
    """D41: the last cards may be played and the hand still not be empty."""
    state = after(dealt(2, SEVEN_AND_SIX), "play 1/5", "flip", "flip", ONES)
    assert len(state.hand(0)) == 6
    state = after(state, TWOS)
    assert state.points is None
    assert state.hand(0) == cards("6/1 6/1 7/1 7/1 8/1 9/1")


def test_adding_may_beat_ones_own_meld() -> None:
    """D41: the meld one adds to may beat one's own as well."""
    state = after(dealt(2, "4/6", "3/4 3/5 4/8"), "play 4/6", "play 3/4 3/5", "add 4/8 to 0.2")
    # The pair of 4s stays seat 0's; seat 0 discards it only when zone 2 comes round.
    assert [meld(state, zone) for zone in range(4)] == ["", "4/6 4/8", "", ""]
    assert state.public.known[1] == cards("4/3 5/3")


def test_either_of_the_opponents_melds_may_be_added_to_or_taken() -> None:
    """D42: the opponent's melds, never one's own."""
    state = after(dealt(2, "3/7 4/7", "3/4 3/5 4/8"), "play 1/5", "play 3/4 3/5", "play 4/8")
    assert {"add 3/7 to 1.1", "take 1.1", "take 1.2"} <= legal(state)
    own = after(dealt(2, "", "3/4 3/6"), "flip", "play 3/4")
    for text in ("take 1.1", "add 3/6 to 1.1"):
        with pytest.raises(IllegalMove, match="your own") as refused:
            after(own, text)
        assert refused.value.rule == "D42"


def test_emptying_the_hand_wins_the_deal_at_once() -> None:
    """D43, D44: the deal ends and counts 1 point."""
    state = after(dealt(2, SEVEN_AND_SIX), "play 1/5 1/6 1/6 1/7 1/7 1/8 1/9", "flip", "flip", TWOS)
    assert state.to_act == ()
    assert state.points == (1, 0)
    assert not state.void


def test_two_points_win_the_match() -> None:
    """D44: with two players the default of `points_to_win` is 2."""
    assert game(2).options.points_to_win == 2
    match = game(2).match()
    rng = random.Random(5)
    while not match.over:
        match = match.deal(rng)
        while match.to_act:
            seat = match.to_act[0]
            assert match.state is not None
            match = match.play(seat, rng.choice(match.state.legal_moves(seat)))
    assert max(match.totals) == 2


def test_zones_are_written_seat_and_number() -> None:
    """D51: `take 1.2`, `add 5/2 to 1.2`."""
    two: Dnpup = game(2)
    for text in ("take 1.2", "add 5/2 to 1.2", "take 0.1"):
        assert str(two.parse_move(text)) == text
