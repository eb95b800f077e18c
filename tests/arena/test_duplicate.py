"""Duplicate deals: fair to every seat, repeatable, and able to tell better from worse."""

from __future__ import annotations

import random
from concurrent.futures import ProcessPoolExecutor
from statistics import fmean

import pytest

from funicular.arena.duplicate import Contest, deal_number, run
from funicular.arena.interval import bootstrap
from funicular.games.registry import GAMES, SEATS, game


def test_the_same_seed_gives_the_same_result_on_one_process_or_two() -> None:
    contest = Contest("ascenseur-32", 3, "casual", "beginner")
    alone = list(run(contest, 6, seed=4))
    with ProcessPoolExecutor(2) as pool:
        assert list(run(contest, 6, seed=4, pool=pool)) == alone
    assert list(run(contest, 6, seed=5)) != alone


@pytest.mark.parametrize("name", GAMES)
def test_a_bot_against_itself_is_even(name: str) -> None:
    """Every seat of a deal has one margin, and they add up to nothing when all play alike."""
    results = list(run(Contest(name, SEATS[name][0], "random", "random"), 40))
    assert abs(bootstrap([result.margin for result in results]).mean) < 8
    assert 0 < fmean(result.firsts for result in results) < 1


def test_deals_take_turns_at_hand_sizes_and_dealers() -> None:
    table = game("ascenseur-32", seats=3)
    deals = [deal_number(table, number, 0) for number in range(len(table.schedule))]
    assert tuple(len(deal.hand(0)) for deal in deals) == table.schedule
    assert [deal.deal.dealer for deal in deals[:4]] == [0, 1, 2, 0]


@pytest.mark.parametrize(
    ("name", "seats"), [(name, seats) for name in GAMES for seats in SEATS[name]]
)
@pytest.mark.parametrize(("stronger", "weaker"), [("casual", "beginner"), ("beginner", "random")])
def test_each_level_beats_the_one_below(name: str, seats: int, stronger: str, weaker: str) -> None:
    """A small sample of what `funicular arena` shows in full; the seed is fixed."""
    results = list(run(Contest(name, seats, stronger, weaker), 40, seed=1))
    assert bootstrap([result.margin for result in results]).mean > 0


def test_an_interval_holds_the_true_mean_about_as_often_as_it_says() -> None:
    rng = random.Random(11)
    held = 0
    for _ in range(60):
        interval = bootstrap([rng.gauss(3, 2) for _ in range(40)])
        held += interval.low <= 3 <= interval.high
    assert held >= 50
