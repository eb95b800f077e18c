"""Drawn worlds look right to the viewer, replay to themselves, and are all equally likely.

Frequencies are compared with a full enumeration: every way to put the cards that the viewer cannot
place into the places where such cards lie, either way up, counting like cards as two. It is made
from physical cards followed by hand through the deal, and only worlds that replay to the very same
view are let in; nothing is asked of the sampler.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import permutations, product
from typing import Any

import pytest

from funicular.games.dnpup.cards import Card, Hand, hand_size
from funicular.games.dnpup.events import (
    CardAdded,
    Discarded,
    Event,
    HandFlipped,
    MeldBeaten,
    MeldPlayed,
    MeldTaken,
)
from funicular.games.dnpup.game import Dnpup
from funicular.games.dnpup.state import State
from funicular.games.dnpup.view import View
from funicular.games.dnpup.worlds import world
from tests.games.dnpup.tables import game, shuffled, wander
from tests.kit import critical_value

Sampler = Callable[[View, random.Random], State]


@dataclass
class Physical:
    """One card on the table, followed from the deal on."""

    dealt_to: int
    as_dealt: Card
    face: Card
    seen: bool = False


class Table:
    """The physical cards in hands and zones, moved by hand through the events of a deal."""

    def __init__(self, state: State) -> None:
        self.hands = [
            [Physical(seat, card, card) for card in hand] for seat, hand in enumerate(state.dealt)
        ]
        self.melds: dict[object, list[Physical]] = {}
        for event in state.public.events:
            self.see(event)

    def see(self, event: Event) -> None:
        match event:
            case MeldPlayed(seat, zone, faces):
                self.melds[zone] = [self.pull(seat, face) for face in faces]
            case CardAdded(seat, face, zone):
                self.melds[zone].append(self.pull(seat, face))
            case MeldTaken(seat, zone) | MeldBeaten(seat, zone, _, True):
                taken = self.melds.pop(zone)
                self.turn(taken)
                self.hands[seat] += taken
            case MeldBeaten(_, zone) | Discarded(_, zone):
                self.melds.pop(zone)
            case HandFlipped(seat):
                self.turn(self.hands[seat])

    def pull(self, seat: int, face: Card) -> Physical:
        alike = [card for card in self.hands[seat] if card.face is face]
        # The one that all have seen, if there is one: a hand is the same without either.
        card = max(alike, key=lambda each: each.seen)
        self.hands[seat].remove(card)
        card.seen = True
        return card

    def turn(self, cards: list[Physical]) -> None:
        for card in cards:
            card.face = card.face.turned


def unseen(state: State, viewer: int | None) -> list[Physical]:
    """The cards in other hands that were never shown."""
    hands = Table(state).hands
    return [
        card for seat, hand in enumerate(hands) if seat != viewer for card in hand if not card.seen
    ]


def replayed(deal: tuple[str, ...], state: State) -> State:
    again = Dnpup(state.setup).start(deal)
    for seat, move in state.history:
        again = again.play(seat, move)
    return again


def enumerated(state: State, viewer: int | None) -> Counter[tuple[str, ...]]:
    """Every deal that looks the same to the viewer, with the number of ways it comes about."""
    hidden = unseen(state, viewer)
    fixed = [Counter(hand) for hand in state.dealt]
    for card in hidden:
        fixed[card.dealt_to][card.as_dealt] -= 1
    ways: Counter[tuple[str, ...]] = Counter()
    view = state.view(viewer)
    for order in permutations(hidden):
        for turned in product((False, True), repeat=len(hidden)):
            hands = [list(hand.elements()) for hand in fixed]
            for place, card, over in zip(hidden, order, turned, strict=True):
                hands[place.dealt_to].append(card.as_dealt.turned if over else card.as_dealt)
            deal = tuple(" ".join(map(str, sorted(hand))) for hand in hands)
            if deal in ways or looks_alike(deal, state, view):
                ways[deal] += 1
    return ways


def looks_alike(deal: tuple[str, ...], state: State, view: View) -> bool:
    if Dnpup(state.setup).start(deal).to_act != Dnpup(state.setup).start(state.deal.hands).to_act:
        return False
    return replayed(deal, state).view(view.seat) == view


def agrees(ways: Counter[tuple[str, ...]], view: View, sample: Sampler, seed: int) -> bool:
    """Whether the sampler draws each deal as often as there are ways for it."""
    rng = random.Random(seed)
    draws = max(20 * len(ways), 4000)
    drawn = Counter(sample(view, rng).deal.hands for _ in range(draws))
    if not drawn.keys() <= ways.keys():
        return False
    expected = {deal: draws * times / ways.total() for deal, times in ways.items()}
    distance = sum((drawn[deal] - often) ** 2 / often for deal, often in expected.items())
    return distance < critical_value(len(ways) - 1, odds=1.001e-4)


def has_star(state: State, viewer: int | None) -> bool:
    return any(card.face.is_star for card in unseen(state, viewer))


def has_like_of_a_known_card(state: State, viewer: int | None) -> bool:
    """Whether a card that somebody picked up has its like among the hidden ones."""
    known = {card.low_up for hand in state.public.known for card in hand}
    return any(card.face.low_up in known for card in unseen(state, viewer))


def has_two_alike(state: State, viewer: int | None) -> bool:
    kinds = [card.face.low_up for card in unseen(state, viewer)]
    return len(set(kinds)) < len(kinds)


def has_odd_and_even_flips(state: State, viewer: int | None) -> bool:
    return {state.public.flips[card.dealt_to] % 2 for card in unseen(state, viewer)} == {0, 1}


def has_lost_a_card_to_another(state: State, viewer: int | None) -> bool:
    """Whether a card dealt to the viewer is in somebody else's hand."""
    hands = Table(state).hands
    return any(
        card.dealt_to == viewer
        for seat, hand in enumerate(hands)
        if seat != viewer
        for card in hand
    )


