"""Worlds of Auf & Ab: every deal that a view allows is drawn, each as often as any other.

Small positions are enumerated in full: each way to place the hidden cards is dealt and replayed,
and counts if the view comes out the same. The sampler's frequencies must then pass a chi-square
test against the uniform; two samplers with planted faults must not.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations
from math import comb

import pytest
from msgspec.structs import replace

from funicular.core.bits import bits_of
from funicular.core.errors import FunicularError
from funicular.games.auf_ab import worlds
from funicular.games.auf_ab.cards import ALL_CARDS, Card, lowest_double
from funicular.games.auf_ab.game import AufAb
from funicular.games.auf_ab.moves import Lay
from funicular.games.auf_ab.state import State
from funicular.games.auf_ab.view import View
from tests.games.auf_ab.sheet import FOUR, THREE, deal
from tests.kit import critical_value, is_uniform

# The hands of the other seats, as sets of bits: what tells one world of a view from another.
Key = tuple[int, ...]
Sampler = Callable[[View, random.Random], State]


def key(state: State) -> Key:
    return tuple(hand & ~state.played for hand in state.dealt)


# One fair sampler in a thousand would fail.
ODDS = 1.001e-3


def looks_uniform(sampler: Sampler, view: View, cells: set[Key]) -> bool:
    rng = random.Random(1)
    counts = Counter(key(sampler(view, rng)) for _ in range(8 * len(cells)))
    return is_uniform(counts, cells, ODDS)


def placements(hidden: tuple[Card, ...], room: list[int]) -> Iterator[list[int]]:
    """Every way to give each seat so many of the hidden cards."""
    if not room:
        yield []
        return
    for hand in combinations(hidden, room[0]):
        rest = tuple(card for card in hidden if card not in hand)
        for others in placements(rest, room[1:]):
            yield [bits_of(hand), *others]


def ways(hidden: int, room: list[int]) -> int:
    total = 1
    for cards in room:
        total *= comb(hidden, cards)
        hidden -= cards
    return total


def room_in(view: View) -> list[int]:
    return [0 if seat == view.seat else left for seat, left in enumerate(view.public.left)]


def hidden_from(view: View) -> tuple[Card, ...]:
    known = {*view.public.seen, *view.hand}
    return tuple(card for card in ALL_CARDS if card not in known)


def every_hand(view: View) -> Iterator[list[int]]:
    """Every way to place the hidden cards, whatever the rules make of it."""
    for hands in placements(hidden_from(view), room_in(view)):
        if view.seat is not None:
            hands[view.seat] = bits_of(view.hand)
        yield hands


def enumerate_worlds(state: State, seat: int | None) -> set[Key]:
    """Every world of this view, by dealing and replaying each."""
    view = state.view(seat)
    game = AufAb(state.setup)
    laid = [0] * game.seats
    for mover, move in state.history:
        if isinstance(move, Lay):
            laid[mover] |= bits_of(move.cards)
    found = set()
    for hands in every_hand(view):
        dealt = [hand | cards for hand, cards in zip(hands, laid, strict=True)]
        again = game.start([[c for c in ALL_CARDS if c.bit & hand] for hand in dealt])
        try:
            for mover, move in state.history:
                again = again.play(mover, move)
        except FunicularError:
            continue
        if again.view(seat) == view:
            found.add(tuple(hands))
    return found


def reach(state: State, seat: int | None) -> State:
    """Let everybody lay as many cards as possible until the hidden ones have 600 places at most."""
    while state.to_act:
        mover = state.to_act[0]
        moves = [move for move in state.legal_moves(mover) if isinstance(move, Lay)]
        best = max(moves, key=lambda move: len(move.cards), default=None)
        state = state.play(mover, best or state.legal_moves(mover)[-1])
        view = state.view(seat)
        if ways(len(hidden_from(view)), room_in(view)) <= 600:
            break
    return state


# Real positions late in a deal: the deal, whose view, and how many worlds it has.
LATE = {
    "few hidden cards": (deal("0-0", "", "", seed=0), 0, 360),
    "few hidden cards, a spectator": (deal("0-0", "", "", seed=1), None, 420),
    "1-1 was led, so 0-0 lies aside": (deal("", "1-1", "", aside="0-0", seed=2), None, 56),
    "1-1 was led, four seats": (deal("", "", "1-1", "", aside="0-0", seed=0), 1, 180),
    "1-1 was led, the deal is over": (deal("", "", "1-1", "", aside="0-0", seed=25), None, 180),
    "2-2 was led, so 0-0 and 1-1 lie aside": (
        deal("", "", "2-2", "", aside="0-0 1-1", seed=2),
        0,
        60,
    ),
}


@pytest.mark.unmeasured
@pytest.mark.parametrize(("start", "seat", "count"), LATE.values(), ids=LATE)
def test_late_worlds_are_uniform(start: State, seat: int | None, count: int) -> None:
    state = reach(start, seat)
    cells = enumerate_worlds(state, seat)
    assert len(cells) == count
    assert looks_uniform(worlds.world, state.view(seat), cells)


def before_the_lead(opener: int, seat: int | None) -> View:
    """Nothing has been led, and yet few cards are hidden: all others lie open on the table.

    No deal comes to this, but to the sampler it is a view like any other, and small enough to
    enumerate. Five cards are in four hands; three lie aside, the three lowest doubles perhaps.
    """
    hands = [["4-5"], ["4-6"], ["5-6"], ["7-8"]]
    hands[opener].append("1-1")
    hidden = {"0-0", "2-2", "5-7", *(card for hand in hands for card in hand)}
    state = FOUR.deal(random.Random(1))
    dealt = tuple(bits_of(Card.parse(card) for card in hand) for hand in hands)
    started = State.begin(state.setup, dealt)
    assert started.opener == opener
    seen = bits_of(card for card in ALL_CARDS if card.text not in hidden)
    view = replace(started, played=seen).view(seat)
    return replace(view, public=replace(view.public, opening=None))


def enumerate_before_the_lead(view: View) -> set[Key]:
    """Every way in which the opener has the lowest double of all hands."""
    return {
        tuple(hands)
        for hands in every_hand(view)
        if lowest_double(sum(hands)).bit & hands[view.public.opener]
    }


def sample_before_the_lead(view: View, rng: random.Random) -> State:
    """The world of such a view: the cards that lie open stay there, though no event shows them."""
    return replace(worlds.world(view, rng), played=bits_of(view.public.seen))


BEFORE = {
    "another seat": before_the_lead(opener=0, seat=1),
    "a seat after another opener": before_the_lead(opener=2, seat=0),
    "the opener": before_the_lead(opener=3, seat=3),
    "a spectator": before_the_lead(opener=1, seat=None),
}


@pytest.mark.unmeasured
@pytest.mark.parametrize("view", BEFORE.values(), ids=BEFORE)
def test_worlds_before_the_opening_lead_are_uniform(view: View) -> None:
    cells = enumerate_before_the_lead(view)
    openings = {lowest_double(sum(cell)).text for cell in cells}
    assert openings == ({"1-1"} if view.seat == view.public.opener else {"0-0", "1-1", "2-2"})
    assert looks_uniform(sample_before_the_lead, view, cells)


@pytest.mark.unmeasured
@pytest.mark.parametrize("seat", [0, 1, None])
def test_the_opening_double_of_a_whole_deal_has_its_exact_odds(seat: int | None) -> None:
    """Too many worlds to enumerate, but how many have which opening double can be counted."""
    view = deal("5-5", "4-4", "0-0 1-1 2-2", "").view(seat)
    hidden, size = len(hidden_from(view)), 13
    others = sum(1 for room in room_in(view) if room) - 1
    counted = {
        # `low` doubles lie aside, the next is the opener's; the rest of every hand is free.
        f"{low}-{low}": ways(hidden - low - 1, [3 - low, size - 1, *[size] * others])
        for low in range(4)
    }
    rng = random.Random(2)
    samples = 4000
    drawn = Counter(str(lowest_double(sum(FOUR.world(view, rng).dealt))) for _ in range(samples))
    assert set(drawn) <= set(counted)
    # The rarest come a few times in a million: they share a cell.
    cells = [{"0-0"}, {"1-1"}, {"2-2", "3-3"}]
    off = 0.0
    for cell in cells:
        expected = samples * sum(counted[double] for double in cell) / sum(counted.values())
        off += (sum(drawn[double] for double in cell) - expected) ** 2 / expected
    assert off < critical_value(len(cells) - 1, ODDS)


# Faults that the test must find


@pytest.mark.unmeasured
def test_a_sampler_that_likes_to_leave_the_cards_aside_where_they_are_is_caught() -> None:
    """A milder form of the best-known library's fault, whose stock never comes into a hand."""
    state = reach(deal("0-0", "", "", seed=0), 0)

    def biased(view: View, rng: random.Random) -> State:
        drawn = worlds.world(view, rng)
        if sum(drawn.dealt) != sum(state.dealt):
            return worlds.world(view, rng)
        return drawn

    cells = enumerate_worlds(state, 0)
    assert looks_uniform(worlds.world, state.view(0), cells)
    assert not looks_uniform(biased, state.view(0), cells)


