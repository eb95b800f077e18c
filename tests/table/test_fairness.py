"""The deals are uniform: cards, pairs, places, dealer, upcard, the way up; and it can be noticed.

A hundred thousand deals with fixed seeds, so that nothing changes from run to run. `python -m
bench.fairness` does the same with millions. `bench/uniform.py` says what is exact in it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from hashlib import sha256
from math import sqrt
from pathlib import Path
from typing import TypeVar

import pytest

from bench.fairness import (
    ALPHA,
    ONE,
    PLANS,
    Plan,
    Watched,
    WatchedCoins,
    count,
    dealt,
)
from bench.tally import IN_A_MATCH, Tally
from bench.uniform import Outcome, holm, tail
from funicular.core.match import Match
from funicular.games.registry import make_game
from funicular.table.deals import Proven, commitment, proven_deal

T = TypeVar("T")

DEALS = 100_000 // len(PLANS) + IN_A_MATCH


def suspects(tally: Tally, among: int = 1) -> list[str]:
    """The tests that this tally fails, when so many tallies are looked at."""
    return [test.name for test, p in holm(tally.tests()) if p < ALPHA / among]


@pytest.mark.parametrize("plan", PLANS, ids=str)
def test_the_deals_are_uniform(plan: Plan) -> None:
    tally = count(plan, DEALS)
    assert tally.deals > 5000
    assert suspects(tally, len(PLANS)) == []


# The measure itself: what is not uniform is noticed, what is uniform is not accused.


class Naive(Watched):
    """Swaps every card with any other: the mistake that everybody makes once."""

    def shuffled(self, deck: Sequence[T]) -> list[T]:
        order = list(range(len(deck)))
        for place in range(len(order)):
            other = self.below(len(order))
            order[place], order[other] = order[other], order[place]
        self.order = order
        return [deck[place] for place in order]


class Short(Watched):
    """Takes the remainder instead of drawing again."""

    def below(self, n: int) -> int:
        return self.getrandbits(n.bit_length()) % n


class Cut(Watched):
    """Only cuts the deck: every card in every place, but always beside the same ones."""

    def shuffled(self, deck: Sequence[T]) -> list[T]:
        at = self.below(len(deck))
        self.order = [*range(at, len(deck)), *range(at)]
        return [deck[place] for place in self.order]


class Repeated(Watched):
    """Deals the same cards twice in a row."""

    def __init__(self, seed: str, number: int, nonces: Sequence[str]) -> None:
        super().__init__(seed, number + number % 2, nonces)
        if number == 1:
            self.getrandbits(8)


class Loaded(WatchedCoins):
    """Lets a card lie the other way up 53 times in a hundred."""

    def getrandbits(self, k: int, /) -> int:
        number = super().getrandbits(k)
        if k > 8:
            rare = super().getrandbits(k) & super().getrandbits(k)
            self.last = number | rare & super().getrandbits(k) & super().getrandbits(k)
            return self.last
        return number


FOUR = Plan(ONE, 4, 13)


@pytest.mark.parametrize(
    ("plan", "numbers", "noticed"),
    [
        (FOUR, Naive, "each card in each place"),
        (FOUR, Short, "each card in each place"),
        (FOUR, Cut, "pairs of cards at one seat"),
        (FOUR, Repeated, "the same seat again"),
        (Plan("dnpup", 4), Loaded, "each card's way up"),
        (Plan(ONE, 5, 4), Short, "dealer"),
    ],
)
def test_what_is_not_uniform_is_noticed(plan: Plan, numbers: type[Watched], noticed: str) -> None:
    assert noticed in suspects(count(plan, 4000, numbers), len(PLANS))


@pytest.mark.parametrize(
    ("deck", "seats", "each", "turned"),
    [
        (52, 4, 13, False),
        (52, 4, 5, True),
        (32, 3, 10, True),
        (30, 3, 10, False),
        (55, 4, 13, False),
    ],
)
def test_every_statistic_has_the_mean_of_its_chi_square(
    deck: int, seats: int, each: int, *, turned: bool
) -> None:
    """Over many small tallies of cards that Python's own generator has shuffled."""
    rng = random.Random(2026)
    times, ratios = 24, dict[str, list[float]]()
    for _ in range(times):
        tally = Tally(deck, seats, each, turned=turned)
        for number in range(400):
            order = rng.sample(range(deck), deck)
            tally.add(order)
            tally.add_coins(order, rng.getrandbits(deck))
            if number % IN_A_MATCH == 0:
                tally.add_dealer(order, rng.randrange(seats))
        tally.fold()
        for test in tally.tests():
            ratios.setdefault(test.name, []).append(test.chi_square / test.degrees)
    degrees = {test.name: test.degrees for test in tally.tests()}
    assert len(ratios) >= 8
    for name, found in ratios.items():
        spread = sqrt(2 / degrees[name] / times)
        assert abs(sum(found) / times - 1) < 4 * spread, name


