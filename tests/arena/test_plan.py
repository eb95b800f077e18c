"""What a run plays: seatings that are fair to everybody, and the same cards for all of them."""

from __future__ import annotations

from collections import Counter
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from funicular.arena.plan import Key, Plan, challenge, deal_number, mixed_table, seatings
from funicular.games.registry import GAMES, SEATS, game

LINE_UPS = st.lists(st.integers(0, 3), min_size=2, max_size=6).map(tuple)


@given(LINE_UPS)
def test_there_is_every_distinct_seating_and_each_once(line_up: tuple[int, ...]) -> None:
    found = seatings(line_up, "all")
    expected = factorial(len(line_up))
    for times in Counter(line_up).values():
        expected //= factorial(times)
    assert len(set(found)) == len(found) == expected
    assert {tuple(sorted(seating)) for seating in found} == {tuple(sorted(line_up))}


@given(LINE_UPS)
def test_a_rotation_keeps_the_neighbours(line_up: tuple[int, ...]) -> None:
    found = seatings(line_up, "rotations")
    assert len(set(found)) == len(found)
    assert found[0] == line_up
    assert set(found) <= set(seatings(line_up, "all"))
    assert len(line_up) % len(found) == 0


@pytest.mark.parametrize("which", ["all", "rotations"])
@given(line_up=LINE_UPS)
def test_everybody_sits_in_every_seat_equally_often(which: str, line_up: tuple[int, ...]) -> None:
    found = seatings(line_up, "all" if which == "all" else "rotations")
    for seat in range(len(line_up)):
        here = Counter(seating[seat] for seating in found)
        for entrant, times in Counter(line_up).items():
            assert here[entrant] * len(line_up) == times * len(found)


def test_a_challenger_has_as_many_seatings_as_there_are_seats() -> None:
    plan = Plan((challenge("auf-ab", 4, "casual", "random"),), deals=3)
    assert plan.seatings_of(plan.contests[0]) == (
        (0, 1, 1, 1),
        (1, 0, 1, 1),
        (1, 1, 0, 1),
        (1, 1, 1, 0),
    )
    assert plan.units == 12


def test_a_mixed_table_names_one_who_holds_two_seats_once() -> None:
    contest = mixed_table("ascenseur-52", ["casual", "random", "beginner", "casual"])
    assert contest.entrants == ("casual", "random", "beginner")
    assert contest.line_up == (0, 1, 2, 0)
    plan = Plan((contest,), deals=2)
    assert plan.units == 24
    assert len(list(plan.unit_keys())) == len(set(plan.unit_keys())) == 24
    assert next(plan.unit_keys()) == Key(0, 0, 0)


@pytest.mark.parametrize("name", GAMES)
def test_a_deal_is_fixed_by_its_number_and_the_seed(name: str) -> None:
    table = game(name, seats=SEATS[name][0])
    assert deal_number(table, 3, 0) == deal_number(table, 3, 0)
    assert deal_number(table, 3, 0).deal != deal_number(table, 3, 1).deal
    assert deal_number(table, 3, 0).deal != deal_number(table, 4, 0).deal


def test_deals_take_turns_at_hand_sizes_and_dealers() -> None:
    table = game("ascenseur-32", seats=3)
    deals = [deal_number(table, number, 0) for number in range(len(table.schedule))]
    assert tuple(len(deal.hand(0)) for deal in deals) == table.schedule
    assert [deal.deal.dealer for deal in deals[:4]] == [0, 1, 2, 0]


@pytest.mark.parametrize("cards", [(5,), (3, 5), (3, 5, 8), (3, 5, 8, 9)])
def test_every_hand_size_asked_for_meets_every_dealer(cards: tuple[int, ...]) -> None:
    table = game("ascenseur-52", seats=4)
    rounds = 4 * 4 * len(cards)
    met: Counter[tuple[int, int | None]] = Counter()
    for number in range(rounds):
        deal = deal_number(table, number, 0, cards)
        met[len(deal.hand(0)), deal.deal.dealer] += 1
    assert {size for size, _ in met} == set(cards)
    assert len(met) == 4 * len(cards)
    assert set(met.values()) == {4}
