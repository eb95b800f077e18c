"""Calls of every function of the compiled kernels, with arguments in and out of range.

A call begins as a sound one, made from a real deal, and is then spoilt in a place or two or not at
all: a number too large, a card twice, a list too short, a thing of another type. Deals, positions
and views are packed words, which are spoilt one by one.
"""

from __future__ import annotations

import math
import random
import struct
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, TypeVar

from hypothesis import strategies as st

from funicular.native import weights
from funicular.native.numbers import ascenseur as ascenseur_numbers
from funicular.native.numbers import auf_ab as auf_ab_numbers
from funicular.native.numbers import dnpup as dnpup_numbers
from funicular.native.numbers.packing import packed
from tests.kit import VARIANTS, begin, seeds, walk
from tests.native.kernel_process import Call

MOST_MOVES = 90
NATIVE = "funicular.native."

# Numbers at the edges of what the kernels use; between them nothing that takes long.
NUMBERS = [-(2**63) - 1, -(2**63), -(2**31) - 1, -2, -1, 0, 1, 2, 3, 5, 6, 7, 13, 17, 18, 26, 40]
NUMBERS += [52, 53, 55, 56, 63, 64, 65, 116, 127, 128, 255, 256, 10_001, 2**31 - 1, 2**31, 2**40]
NUMBERS += [2**52 - 1, 2**52, 2**55 - 1, 2**55, 2**63 - 1, 2**63, 2**64 - 1, 2**64, 10**30]
WRONG: list[Any] = [[None], "x", b"", 1.5, math.nan, (), [], [[]], {}, True]
TYPES_CONFUSED = 0.02
MOSTLY_GOOD = 0.9
WORD = 2**32 - 1
# Walking to a position takes longer than a call.
CALLS_A_PLACE = 10

# What is asked for besides a position, as it should be and otherwise.
GOOD: dict[str, list[Any]] = {
    "count": [1, 2, 3, 5],
    "seed": [0, 1, 2**32, 2**64 - 1],
    "budget": [(1, None), (12, None), (40, None), (None, 0.001), (5, 0.1)],
    "limits": [((2, None, None),), ((5, None, None),), ((None, 30, None),), ((None, None, 0.001),)],
    "objective": [0, 1, 2],
    "race": [True, False],
    "only": [([],), ([0],)],
    "others": [((0, []),), ((1, []),), ((2, []),), ((0, [1, 2, 3, 4] * 6),)],
    "made": [0, 1],
    "auf-ab seats": [3, 4],
    "dnpup rules": [(2, 600), (3, 30), (4, 600), (5, 1), (5, 600)],
    "hand size": [()],
    "tables": [1, 3, 40],
    "threads": [1, 2, 5],
}
BAD_DNPUP = [(1, 600), (6, 600), (0, 600), (-1, 1), (2, 0), (3, -1), (4, 10_001)]
BAD: dict[str, list[Any]] = {
    # Far above the bound: spoilt, it must not become a thousand million deals, which are allowed.
    "count": [0, -1, -(2**63), 10**12, 2**63, 10**30],
    "seed": [-1, 2**64, -(10**30)],
    "budget": [
        (None, None),
        (0, None),
        (-1, None),
        (10**12, None),
        (10**30, None),
        (None, 0.0),
        (None, -1.0),
        (None, math.nan),
        (5, math.nan),
        (None, math.inf),
        (None, 10**400),
        (None, 3601),
        (5, -math.inf),
    ],
    "limits": [
        ((None, None, None),),
        ((5, 5, None),),
        ((5, None, 0.1),),
        ((1, None, None),),
        ((-5, None, None),),
        ((10**12, None, None),),
        ((10**30, None, None),),
        ((None, 0, None),),
        ((None, 10**12, None),),
        ((None, None, math.nan),),
        ((None, None, -1.0),),
        ((2.5, None, None),),
        (("5", None, None),),
    ],
    "objective": [3, -1, 2**31, 10**30],
    "race": [True],
    "only": [([10**6],), ([0, 0],), ([1, 0],), ([2**40],), ([-1],)],
    "others": [
        ((3, []),),
        ((2**63, []),),
        ((0, [1]),),
        ((0, [0] * 24),),
        ((0, [10**9 + 1] * 24),),
    ],
    "made": [10**6, 2**40, -1],
    "auf-ab seats": [2, 5, 0, -1, 55, 127, 2**31],
    "dnpup rules": BAD_DNPUP,
    "tables": [0, -1, 2**24 + 1, 2**63, 10**30],
    "threads": [0, -1, 257, 2**63, 10**30],
    "hand size": [0, -1, 14, 17, 18, 40, 127, 255, 256, 2**31, 10**30],
}


