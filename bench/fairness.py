"""Counts where the cards go over millions of deals, dealt as a server deals them.

`python -m bench.fairness` deals five million, prints what came of every test, and ends with 1 if
any of them says that the deals are not uniform. Seeds and nonces are hashes of running numbers, so
every run counts the same deals. `--deals` and `--processes` make it smaller or faster.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from functools import partial
from hashlib import sha256
from multiprocessing import get_context
from time import perf_counter
from typing import Any, TypeVar

from msgspec import Struct

from bench.tally import IN_A_MATCH, Tally
from bench.uniform import Outcome, holm
from funicular.core.game import Game, State
from funicular.games.registry import game
from funicular.table.deals import Proven, commitment

T = TypeVar("T")

DEALS = 5_200_000
# Whole matches.
BATCH = 2048 * IN_A_MATCH
# Every so many deals the hands are compared with the shuffled deck they were dealt from.
LOOKED_AT = 61
# A family of true tests is rejected once in a thousand times.
ALPHA = 1e-3


class Watched(Proven):
    """A deal's own numbers, which remember how the deck was shuffled."""

    order: Sequence[int] = ()
    last = 0

    def shuffled(self, deck: Sequence[T]) -> list[T]:
        """Shuffle places instead of cards, so that like cards can be told apart."""
        self.order = super().shuffled(range(len(deck)))
        return [deck[place] for place in self.order]


class WatchedCoins(Watched):
    """The same where the last number drawn says which way up the cards lie."""

    def getrandbits(self, k: int, /) -> int:
        """The next bits, kept."""
        self.last = super().getrandbits(k)
        return self.last


def fresh(seed: str, seats: int) -> tuple[str, ...]:
    """Nonces as they are: people have one, bots have none."""
    digits = sha256(f"nonces {seed}".encode()).hexdigest()
    return (digits[:32], digits[32:], *("",) * (seats - 2))


def same(nonce: str, _: str, seats: int) -> tuple[str, ...]:
    """Always this nonce, for everybody."""
    return (nonce,) * seats


def counted(seed: str, seats: int) -> tuple[str, ...]:
    """Small numbers, which hardly differ from one match to the next."""
    return (f"{int(seed[:4], 16):032x}", *("",) * (seats - 1))


def chosen(seed: str, seats: int) -> tuple[str, ...]:
    """What seat 0 makes of the commitment, which it has seen; the others are silent."""
    return (sha256(commitment(seed).encode()).hexdigest()[:32], *("",) * (seats - 1))


class Plan(Struct, frozen=True):
    """What is dealt: a game, the size of its hands where that is free, where nonces come from."""

    name: str
    seats: int
    cards: int | None = None
    nonces: Callable[[str, int], tuple[str, ...]] = fresh
    label: str = ""

    def __str__(self) -> str:
        """A name for the report."""
        cards = "" if self.cards is None else f", {self.cards} cards"
        return f"{self.name}, {self.seats} seats{cards}{self.label and ', '}{self.label}"

    @property
    def game(self) -> Game:
        """The game, with hands of one size only."""
        sizes: dict[str, Any] = (
            {} if self.cards is None else {"schedule": [self.cards] * IN_A_MATCH}
        )
        return game(self.name, seats=self.seats, **sizes)


ONE = "ascenseur-52"
PLANS = (
    Plan("auf-ab", 3),
    Plan("auf-ab", 4),
    *(Plan("dnpup", seats) for seats in range(2, 6)),
    Plan(ONE, 3, 17),
    Plan(ONE, 4, 13),
    Plan(ONE, 4, 5),
    Plan(ONE, 5, 4),
    Plan(ONE, 6, 7),
    Plan("ascenseur-32", 3, 10),
    Plan("ascenseur-32", 4, 7),
    Plan("ascenseur-32", 5, 6),
    Plan(ONE, 4, 6, partial(same, "0" * 32), "nonces of zeros"),
    Plan(ONE, 4, 6, partial(same, ""), "no nonces"),
    Plan(ONE, 4, 6, counted, "counted nonces"),
    Plan(ONE, 4, 6, chosen, "nonces made of the commitment"),
)


