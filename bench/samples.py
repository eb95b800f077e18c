"""Worlds drawn from what one seat knows: how fast, and whether they can be.

A sample is wrong when a seat that did not follow a suit holds a card of it. And a sampler that
never deals a card of the stock to a hand knows something that nobody at the table does.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

import funicular
from bench.oh_hell import SEATS, game_here, hands_there
from bench.playouts import kernel
from bench.positions import Position
from bench.rounds import Work, in_turn, once
from funicular.core.bits import bits_of
from funicular.games.ascenseur.cards import Card
from funicular.games.ascenseur.worlds import evidence

WORLDS_A_CALL = 50
SAMPLES_A_POSITION = 200

# The hands of every seat in a world drawn for this position.
Sampler = Callable[[Position, random.Random], Sequence[set[Card]]]


class Faults(Struct, frozen=True):
    """Samples looked at, and how many were like this."""

    samples: int
    # Of those positions in which some hidden hand is known to be void in a suit that is about.
    with_voids: int
    broken: int
    stock_moved: int


def ours_in_python(position: Position) -> Work:
    """States by the public function."""
    rng = random.Random(1)
    return once(lambda: funicular.worlds(position.view, rng))


def ours_as_states(position: Position) -> Work:
    """Drawn by the twin, handed over as states of the Python game."""
    return _in_calls(kernel("ascenseur-52").worlds, position)


def ours_inside(position: Position) -> Work:
    """Drawn by the twin and used there, as a search does."""
    return _in_calls(kernel("ascenseur-52").worlds_checksum, position)


def _in_calls(draw: Callable[..., object], position: Position) -> Work:
    rng = random.Random(1)

    def work() -> int:
        draw(position.view, rng, WORLDS_A_CALL)
        return WORLDS_A_CALL

    return work


def open_spiel(position: Position) -> Work:
    """Its own sampler, with the quickest generator that Python has to offer."""
    rng = random.Random(1)
    return once(lambda: position.there.resample_from_infostate(position.seat, rng.random))


OURS: dict[str, Callable[[Position], Work]] = {"ours, Python": ours_in_python}
if kernel("ascenseur-52"):
    OURS = {
        "ours, compiled, used where they are drawn": ours_inside,
        "ours, compiled, handed over as Python states": ours_as_states,
        **OURS,
    }
PEER = "open_spiel resample_from_infostate"


def speed(places: Sequence[Position]) -> dict[str, Work]:
    """A work for every sampler there is here, over these positions in turn."""
    samplers = {**OURS, PEER: open_spiel}
    return {
        name: in_turn([sampler(place) for place in places]) for name, sampler in samplers.items()
    }


def hands_by_twin(position: Position, rng: random.Random) -> Sequence[set[Card]]:
    """A world of the twin's."""
    (state,) = kernel("ascenseur-52").worlds(position.view, rng, 1)
    return [set(state.hand(seat)) for seat in range(SEATS)]


def hands_in_python(position: Position, rng: random.Random) -> Sequence[set[Card]]:
    """A world of the Python game's."""
    state = game_here().world(position.view, rng)
    return [set(state.hand(seat)) for seat in range(SEATS)]


def hands_of_open_spiel(position: Position, rng: random.Random) -> Sequence[set[Card]]:
    """A sample of theirs."""
    sample = position.there.resample_from_infostate(position.seat, rng.random)
    return hands_there(sample, position.state.cards)


def faults(places: Sequence[Position], sampler: Sampler, samples: int) -> Faults:
    """Look at so many samples of every position."""
    rng = random.Random(1)
    with_voids = broken = stock_moved = 0
    for place in places:
        voids = evidence(place.view).voids
        others = [seat for seat in range(SEATS) if seat != place.seat]
        dealt = bits_of(card for seat in range(SEATS) for card in place.state.hand(seat))
        informed = any(voids[seat] for seat in others)
        for _ in range(samples):
            hands = sampler(place, rng)
            with_voids += informed
            broken += any(card.bit & voids[seat] for seat in others for card in hands[seat])
            stock_moved += any(not card.bit & dealt for seat in others for card in hands[seat])
    return Faults(len(places) * samples, with_voids, broken, stock_moved)


def faults_table(sizes: Mapping[int, Sequence[Position]], samples: int = SAMPLES_A_POSITION) -> str:
    """Both sides on the same positions, by the number of cards dealt."""
    samplers: dict[str, Sampler] = {
        "ours, Python": hands_in_python,
        "open_spiel": hands_of_open_spiel,
    }
    if kernel("ascenseur-52"):
        samplers = {"ours, compiled": hands_by_twin, **samplers}
    lines = [
        "| samples | number | a void is known | of these, broken | a stock card in a hand |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    for cards, places in sizes.items():
        for name, sampler in samplers.items():
            found = faults(places, sampler, samples)
            lines.append(
                f"| {cards} cards, {name} | {found.samples:,} | {found.with_voids:,} "
                f"| {found.broken / max(found.with_voids, 1):.1%} "
                f"| {found.stock_moved / found.samples:.1%} |"
            )
    return "\n".join(lines)
