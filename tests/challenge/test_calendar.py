"""The daily deal: all games in turn, a day of UTC each, and when it is open."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from msgspec.structs import replace

from funicular.challenge.calendar import (
    DAY_SECONDS,
    GRACE_SECONDS,
    REVEAL_SECONDS,
    daily_challenge,
    daily_game,
    daily_id,
    day_named,
    day_of,
    is_revealed,
    may_begin,
    takes_results,
)
from funicular.challenge.challenge import check_challenge
from funicular.games.registry import GAMES
from tests.challenge.challenges import SEED, SMALL

DAY = date(2026, 11, 16)
DAILY = daily_challenge(DAY, SEED)


def test_all_games_come_in_turn() -> None:
    days = [DAY + timedelta(days=each) for each in range(len(GAMES))]
    assert {daily_game(day) for day in days} == set(GAMES)
    for day in days:
        check_challenge(daily_challenge(day, SEED))


def test_a_day_is_one_of_utc() -> None:
    assert day_of(DAILY.opened) == day_of(DAILY.closes - 1) == DAY
    assert day_of(DAILY.closes) == DAY + timedelta(days=1)
    assert DAILY.closes - DAILY.opened == DAY_SECONDS


@pytest.mark.parametrize(
    "name", ["daily", "daily-2026-13-01", "daily-2026-11-16 ", "daily-0000-01-01"]
)
def test_what_names_no_day(name: str) -> None:
    assert day_named(daily_id(DAY)) == DAY
    assert day_named(name) is None


def test_it_is_played_until_it_closes_and_finished_a_little_later() -> None:
    ends = DAILY.closes
    assert may_begin(DAILY, DAILY.opened)
    assert not may_begin(DAILY, DAILY.opened - 1)
    assert not may_begin(DAILY, ends)
    assert takes_results(DAILY, ends + GRACE_SECONDS - 1)
    assert not takes_results(DAILY, ends + GRACE_SECONDS)


def test_the_seed_is_shown_after_the_last_result_only() -> None:
    assert GRACE_SECONDS + 300 <= REVEAL_SECONDS
    assert not is_revealed(DAILY, DAILY.closes + REVEAL_SECONDS - 1, 10_000)
    assert is_revealed(DAILY, DAILY.closes + REVEAL_SECONDS, 0)


def test_a_duel_is_open_until_all_have_played() -> None:
    duel = replace(SMALL, players=2)
    assert not is_revealed(duel, 1.0, 1)
    assert is_revealed(duel, 1.0, 2)
