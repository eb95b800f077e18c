"""One-card rounds of Ascenseur: the solution against all deals of small decks, gone through."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import permutations, product
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import funicular
from bench.one_card import prospects
from funicular.bots.ascenseur.one_card_solver import ways
from funicular.bots.registry import BOTS
from funicular.games.ascenseur.cards import Card, cards_in, deck_of
from funicular.games.ascenseur.game import Ascenseur
from funicular.games.ascenseur.moves import BIDS, legal_bids
from funicular.games.ascenseur.scoring import score
from funicular.games.ascenseur.tricks import winning
from funicular.games.ascenseur.view import View

# What strong players bid in a one-card round.
solution = BOTS["ascenseur-52"].solve

# Small enough to go through, with long and short suits.
TWELVE = "7C 9C QC AC 8D TD KD 7H 9H AH TS KS"
EIGHT = "7C AC 8D TD KD 9H AH JS"
SEVEN = "7C AC 8D KD 9H AH JS"


class Known(NamedTuple):
    """What a seat knows when it bids; seats are counted from the first bidder."""

    seat: int
    upcard: Card | None
    card: Card
    heard: tuple[int, ...]


class Small(NamedTuple):
    """A game with a small deck, by a name that a failing test can print."""

    game: Ascenseur
    name: str

    def __str__(self) -> str:
        return self.name


def small(name: str, seats: int, deck: str, **options: Any) -> Small:  # noqa: ANN401 - options
    """A game with these cards only."""
    size = int(name[-2:])
    removed = [card.text for card in deck_of(size) if card.text not in deck.split()]
    game = Ascenseur.of(name, seats, {"removed": removed, **options})
    chosen = [f"{option}={value}" for option, value in options.items()]
    return Small(game, " ".join([f"{name}:{seats}", f"{len(deck.split())} cards", *chosen]))


GAMES = {
    str(variant): variant.game
    for variant in (
        small("ascenseur-52", 3, TWELVE),
        small("ascenseur-32", 3, TWELVE),
        small("ascenseur-32", 3, TWELVE, bidding="simultaneous"),
        small("ascenseur-52", 3, TWELVE, hook=False),
        small("ascenseur-52", 3, TWELVE, peak=1, trumps_at_peak="none"),
        small("ascenseur-52", 3, TWELVE, bonus=10, penalty=0, missed_scores_tricks=True),
        small("ascenseur-32", 3, TWELVE, bonus=-3, trick_points=7, penalty=-2),
        small("ascenseur-32", 3, "7C 8D AD"),
        small("ascenseur-52", 4, EIGHT),
        small("ascenseur-32", 4, EIGHT),
        small("ascenseur-32", 4, EIGHT, hook=False),
        small("ascenseur-52", 4, EIGHT, bidding="simultaneous"),
        small("ascenseur-32", 5, EIGHT),
        small("ascenseur-52", 5, SEVEN, hook=False),
        small("ascenseur-52", 6, SEVEN),
        small("ascenseur-52", 6, EIGHT, hook=False),
    )
}
EVERY = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def every_deal(game: Ascenseur) -> list[tuple[Card, ...]]:
    """Each seat's card, from the first bidder on; the card turned up, if any, behind them."""
    return list(permutations(game.deck, game.seats + game.turns_a_card(1)))


def gone_through(game: Ascenseur) -> tuple[dict[Known, int], list[Fraction]]:
    """The best bid wherever one can come to bid, and what each seat scores by them on average.

    Every deal is looked at, seat after seat: those that look the same to the seat are one
    situation, and the bid is made that scores most over all of them.
    """
    seats, options = game.seats, game.options
    deals = every_deal(game)
    upcards = [deal[seats] if len(deal) > seats else None for deal in deals]
    takers = [
        winning(deal[:seats], None if upcard is None else upcard.suit)
        for deal, upcard in zip(deals, upcards, strict=True)
    ]
    heard: list[tuple[int, ...]] = [()] * len(deals)
    best: dict[Known, int] = {}
    means = []
    for seat in range(seats):
        known = [
            Known(seat, upcard, deal[seat], () if game.setup.simultaneous else bids)
            for deal, upcard, bids in zip(deals, upcards, heard, strict=True)
        ]
        worth: dict[Known, Counter[int]] = defaultdict(Counter)
        for situation, taker in zip(known, takers, strict=True):
            for bid in (0, 1):
                worth[situation][bid] += score(options, bid, int(taker == seat))
        for situation, points in worth.items():
            best[situation] = max(legal(game, situation), key=points.__getitem__)
        heard = [(*bids, best[each]) for bids, each in zip(heard, known, strict=True)]
        total = sum(points[best[each]] for each, points in worth.items())
        means.append(Fraction(total, len(deals)))
    return best, means


