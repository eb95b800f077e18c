"""Law 5 for Ascenseur: worlds are drawn uniformly from everything that the view allows.

The situations are small enough to try every deal there is: it is allowed if the moves made so far
are legal in it and it looks the same to the seat. Nothing of the sampler is used for that.
"""

import random
from collections import Counter
from collections.abc import Callable
from itertools import chain, product
from math import comb
from typing import Any

import pytest

import funicular
from funicular.core.errors import IllegalMove
from funicular.games.ascenseur.cards import Card, cards_in, suit_bits
from funicular.games.ascenseur.game import Ascenseur
from funicular.games.ascenseur.moves import Bid, Play
from funicular.games.ascenseur.state import State
from funicular.games.ascenseur.view import View
from funicular.games.ascenseur.worlds import evidence, world
from tests.games.ascenseur.table import ascenseur, bid, cards, play, start
from tests.kit import every_split, is_uniform, random_step

# A world as a value: everybody's cards as dealt, and the bids.
World = tuple[tuple[str, ...], tuple[int | None, ...]]
Sampler = Callable[[View, random.Random], State]

ALL = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]


def deck_of(text: str) -> dict[str, Any]:
    """The option that leaves only these cards in the deck."""
    kept = text.split()
    return {"removed": [card for card in ALL if card not in kept]}


def key(state: State) -> World:
    return state.deal.hands, state.bids


def every_world(state: State, seat: int | None) -> set[World]:
    """Every deal that looks like this one to the seat, found by trying all deals there are."""
    game = Ascenseur(state.setup)
    view = state.view(seat)
    others = [other for other in range(game.seats) if other != seat]
    shown = [
        [move.card for mover, move in state.history if mover == each and isinstance(move, Play)]
        for each in range(game.seats)
    ]
    known = {*view.dealt, state.upcard, *chain.from_iterable(shown)}
    unseen = [card for card in game.deck if card not in known]
    found = set()
    for split in every_split(unseen, [state.cards - len(shown[other]) for other in others]):
        hidden = dict(zip(others, split, strict=True))
        start_ = game.start(
            [
                view.dealt if each == seat else [*shown[each], *hidden[each]]
                for each in range(game.seats)
            ],
            dealer=state.dealer,
            upcard=None if state.upcard is None else str(state.upcard),
        )
        found |= {key(end) for end in ends(start_, state, seat) if end.view(seat) == view}
    return found


def ends(begun: State, state: State, seat: int | None) -> list[State]:
    """Where the moves made lead from another deal; a sealed bid of another may be any number."""
    sealed = state.bidding and state.setup.simultaneous
    steps = [
        [Bid(tricks) for tricks in range(state.cards + 1)] if sealed and mover != seat else [move]
        for mover, move in state.history
    ]
    movers = [mover for mover, _ in state.history]
    reached = []
    for moves in product(*steps):
        now = begun
        try:
            for mover, move in zip(movers, moves, strict=True):
                now = now.play(mover, move)
        except IllegalMove:
            continue
        reached.append(now)
    return reached


def drawn(state: State, seat: int | None, draws: int, sampler: Sampler = world) -> Counter[World]:
    rng = random.Random(draws)
    view = state.view(seat)
    return Counter(key(sampler(view, rng)) for _ in range(draws))


def two_voids() -> State:
    """Seat 1 has shown a void in clubs, seat 2 one in diamonds; cards of both lie hidden."""
    deck = " ".join(rank + suit for suit in "CDHS" for rank in "2345")
    hands = ("5C 5D 2H 2S", "2D 3D 3H 4H", "2C 3C 3S 4S")
    state = bid(start(hands, upcard="5H", **deck_of(deck)), 1, 1, 1)
    return cards(state, "5C", "2D", "2C", "5D", "3D", "3C")


def one_void_and_a_stock() -> State:
    """Seat 1 cannot follow clubs; the stock may hold anything."""
    hands = ("2C 2D 2H", "3D 4D 3H", "3C 4C 4H")
    deck = "2C 3C 4C 5C 2D 3D 4D 5D 2H 3H 4H 5H"
    return cards(bid(start(hands, upcard="5H", **deck_of(deck)), 1, 1, 0), "2C", "3D")


def peak_without_stock() -> State:
    """All cards are dealt; seat 1 could not follow clubs."""
    hands = ("2C 2D 2H 2S", "3D 4D 3H 3S", "3C 4C 5C 4S")
    state = bid(start(hands, upcard=None, **deck_of(" ".join(hands))), 1, 1, 1)
    return cards(state, "2C", "3D")


def sealed_bids() -> State:
    """Two of three have bid, and one of those is the viewer."""
    game = ascenseur(3, bidding="simultaneous", **deck_of("2C 3C 4C 5C 2D 3D 4D"))
    state = game.start(["2C 3C", "4C 2D", "5C 3D"], upcard="4D")
    return state.play(2, Bid(2)).play(0, Bid(1))


def before_anything() -> State:
    """Only the upcard is known to a spectator."""
    return start(("2C 3C", "4C 2D", "5C 3D"), upcard="4D", **deck_of("2C 3C 4C 5C 2D 3D 4D 5D"))