def is_spectators(_: State, viewer: int | None) -> bool:
    return viewer is None


def is_over(state: State, _: int | None) -> bool:
    return not state.to_act


def has_somebody_out(state: State, _: int | None) -> bool:
    return bool(state.public.out)


@dataclass(frozen=True)
class Situation:
    """A random deal after so many turns, what makes it worth looking at, and who looks."""

    seats: int
    seed: int
    turns: int
    viewer: int | None
    marks: tuple[Callable[[State, int | None], bool], ...]

    @property
    def state(self) -> State:
        rng = random.Random(self.seed)
        return wander(shuffled(self.seats, rng), rng, self.turns)

    def __str__(self) -> str:
        return " ".join([f"{self.seats} players", *(mark.__name__ for mark in self.marks)])


STAR_HIDDEN = Situation(3, 380, 32, 2, (has_star, has_two_alike, has_odd_and_even_flips))
SITUATIONS = [
    STAR_HIDDEN,
    Situation(3, 90, 20, 1, (has_odd_and_even_flips, has_lost_a_card_to_another)),
    Situation(3, 260, 16, 0, (has_like_of_a_known_card,)),
    Situation(5, 237, 38, 0, (has_like_of_a_known_card, has_odd_and_even_flips)),
    Situation(4, 236, 28, 2, (has_star, has_like_of_a_known_card)),
    Situation(2, 393, 15, None, (is_spectators, has_odd_and_even_flips)),
    Situation(3, 214, 31, None, (is_spectators, has_star, has_like_of_a_known_card)),
    Situation(3, 392, 28, None, (is_spectators, has_somebody_out, has_two_alike)),
    Situation(5, 236, 49, 4, (is_over, has_like_of_a_known_card)),
]