def legal(game: Ascenseur, known: Known) -> list[int]:
    bids = (*known.heard, *[None] * (game.seats - len(known.heard)))
    return [bid.tricks for bid in legal_bids(bids, 1, hook=game.options.hook)]


def view_of(game: Ascenseur, known: Known, dealer: int) -> View:
    """What the seat sees in some deal where it knows just this."""
    shown = {known.card, known.upcard}
    first = (dealer + 1) % game.seats
    seat = (first + known.seat) % game.seats
    hands = [card.text for card in game.deck if card not in shown][: game.seats - 1]
    hands.insert(seat, known.card.text)
    state = game.start(
        hands, dealer=dealer, upcard=None if known.upcard is None else known.upcard.text
    )
    for place, bid in enumerate(known.heard):
        state = state.play((first + place) % game.seats, BIDS[bid])
    return state.view(seat)


@EVERY
def test_the_solution_is_the_best_bid_over_all_deals_that_look_the_same(game: Ascenseur) -> None:
    best, means = gone_through(game)
    assert [each.points for each in prospects(game)] == means
    for number, (known, bid) in enumerate(best.items()):
        view = view_of(game, known, dealer=number % game.seats)
        assert solution(view) == BIDS[bid], known


@pytest.mark.parametrize("level", ["strong", "expert", "strong@1", "strong@1ms"])
def test_those_who_search_bid_the_solution(level: str) -> None:
    """So they regret nothing there."""
    game = next(iter(GAMES.values()))
    best, _ = gone_through(game)
    for known, bid in best.items():
        chosen = funicular.bot(level).choose(view_of(game, known, dealer=1), random.Random(0))
        assert chosen == BIDS[bid]


@pytest.mark.parametrize(("name", "seats"), [("ascenseur-52", 6), ("ascenseur-32", 5)])
def test_bids_that_nobody_should_make_are_answered_too(name: str, seats: int) -> None:
    game = funicular.game(name, seats=seats)
    rng = random.Random(seats)
    for bids in product((0, 1), repeat=seats - 1):
        state = game.deal(rng, dealer=seats - 1, cards=1)
        for seat, bid in enumerate(bids):
            assert solution(state.view(seat)) in state.legal_moves(seat)
            state = state.play(seat, BIDS[bid])
        assert solution(state.view(seats - 1)) in state.legal_moves(seats - 1)


def test_only_the_bidding_of_a_one_card_round_has_a_solution() -> None:
    game = funicular.game("ascenseur-52", seats=4)
    rng = random.Random(1)
    assert solution(game.deal(rng, cards=2).view(1)) is None
    assert BOTS["dnpup"].solve(funicular.game("dnpup", seats=3).deal(rng).view(0)) is None
    state = game.deal(rng, cards=1)
    while state.view(None).public.bidding:
        seat = state.to_act[0]
        state = state.play(seat, state.legal_moves(seat)[0])
    assert solution(state.view(state.to_act[0])) is None


def test_a_sealed_bid_says_nothing() -> None:
    """S20: bids made simultaneously are heard together, so none is heard before one's own."""
    game = funicular.game("ascenseur-32", seats=3, bidding="simultaneous")
    state = game.start(["7H", "8H", "AS"], dealer=2, upcard="9S")
    answers = {
        solution(state.play(0, BIDS[first]).play(1, BIDS[second]).view(2))
        for first, second in product((0, 1), repeat=2)
    }
    assert answers == {BIDS[1]}


@given(st.lists(st.integers(0, 2**7 - 1), max_size=4))
def test_ways_are_those_that_can_be_listed(sets: list[int]) -> None:
    hands = [cards_in(bits) for bits in sets]
    listed = sum(len(set(chosen)) == len(chosen) for chosen in product(*hands))
    assert ways(tuple(sets)) == listed