def dealt(played: Game, rng: Proven, number: int, first: int | None) -> State:
    """The deal of this number in a match whose first dealer is known from the second deal on."""
    if number == 1:
        state: State = played.match(deals=IN_A_MATCH).deal(rng).states[-1]
        return state
    if first is None:
        return played.deal(rng)
    dealer = (first + number - 1) % played.seats
    return played.deal(rng, dealer=dealer, cards=played.schedule[number - 1])


def count(plan: Plan, deals: int, numbers: type[Watched] | None = None) -> Tally:
    """Deal so many and count; `numbers` may be other ones, to see that it is noticed."""
    played = plan.game
    # Every game has one, though the protocol does not ask for it.
    deck = [str(card) for card in getattr(played, "deck", ())]
    lies = plan.name == "dnpup"
    made = numbers or (WatchedCoins if lies else Watched)
    first: int | None = None
    tally: Tally | None = None
    for index in range(deals - deals % IN_A_MATCH):
        match, number = index // IN_A_MATCH, index % IN_A_MATCH + 1
        if number == 1:
            seed = sha256(f"fairness {plan} {match}".encode()).hexdigest()
            nonces = plan.nonces(seed, plan.seats)
            first = None
        rng = made(seed, number, nonces)
        state = dealt(played, rng, number, first)
        if tally is None:
            turned = state.deal.upcard is not None
            tally = Tally(len(deck), plan.seats, len(state.hand(0)), turned=turned)
        if number == 1 and played.schedule:
            first = state.deal.dealer
            tally.add_dealer(rng.order, first or 0)
        tally.add(rng.order)
        if lies:
            tally.add_coins(rng.order, rng.last)
        if index % LOOKED_AT == 0:
            look(state, [deck[card] for card in rng.order], rng.last if lies else 0)
        if (index + 1) % BATCH == 0:
            tally.fold()
    if tally is None:
        message = "no deals, no tally"
        raise ValueError(message)
    tally.fold()
    return tally


def look(state: State, shuffled: Sequence[str], coins: int) -> None:
    """Make sure that what is counted is what the seats were dealt."""
    lying = [
        "/".join(reversed(card.split("/"))) if coins >> place & 1 else card
        for place, card in enumerate(shuffled)
    ]
    each = len(state.hand(0))
    for seat, hand in enumerate(state.deal.hands):
        if sorted(hand.split()) != sorted(lying[seat * each : (seat + 1) * each]):
            message = f"seat {seat} was dealt other cards than were counted"
            raise AssertionError(message)


def tested(plan: Plan, deals: int) -> list[Outcome]:
    """All tests of one plan, by its name."""
    return [
        Outcome(f"{plan}: {test.name}", test.chi_square, test.degrees)
        for test in count(plan, deals).tests()
    ]


def main(words: Sequence[str] | None = None) -> int:
    """Deal, count, report."""
    parser = argparse.ArgumentParser(prog="python -m bench.fairness", description=__doc__)
    parser.add_argument("--deals", type=int, default=DEALS, help="of all games together")
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args(words)
    each = -(-given.deals // len(PLANS) // IN_A_MATCH) * IN_A_MATCH
    began = perf_counter()
    with get_context("spawn").Pool(given.processes) as pool:
        found = pool.starmap(tested, [(plan, each) for plan in PLANS], chunksize=1)
    tests = holm([test for some in found for test in some])
    print(f"{each * len(PLANS):,} deals, {each:,} of each kind, {len(tests)} tests")
    print(f"{perf_counter() - began:,.0f} s on {given.processes} processes\n")
    adjusted = {test.name: p for test, p in tests}
    print("| deals of | test | chi-square | degrees | p | p, all tests counted |")
    print("| --- | --- | ---: | ---: | ---: | ---: |")
    for test in (test for some in found for test in some):
        deals_of, _, name = test.name.partition(": ")
        figures = f"{test.chi_square:,.1f} | {test.degrees:,} | {test.p:.3f}"
        print(f"| {deals_of} | {name} | {figures} | {adjusted[test.name]:.2f} |")
    worst, p = tests[0]
    print(f"\nThe most suspect: {worst.name}, p {worst.p:.5f}, {p:.3f} among {len(tests)}.")
    return 1 if p < ALPHA else 0


if __name__ == "__main__":
    sys.exit(main())