@pytest.mark.unmeasured
@pytest.mark.parametrize("situation", SITUATIONS, ids=str)
def test_worlds_are_equally_likely(situation: Situation) -> None:
    state, viewer = situation.state, situation.viewer
    for mark in situation.marks:
        assert mark(state, viewer), mark.__name__
    assert len({card.dealt_to for card in unseen(state, viewer)}) >= 2
    ways = enumerated(state, viewer)
    assert state.deal.hands in ways
    assert agrees(ways, state.view(viewer), world, seed=1)


def laid_anew(view: View, dealt: tuple[Hand, ...], lie: Callable[[Card, int], Card]) -> State:
    """These hands, with each hidden card of a seat lying as `lie` says."""
    hands = list(dealt)
    for seat, proven in enumerate(view.public.proven):
        if seat != view.seat:
            hidden = Counter(dealt[seat]) - Counter(proven)
            hands[seat] = tuple(sorted((*proven, *(lie(card, seat) for card in hidden.elements()))))
    return State(view.setup, tuple(hands), tuple(hands), view.public)


def one_coin_a_hand(view: View, rng: random.Random) -> State:
    """The mistake of turning all hidden cards of a hand together."""
    over = [rng.randrange(2) for _ in range(view.setup.seats)]
    return laid_anew(
        view,
        world(view, rng).dealt,
        lambda card, seat: card.low_up.turned if over[seat] else card.low_up,
    )


REAL = STAR_HIDDEN.state.dealt


def never_moves_a_card(view: View, rng: random.Random) -> State:
    """The mistake of tossing coins but leaving every card with its real holder."""
    return laid_anew(view, REAL, lambda card, _: card.turned if rng.randrange(2) else card)


def slightly_lazy(view: View, rng: random.Random) -> State:
    """The mistake of drawing the same world again one time in twenty."""
    return world(view, random.Random(0) if rng.random() < 0.05 else rng)


@pytest.mark.unmeasured
@pytest.mark.parametrize("biased", [one_coin_a_hand, never_moves_a_card, slightly_lazy])
def test_a_biased_sampler_is_caught(biased: Sampler) -> None:
    state, viewer = STAR_HIDDEN.state, STAR_HIDDEN.viewer
    ways = enumerated(state, viewer)
    assert agrees(ways, state.view(viewer), world, seed=2)
    assert not agrees(ways, state.view(viewer), biased, seed=2)


def stages(seats: int, seed: int, **options: Any) -> Iterator[State]:  # noqa: ANN401
    """A random deal, every few turns, up to and including its end."""
    rng = random.Random(seed)
    state = game(seats, **options).deal(rng)
    yield state
    while state.to_act:
        state = wander(state, rng, 7)
        yield state


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_world_looks_the_same_and_replays_to_itself(seats: int) -> None:
    rng = random.Random(seats)
    for seed in range(3):
        for state in stages(seats, seed, turn_cap=80):
            for viewer in (None, *range(seats)):
                view = state.view(viewer)
                drawn = Dnpup(state.setup).world(view, rng)
                assert drawn.view(viewer) == view
                assert replayed(drawn.deal.hands, drawn) == drawn
                assert drawn.history == state.history
                assert {len(hand) for hand in drawn.dealt} == {hand_size(seats)}


def test_a_hidden_star_is_with_the_starter() -> None:
    rng = random.Random(6)
    state = game(4).deal(rng)
    for viewer in (None, *range(4)):
        for _ in range(20):
            drawn = world(state.view(viewer), rng)
            assert any(card.is_star for card in drawn.hand(state.to_act[0]))


def test_the_viewers_own_cards_are_nobody_elses() -> None:
    """A card dealt to the viewer and taken by another is known there, and drawn for nobody."""
    state = next(
        state
        for seed in range(50)
        for state in stages(3, seed)
        if has_lost_a_card_to_another(state, 1)
    )
    drawn = world(state.view(1), random.Random(1))
    assert drawn.dealt[1] == state.dealt[1]
    for seat in (0, 2):
        assert not Counter(state.public.known[seat]) - Counter(drawn.hand(seat))