def test_p_values_are_those_of_the_tables() -> None:
    known = [(3.841459, 1), (18.307038, 10), (67.504807, 50), (1074.679449, 1000)]
    for chi_square, degrees in known:
        assert tail(chi_square, degrees) == pytest.approx(0.05, rel=1e-5)
    assert tail(0.0, 5) == 1.0
    assert Outcome("too even", 600.0, 1000).p < 1e-9


def test_holm_counts_how_many_were_looked_at() -> None:
    tests = [Outcome("odd", 30.0, 5), Outcome("fair", 5.0, 5), Outcome("even", 4.0, 5)]
    (first, p), *others = holm(tests)
    assert first.name == "odd"
    assert p == pytest.approx(3 * first.p)
    assert all(other > 0.5 for _, other in others)


def test_what_is_counted_is_what_a_match_is_dealt() -> None:
    """The deals of a match that is really played, the dealer going round."""
    for plan in (Plan("auf-ab", 3), Plan("dnpup", 2), Plan(ONE, 4, 5)):
        match: Match = plan.game.match(deals=IN_A_MATCH)
        seed, nonces = "5e" * 32, ("a" * 32, *("",) * (plan.seats - 1))
        rng = random.Random(1)
        first = None
        for number in range(1, IN_A_MATCH + 1):
            deal = proven_deal(match, seed, nonces)
            assert dealt(plan.game, Watched(seed, number, nonces), number, first).deal == deal
            first = deal.dealer if number == 1 else first
            match = match.start(deal.hands, dealer=deal.dealer, upcard=deal.upcard)
            while match.under_way and not match.over:
                seat = match.to_act[0]
                match = match.play(seat, rng.choice(match.states[-1].legal_moves(seat)))


# Nobody's nonce steers it. What a hand is worth here: its ranks, which everybody wants high.

TRIES = 1000
CARDS = 6
RANKS = "23456789TJQKA"
MATCHES = 500
PLAYED = make_game(ONE, 4, {"schedule": [CARDS]})


def worth(seed: str, nonces: Sequence[str]) -> list[int]:
    """What each seat's first hand is worth."""
    deal = PLAYED.match().deal(Proven(seed, 1, nonces)).states[-1].deal
    return [sum(RANKS.index(card[0]) for card in hand.split()) for hand in deal.hands]


def deviations(hands: Sequence[Sequence[int]]) -> list[float]:
    """How far each seat's sum is from what it should be, in standard deviations.

    Exact: a hand is drawn without replacement from ranks whose mean and variance are known.
    """
    size, mean = 52, sum(range(13)) / 13
    variance = sum((rank - mean) ** 2 for rank in range(13)) / 13
    spread = sqrt(len(hands) * CARDS * variance * (size - CARDS) / (size - 1))
    return [(sum(seat) - len(hands) * CARDS * mean) / spread for seat in zip(*hands, strict=True)]


def seeds(count: int) -> list[str]:
    return [sha256(f"steering {number}".encode()).hexdigest() for number in range(count)]


def wish(number: int) -> str:
    return f"{number:032x}"


def others(seed: str) -> tuple[str, str, str]:
    digits = sha256(f"others {seed}".encode()).hexdigest()
    return digits[:32], digits[32:], ""


def best_by(seed: str, known: str, tries: int) -> str:
    """The nonce for seat 0 that would be worth most if `known` were the seed."""
    rest = others(seed)
    worths = [worth(known, (wish(number), *rest))[0] for number in range(tries)]
    return wish(worths.index(max(worths)))


def test_the_best_of_a_thousand_nonces_is_worth_nothing_without_the_seed() -> None:
    """The last to choose knows the commitment and all other nonces, and has a rule for the best."""
    hands = []
    for seed in seeds(MATCHES):
        known = commitment(seed) + "".join(others(seed))
        liked = {sha256((known + wish(n)).encode()).digest(): n for n in range(TRIES)}
        hands.append(worth(seed, (wish(liked[min(liked)]), *others(seed))))
    assert all(abs(each) < 4 for each in deviations(hands))


def test_nor_is_dealing_it_out_with_a_seed_that_was_guessed() -> None:
    guess = "00" * 32
    hands, hoped = [], []
    for seed in seeds(200):
        nonces = (best_by(seed, guess, 20), *others(seed))
        hands.append(worth(seed, nonces))
        hoped.append(worth(guess, nonces))
    assert deviations(hoped)[0] > 10
    assert all(abs(each) < 4 for each in deviations(hands))


def test_with_the_seed_it_would_be() -> None:
    """So a server in league with the player who chooses last can steer: the page says so."""
    hands = [worth(seed, (best_by(seed, seed, 20), *others(seed))) for seed in seeds(100)]
    assert deviations(hands)[0] > 10
    page = (Path(__file__).parents[2] / "docs" / "deals.md").read_text(encoding="utf-8")
    assert "in league with the player who gave the last nonce" in page
