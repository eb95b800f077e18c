"""Seeds are the same in every language, and no two decisions of a match share one."""

from __future__ import annotations

import doctest
import random

import pytest

from funicular.core import seeds
from funicular.core.seeds import SplitMix64, decision_seed, mixed


def test_examples_hold() -> None:
    assert doctest.testmod(seeds).failed == 0


def test_the_words_are_those_of_splitmix64() -> None:
    # As the reference implementation gives them for this seed.
    words = SplitMix64(1234567)
    expected = [6457827717110365317, 3203168211198807973, 9817491932198370423]
    assert [words.getrandbits(64) for _ in range(3)] == expected


def test_no_two_decisions_share_a_seed() -> None:
    drawn = {
        decision_seed(seed, deal, ply)
        for seed in range(-3, 8)
        for deal in range(30)
        for ply in range(120)
    }
    assert len(drawn) == 11 * 30 * 120


def test_mixing_loses_nothing() -> None:
    words = [*range(5000), *(1 << bit for bit in range(64))]
    assert len({mixed(word) for word in words}) == len(set(words))


def test_it_draws_as_any_generator_does() -> None:
    rng = SplitMix64(7)
    assert all(0 <= rng.random() < 1 for _ in range(1000))
    assert sorted(rng.sample(range(52), 52)) == list(range(52))
    assert {rng.randrange(3) for _ in range(100)} == {0, 1, 2}
    assert rng.getrandbits(130) < 1 << 130
    assert rng.getrandbits(0) == 0
    with pytest.raises(ValueError, match="-1"):
        rng.getrandbits(-1)
    for way in (rng.getstate, lambda: rng.setstate(None)):
        with pytest.raises(NotImplementedError):
            way()
    assert isinstance(rng, random.Random)
