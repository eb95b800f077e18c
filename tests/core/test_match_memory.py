"""What a match says of itself is worked out once for each match, however many are asked in turn."""

from __future__ import annotations

import pickle
import random

import pytest
from msgspec.structs import replace

import funicular
from funicular.core.match import Match


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[Match]:
    """The matches whose points were added up, once for each time."""
    asked: list[Match] = []
    totals = Match.totals.fget  # type: ignore[attr-defined]  # a property to Python

    def counting(match: Match) -> tuple[int, ...]:
        asked.append(match)
        points: tuple[int, ...] = totals(match)
        return points

    monkeypatch.setattr(Match, "totals", property(counting))
    return asked


def two_matches() -> tuple[Match, Match]:
    game = funicular.game("dnpup", seats=3)
    return game.match().deal(random.Random(1)), game.match().deal(random.Random(2))


def test_matches_that_are_asked_in_turn_do_not_forget(counted: list[Match]) -> None:
    one, other = two_matches()
    counted.clear()
    for _ in range(5):
        assert one.to_act
        assert other.to_act
    assert len(counted) == 2


def test_what_was_worked_out_is_no_part_of_the_value() -> None:
    (one, _), (same, _) = two_matches(), two_matches()
    assert not one.over
    assert one == same
    again = pickle.loads(pickle.dumps(one))  # noqa: S301 - our own
    assert again == same
    assert not vars(again)


def test_the_next_match_works_it_out_anew() -> None:
    one, _ = two_matches()
    assert (one.over, one.under_way) == (False, True)
    before_the_deal = replace(one, states=())
    assert not before_the_deal.under_way
    move = one.states[-1].legal_moves(one.to_act[0])[0]
    assert one.play(one.to_act[0], move).under_way


def test_a_move_that_was_tried_is_not_played_again_when_it_is_made() -> None:
    one, other = two_matches()
    seat = one.to_act[0]
    first, second = map(str, one.states[-1].legal_moves(seat)[:2])
    tried = one.play_text(seat, first)
    assert one.play_text(seat, first) is tried
    assert tried == one.play(seat, one.game.parse_move(first))
    # It is remembered for the same move only, and not for longer.
    assert one.play_text(seat, first) is not tried
    assert one.play_text(seat, second) == one.play(seat, one.game.parse_move(second))
    assert one.play_text(seat, first) == tried
    move = str(other.states[-1].legal_moves(other.to_act[0])[0])
    assert other.play_text(other.to_act[0], move).under_way


def test_what_a_spectator_sees_and_was_told_is_that_of_the_last_deal() -> None:
    one, _ = two_matches()
    state = one.states[-1]
    assert one.spectator == state.view(None)
    assert one.told == state.view(None).events