@pytest.mark.unmeasured
def test_a_sampler_that_takes_every_opening_double_for_equally_likely_is_caught(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    view = BEFORE["another seat"]
    cells = enumerate_before_the_lead(view)
    assert looks_uniform(sample_before_the_lead, view, cells)
    monkeypatch.setattr(worlds, "perm", lambda cards, places: int(cards >= places))
    assert not looks_uniform(sample_before_the_lead, view, cells)


# What holds for every world


@pytest.mark.parametrize("game", [THREE, FOUR])
def test_a_world_has_the_same_view_and_replays(game: AufAb) -> None:
    rng = random.Random(5)
    state = game.deal(rng)
    states = [state]
    while state.to_act:
        mover = state.to_act[0]
        state = state.play(mover, rng.choice(state.legal_moves(mover)))
        states.append(state)
    for state in (*states[:3], *states[3::5], states[-1]):
        for seat in (*range(game.seats), None):
            view = state.view(seat)
            drawn = game.world(view, rng)
            assert drawn.view(seat) == view
            again = game.start(drawn.deal.hands)
            for mover, move in drawn.history:
                again = again.play(mover, move)
            assert again == drawn


def test_what_a_seat_cannot_see_does_not_change_its_view() -> None:
    """Worlds differ in hidden cards only, and all give the seat one and the same view."""
    rng = random.Random(6)
    view = FOUR.deal(rng).view(2)
    drawn = [FOUR.world(view, rng) for _ in range(20)]
    assert len({state.dealt for state in drawn}) == 20
    assert all(state.view(2) == view for state in drawn)
