"""Drawing is exact: every order equally likely, and any source of numbers gives a proper draw."""

import random
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from funicular.core.dealing import Shuffler, draw
from tests.kit import chi_square, critical_value, is_uniform, seeds


@pytest.mark.parametrize(("size", "count"), [(5, 5), (5, 2), (4, 3), (7, 1)])
def test_every_draw_is_equally_likely(size: int, count: int) -> None:
    deck = "ABCDEFG"[:size]
    outcomes = ["".join(order) for order in permutations(deck, count)]
    rng = random.Random(5)
    counts = Counter("".join(draw(rng, deck, count)) for _ in range(60 * len(outcomes)))
    assert is_uniform(counts, outcomes)


def test_a_shuffler_gives_every_order_equally_often_and_draws_from_the_top() -> None:
    orders = ["".join(order) for order in permutations("ABCD")]
    rng = Shuffler(5)
    counts = Counter("".join(rng.shuffled("ABCD")) for _ in range(60 * len(orders)))
    assert is_uniform(counts, orders)
    assert draw(Shuffler(7), "ABCD", 2) == Shuffler(7).shuffled("ABCD")[:2]


class Counting(random.Random):
    """A generator that goes through all numbers, so that every draw comes exactly once."""

    def __init__(self) -> None:
        super().__init__(0)
        self.number = -1

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        assert stop is None
        assert step == 1
        self.number += 1
        return self.number % start


def test_every_number_is_another_draw() -> None:
    rng = Counting()
    assert {tuple(draw(rng, "ABCD", 3)) for _ in range(24)} == set(permutations("ABCD", 3))


@given(seed=seeds, size=st.integers(0, 60), data=st.data())
def test_a_draw_takes_each_card_once(seed: int, size: int, data: st.DataObject) -> None:
    count = data.draw(st.integers(0, size))
    deck = list(range(size))
    drawn = draw(random.Random(seed), deck, count)
    assert len(drawn) == len(set(drawn)) == count
    assert set(drawn) <= set(deck)
    assert deck == list(range(size))


def test_the_chi_square_of_these_tests_knows_its_tables() -> None:
    """Critical values from printed tables, and a loaded die."""
    assert abs(critical_value(10, 0.001) - 29.588) < 0.2
    assert abs(critical_value(100, 0.001) - 149.449) < 0.2
    assert abs(critical_value(1, 0.01) - 6.635) < 0.2
    fair = Counter(dict.fromkeys(range(6), 100))
    assert chi_square(fair, range(6)) == 0
    assert is_uniform(fair, range(6))
    assert not is_uniform(Counter({0: 200, 1: 80, 2: 80, 3: 80, 4: 80, 5: 80}), range(6))
    assert not is_uniform(fair + Counter({6: 1}), range(6))
