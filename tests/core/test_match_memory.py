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