@dataclass(frozen=True)
class Place:
    """A real position: which variant, and how a random walk gets there."""

    variant: int
    seed: int
    # From the beginning, or, below 0, from the end of the deal.
    moves: int
    seat: int | None

    @property
    def state(self) -> Any:  # noqa: ANN401 - its own game's
        """All the cards."""
        return _state(self.variant, self.seed, self.moves)

    @property
    def view(self) -> Any:  # noqa: ANN401 - its own game's
        """What the seat sees."""
        return self.state.view(self.seat)

    @property
    def own_turn(self) -> bool:
        """Whether it is this seat's turn."""
        return self.seat in self.state.to_act


@lru_cache(maxsize=4)
def _state(variant: int, seed: int, moves: int) -> Any:  # noqa: ANN401 - its own game's
    rng = random.Random(seed)
    start = begin(VARIANTS[variant].game, rng)
    path = walk(start, rng, None if moves < 0 else moves)
    return path[max(moves, -len(path))] if moves < 0 else path[-1]


@st.composite
def places(draw: st.DrawFn, kernel: str) -> Place:
    """A position of one of the kernel's games, more often than not with the turn of its viewer."""
    games = [n for n, each in enumerate(VARIANTS) if each.game_name.startswith(kernel)]
    place = Place(draw(st.sampled_from(games)), draw(seeds), draw(st.integers(0, MOST_MOVES)), None)
    state = place.state
    seat = draw(st.sampled_from([None, *range(state.setup.seats), *state.to_act * 6]))
    return replace(place, seat=seat)


# Spoiling a call, by chance from a seed: Hypothesis would change the same few things over and over.


def spoilt(value: Any, rng: random.Random) -> Any:  # noqa: ANN401 - one a type
    """The same with one thing changed in it."""
    # Now and then a thing of another type; more would hide everything else.
    if rng.random() < TYPES_CONFUSED:
        return rng.choice(WRONG)
    match value:
        case bool():
            return not value
        case int():
            return spoilt_number(value, rng)
        case tuple() | list():
            return spoilt_items(value, rng)
        case bytes():
            return spoilt_words(value, rng)
        case _:
            return rng.choice(WRONG)


def spoilt_call(call: Call, rng: random.Random) -> Call:
    """The same function with other arguments; their number, which has no defaults, stays."""
    args = list(call.args)
    # What describes the position is larger than all else, and more goes wrong there.
    place = rng.choices(range(len(args)), [_size(arg) for arg in args])[0]
    args[place] = spoilt(args[place], rng)
    return replace(call, args=tuple(args))


def spoilt_words(packed: bytes, rng: random.Random) -> bytes:
    """Packed numbers with a word changed, gone, there twice or added, or cut off anywhere."""
    if rng.random() < TYPES_CONFUSED:
        return packed[: rng.randrange(len(packed) or 1)]
    words = spoilt_items(words_in(packed), rng)
    return b"".join((word & WORD).to_bytes(4, "little") for word in words if type(word) is int)


