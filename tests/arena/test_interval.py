"""Intervals hold what they say, pair what belongs together, and know how many deals it takes."""

from __future__ import annotations

import random
from math import inf, isnan
from statistics import fmean

import pytest

from funicular.arena import interval
from funicular.arena.interval import FEWEST_DEALS, MOST_GROUPS, deals_needed, mean, ratio, spread


def test_an_interval_holds_the_true_mean_about_as_often_as_it_says() -> None:
    rng = random.Random(11)
    held = 0
    for _ in range(100):
        found = mean([rng.gauss(3, 2) for _ in range(40)])
        held += found.low <= 3 <= found.high
    assert 88 <= held <= 99


def test_grouped_deals_have_the_interval_of_single_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(5)
    values = [rng.expovariate(1) for _ in range(1500)]
    grouped = mean(values)
    monkeypatch.setattr(interval, "MOST_GROUPS", 1500)
    single = mean(values)
    assert grouped.value == pytest.approx(single.value)
    assert grouped.high - grouped.low == pytest.approx(single.high - single.low, rel=0.15)


def test_hand_sizes_that_take_turns_do_not_change_the_interval_of_many_deals() -> None:
    """A group must not hold deals of one size only, nor the same sizes as the others."""
    rng = random.Random(3)
    deals = 20 * MOST_GROUPS
    values = [number % 25 + rng.gauss(0, 1) for number in range(deals)]
    found = mean(values)
    normal = 2 * 1.96 * spread(values) / deals**0.5
    assert found.high - found.low == pytest.approx(normal, rel=0.15)


def test_too_few_deals_have_a_mean_but_no_interval() -> None:
    found = mean([1.0] * (FEWEST_DEALS - 1))
    assert found.value == 1
    assert found.known
    assert not found.bounded
    assert isnan(ratio([], []).value)
    assert mean([1.0, 3.0] * FEWEST_DEALS).bounded


def test_a_ratio_counts_what_there_was_to_count() -> None:
    found = ratio([1, 0, 2, 0, 1, 1], [2, 0, 4, 0, 2, 2])
    assert found.value == found.low == found.high == 0.5


def test_the_share_of_the_way_is_paired() -> None:
    """Luck that all three share moves nobody along the scale."""
    rng = random.Random(2)
    luck = [rng.gauss(0, 50) for _ in range(200)]
    found = interval.share_of_way(luck, [x + 3 for x in luck], [x + 4 for x in luck])
    assert found.value == pytest.approx(0.75)
    assert found.high - found.low < 1e-6


def test_the_ends_of_the_scale_are_0_and_1() -> None:
    rng = random.Random(2)
    low = [rng.gauss(0, 1) for _ in range(50)]
    high = [rng.gauss(4, 1) for _ in range(50)]
    for own, share in ((low, 0), (high, 1)):
        found = interval.share_of_way(low, own, high)
        assert found.value == found.low == found.high == share


def test_so_many_deals_show_the_difference_four_times_out_of_five() -> None:
    rng = random.Random(7)
    difference, deviation = 0.6, 2.0
    needed = int(deals_needed(difference, deviation))
    assert needed == 88
    shown = 0
    for _ in range(300):
        values = [rng.gauss(difference, deviation) for _ in range(needed)]
        shown += fmean(values) - 1.96 * spread(values) / needed**0.5 > 0
    assert 0.73 < shown / 300 < 0.87


def test_half_the_difference_needs_four_times_the_deals() -> None:
    assert deals_needed(0.1, 2) == pytest.approx(4 * deals_needed(0.2, 2), rel=0.01)
    assert deals_needed(0.0, 2) == inf
    assert deals_needed(5, 0) == FEWEST_DEALS
    assert isnan(deals_needed(1, spread([1.0])))