SITUATIONS = [
    (two_voids, 0),
    (two_voids, 1),
    (two_voids, 2),
    (one_void_and_a_stock, 0),
    (one_void_and_a_stock, 2),
    (peak_without_stock, 0),
    (peak_without_stock, 2),
    pytest.param(peak_without_stock, None, marks=pytest.mark.unmeasured),
    (sealed_bids, 0),
    (sealed_bids, 1),
    (sealed_bids, None),
    (before_anything, 1),
    (before_anything, None),
]


@pytest.mark.parametrize(("situation", "seat"), SITUATIONS)
def test_every_world_is_equally_likely(situation: Callable[[], State], seat: int | None) -> None:
    state = situation()
    allowed = every_world(state, seat)
    assert key(state) in allowed
    assert len(allowed) > 1
    assert is_uniform(drawn(state, seat, max(2000, 8 * len(allowed))), allowed)


def test_two_seats_have_shown_voids_in_different_suits() -> None:
    voids = evidence(two_voids().view(0)).voids
    assert voids == (0, suit_bits("C"), suit_bits("D"))


def greedy(view: View, rng: random.Random) -> State:
    """The sampler one would write first: serve seat after seat, and start over when stuck."""
    proof = evidence(view)
    while True:
        fair = world(view, rng)
        hidden = [card for card in Ascenseur(view.setup).deck if _unseen(card, view)]
        hands = []
        for seat, played in enumerate(proof.played):
            if seat == view.seat:
                hands.append(view.dealt)
                continue
            fitting = [card for card in hidden if not card.bit & proof.voids[seat]]
            room = view.public.cards - played.bit_count()
            if len(fitting) < room:
                break
            hand = rng.sample(fitting, room)
            hidden = [card for card in hidden if card not in hand]
            hands.append((*cards_in(played), *hand))
        else:
            begun = Ascenseur(view.setup).start(
                hands,
                dealer=view.public.dealer,
                upcard=None if view.public.upcard is None else str(view.public.upcard),
            )
            return play(begun, *(str(move) for _, move in fair.history))


def _unseen(card: Card, view: View) -> bool:
    return (
        not card.bit & sum(evidence(view).played)
        and card not in view.dealt
        and card != view.public.upcard
    )


@pytest.mark.unmeasured
@pytest.mark.parametrize(("situation", "seat"), [(two_voids, 0), (peak_without_stock, None)])
def test_a_greedy_sampler_would_be_caught(situation: Callable[[], State], seat: int | None) -> None:
    """Its worlds are all possible, and yet not equally likely: chi-square says so."""
    state = situation()
    allowed = every_world(state, seat)
    counts = drawn(state, seat, max(4000, 8 * len(allowed)), greedy)
    assert set(counts) <= allowed
    assert not is_uniform(counts, allowed)


@pytest.mark.unmeasured
def test_a_sampler_that_never_deals_from_the_stock_would_be_caught() -> None:
    """The fault of the best-known library: cards in the stock stay there."""
    state = one_void_and_a_stock()
    stock = {"5C", "5D"}

    def stays(view: View, rng: random.Random) -> State:
        while True:
            drawn_ = world(view, rng)
            if not stock & set(" ".join(drawn_.deal.hands).split()):
                return drawn_

    allowed = every_world(state, 0)
    assert not is_uniform(drawn(state, 0, 8 * len(allowed), stays), allowed)


def at_the_17_card_peak(tricks: int) -> State:
    game = ascenseur(3)
    rng = random.Random(17)
    state = game.deal(rng, cards=17)
    for _ in range(3 + 3 * tricks):
        state = state.play(*random_step(state, rng))
    return state


@pytest.mark.parametrize("tricks", [0, 4, 8, 12, 16, 17])
def test_worlds_at_the_17_card_peak_are_allowed(tricks: int) -> None:
    state = at_the_17_card_peak(tricks)
    for seat in (None, 0, 1, 2):
        view = state.view(seat)
        rng = random.Random(tricks)
        for _ in range(25):
            other = funicular.worlds(view, rng)
            assert other.view(seat) == view


@pytest.mark.unmeasured
def test_where_a_card_lies_at_the_17_card_peak_is_as_likely_as_counted() -> None:
    """Seat 1 has no clubs: of the others' cards the 13 - k clubs are seat 2's, the rest is fair."""
    deck = [str(card) for card in ascenseur(3).deck]
    clubs = [card for card in deck if card[1] == "C"]
    rest = [card for card in deck if card[1] != "C"]
    mine = [*clubs[:5], *rest[:12]]
    state = ascenseur(3).start([mine, rest[12:29], [*clubs[5:], *rest[29:]]], dealer=2)
    state = cards(bid(state, 0, 0, 0), clubs[0], rest[12])
    # Hidden: 7 clubs, all seat 2's; of 26 others seat 1 has 16 and seat 2 has 10.
    view = state.view(0)
    rng = random.Random(0)
    draws = 3000
    spades_at_seat_2: Counter[int] = Counter()
    for _ in range(draws):
        other = funicular.worlds(view, rng)
        assert isinstance(other, State)
        spades_at_seat_2[sum(card.suit == "S" for card in other.hand(2))] += 1
    for number, times in spades_at_seat_2.items():
        expected = draws * comb(13, number) * comb(13, 10 - number) / comb(26, 10)
        assert abs(times - expected) < 5 * expected**0.5 + 5