def words_in(packed: bytes) -> list[int]:
    """The words that were packed."""
    return list(struct.unpack(f"<{len(packed) // 4}i", packed[: len(packed) // 4 * 4]))


def _size(value: object) -> int:
    match value:
        case bytes():
            return 6
        case tuple() | list():
            return min(6, 1 + sum(map(_size, value)))
        case _:
            return 1


def spoilt_number(number: int, rng: random.Random) -> int:
    """Another number: a neighbour, one with a card more or moved, a small one or an odd one."""
    # A small number is a seat, a size or a card; a large one is a set of cards.
    bits = 7 if -128 < number < 128 else 56
    match rng.randrange(16):
        case 0 | 1 | 2 | 3:
            return number + rng.choice([-1, 1])
        case 4 | 5 | 6 | 7:
            return number ^ 1 << rng.randrange(bits)
        case 8 | 9 | 10 | 11:
            return number ^ 1 << rng.randrange(bits) ^ 1 << rng.randrange(bits)
        case 12 | 13 | 14:
            return rng.randrange(-2, 70)
        case _:
            return rng.choice(NUMBERS)


Items = TypeVar("Items", bound="tuple[Any, ...] | list[Any]")


def spoilt_items(value: Items, rng: random.Random) -> Items:
    """A list with a thing in it changed, gone, there twice, in another place or added."""
    items = list(value)
    # A tuple of another length is only a thing of another type.
    whole = isinstance(value, tuple) and rng.random() > TYPES_CONFUSED
    place = rng.randrange(len(items)) if items else 0
    other = rng.randrange(len(items)) if items else 0
    match rng.randrange(8 if whole else 12) if items else 11:
        case 8:
            del items[place]
        case 9:
            items.insert(other, items[place])
        case 10:
            items[place], items[other] = items[other], items[place]
        case 11:
            items.append(rng.choice(items) if items else rng.randrange(-2, 130))
        case _:
            items[place] = spoilt(items[place], rng)
    return type(value)(items)


@dataclass(frozen=True)
class Tried:
    """A call, where it comes from, and whether it is just as the facade would make it."""

    call: Call
    place: Place
    sound: bool


# Numbers by name: those that are asked for besides the position.
Extras = dict[str, tuple[Any, ...]]
Make = Callable[[Place, Extras], Call]
# How many ranks a suit has, by deck.
RANKS = {52: 13, 32: 8}
GAMES = {"_ascenseur": "ascenseur", "_auf_ab": "auf-ab", "_dnpup": "dnpup"}


def extras(rng: random.Random, *, good: bool) -> Extras:
    """All of them, each as it should be if `good`, else perhaps not."""
    drawn = {}
    for name, values in GOOD.items():
        value = rng.choice(values if good or rng.random() < MOSTLY_GOOD else BAD[name])
        drawn[name] = value if isinstance(value, tuple) else (value,)
    return drawn


@st.composite
def tries(draw: st.DrawFn, kernel: str) -> list[Tried]:
    """Calls about one position, some of them sound, most spoilt up to three times."""
    place = draw(places(GAMES[kernel]))
    rng = random.Random(f"{draw(seeds)} {place}")
    return [tried(kernel, place, rng) for _ in range(CALLS_A_PLACE)]


def tried(kernel: str, place: Place, rng: random.Random) -> Tried:
    """A call of any of the kernel's functions."""
    name = rng.choice(sorted(set(KERNEL_CALLS[kernel]) - MADE_BY_OTHERS))
    if name == "solve":
        # Only endings: whole deals take seconds each.
        place = replace(place, moves=-rng.randint(1, 16))
    times = rng.choice([0, 1, 1, 1, 1, 2, 3])
    call = KERNEL_CALLS[kernel][name](place, extras(rng, good=times == 0))
    for _ in range(times):
        call = spoilt_call(call, rng)
    return Tried(call, place, times == 0)


def _ascenseur(name: str, *subject: str) -> Make:
    """A call with what is seen or told of a position, and with what else it takes."""

    def make(place: Place, extras: Extras) -> Call:
        state = place.state
        seat = 0 if place.seat is None else place.seat
        seen = ascenseur_numbers.view_numbers(state.view(seat))
        told = ascenseur_numbers.state_numbers(state)
        turned = state.upcard is not None
        cards = extras["hand size"] or (state.cards,)
        rules = ascenseur_numbers.rules_of(state.setup)
        parts = extras | {
            "seen": (seen,),
            "told": (told,),
            "seat": (seat,),
            "deal": (short((*rules, state.dealer, *cards, turned)),),
            "sizes": (short((*rules, RANKS[state.setup.options.deck], 1, *cards, turned)),),
        }
        return Call(NATIVE + "_ascenseur", name, _joined(parts, subject))

    return make


def _auf_ab(name: str, *subject: str) -> Make:
    def make(place: Place, extras: Extras) -> Call:
        position = {
            "view": (auf_ab_numbers.view_numbers(place.view),),
            "state": (auf_ab_numbers.state_numbers(place.state),),
        }
        parts = extras | position | {"weights": (weights.read("auf_ab"),)}
        parts["deal"] = (short(extras["auf-ab seats"]),)
        return Call(NATIVE + "_auf_ab", name, _joined(parts, subject))

    return make


def _dnpup(name: str, *subject: str) -> Make:
    def make(place: Place, extras: Extras) -> Call:
        parts = extras | {"seen": (dnpup_numbers.view_numbers(place.view),)}
        parts["deal"] = (short(extras["dnpup rules"]),)
        return Call(NATIVE + "_dnpup", name, _joined(parts, subject))

    return make


def short(numbers: tuple[int, ...]) -> bytes:
    """These as words, whatever their size."""
    return packed([max(-(2**31), min(number, 2**31 - 1)) for number in numbers])


def _joined(parts: dict[str, tuple[Any, ...]], names: tuple[str, ...]) -> tuple[Any, ...]:
    return tuple(part for name in names for part in parts[name])


EVALUATING = ("seed", "limits", "objective", "race", "only", "others")
JUDGING = ("made", "seed", "limits", "objective")
# Every function and class of the compiled modules, and what it is given.
KERNEL_CALLS: dict[str, dict[str, Make]] = {
    "_ascenseur": {
        "playouts": _ascenseur("playouts", "deal", "count", "seed"),
        "trace": _ascenseur("trace", "deal", "seed"),
        "legal": _ascenseur("legal", "told"),
        "worlds": _ascenseur("worlds", "seen", "count", "seed"),
        "worlds_checksum": _ascenseur("worlds_checksum", "seen", "count", "seed"),
        "casual": _ascenseur("casual", "seen"),
        "assess": _ascenseur("assess", "seen", "seed", "budget"),
        "evaluate": _ascenseur("evaluate", "seen", *EVALUATING),
        "judge": _ascenseur("judge", "seen", *JUDGING),
        "assess_at_random": _ascenseur("assess_at_random", "seen", "seed", "budget"),
        "assess_knowing": _ascenseur("assess_knowing", "told", "seat", "seed", "budget"),
        "solve": _ascenseur("solve", "told"),
        "tables": _ascenseur("tables", "sizes", "tables", "threads"),
        "Tables": lambda *_: Call(NATIVE + "_ascenseur", "Tables"),
    },
    "_auf_ab": {
        "load_weights": _auf_ab("load_weights", "weights"),
        "legal": _auf_ab("legal", "state"),
        "playouts": _auf_ab("playouts", "deal", "count", "seed"),
        "trace": _auf_ab("trace", "deal", "seed"),
        "worlds": _auf_ab("worlds", "view", "count", "seed"),
        "assess": _auf_ab("assess", "view", "seed", "budget"),
        "evaluate": _auf_ab("evaluate", "view", *EVALUATING),
        "judge": _auf_ab("judge", "view", *JUDGING),
        "assess_knowing": _auf_ab("assess_knowing", "state"),
        "casual": _auf_ab("casual", "view"),
        "tables": _auf_ab("tables", "deal", "tables", "threads"),
        "Tables": lambda *_: Call(NATIVE + "_auf_ab", "Tables"),
    },
    "_dnpup": {
        "tables": _dnpup("tables", "deal", "tables", "threads"),
        "Tables": lambda *_: Call(NATIVE + "_dnpup", "Tables"),
        "playouts": _dnpup("playouts", "deal", "count", "seed"),
        "trace": _dnpup("trace", "deal", "seed"),
        "legal": _dnpup("legal", "seen"),
        "worlds": _dnpup("worlds", "seen", "count", "seed"),
        "worths": _dnpup("worths", "seen"),
        "assess": _dnpup("assess", "seen", "seed", "budget"),
        "evaluate": _dnpup("evaluate", "seen", *EVALUATING),
        "judge": _dnpup("judge", "seen", *JUDGING),
    },
}
CONSTANTS = {"PLAY", "SEALED"}
# Classes without a constructor.
MADE_BY_OTHERS = {"Tables"}
