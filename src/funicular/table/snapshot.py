"""A table as bytes and back, so that a long log need not be played again: a cache, no more.

A log of thousands of entries is played again move by move; what came of it can be put together
much faster. The bytes are good only for the program that wrote them: `form` names it, and what has
another form is not read. Nothing in them can name anything but our own values.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable
from functools import lru_cache
from itertools import chain
from typing import Any, cast

import msgspec
from msgspec import Struct

from funicular.core.event_chain import EventChain, Pairs
from funicular.core.game import Game, Move, TableEvent
from funicular.core.wire import Written
from funicular.table.past import Past
from funicular.table.table import Table

# To be counted up when the same fields come to mean something else.
FORM = 1
OURS = ("funicular.core.", "funicular.games.", "funicular.table.")

ATOM, TUPLE, STRUCT, WRITTEN, DICT, GAME, PAST, LIST, EVENTS = range(9)
ATOMS = (type(None), bool, int, float, str)

# One value: what it is, and what it is made of, named by the places of earlier ones.
Piece = tuple[int, Any]


class _Pieces(Struct):
    """All values of a table, each after those it is made of; the last is the table itself."""

    classes: list[str]
    pieces: list[Piece]


class CannotThaw(ValueError):
    """These are not the bytes of a table, or not ours."""


@lru_cache(maxsize=1)
def form() -> str:
    """What this program's tables are made of, in a few letters."""
    kinds = sorted(
        f"{name}:{each.__struct_fields__}"
        for module, found in list(sys.modules.items())
        if module.startswith(OURS)
        for name, each in vars(found).items()
        if isinstance(each, type) and issubclass(each, Struct)
    )
    return f"{FORM}-{hashlib.sha256(repr(kinds).encode()).hexdigest()[:16]}"


def freeze(table: Table) -> bytes:
    """The table in the form of this program."""
    return msgspec.msgpack.encode(_Freezing(table.game).pieces_of(table))


def thaw(body: bytes, game: Game) -> Table:
    """The table again; `game` is the one that is played at it."""
    try:
        pieces = msgspec.msgpack.decode(body, type=_Pieces)
        table = _thawed(pieces, game)
    except (msgspec.MsgspecError, LookupError, TypeError, ValueError) as error:
        raise CannotThaw(str(error)) from error
    if not isinstance(table, Table):
        message = "no table"
        raise CannotThaw(message)
    return table


class _Freezing:
    """One table being taken apart. What is there twice is written once."""

    def __init__(self, game: object) -> None:
        self._game = game
        self._classes: dict[str, int] = {}
        self._pieces: list[Piece] = []
        self._placed: dict[object, int] = {}

    def pieces_of(self, table: Table) -> _Pieces:
        self._place(table)
        return _Pieces(list(self._classes), self._pieces)

    def _place(self, value: object) -> int:
        """The place of this value."""
        # By identity, since equal values of two kinds are two values; the table keeps them alive.
        key = (type(value), value) if isinstance(value, ATOMS) else id(value)
        if key not in self._placed:
            piece = self._piece(value)
            self._placed[key] = len(self._pieces)
            self._pieces.append(piece)
        return self._placed[key]

    def _piece(self, value: object) -> Piece:
        parts: Iterable[object]
        match value:
            case None | bool() | int() | float() | str():
                return ATOM, value
            case Struct():
                fields = [self._place(getattr(value, name)) for name in value.__struct_fields__]
                return STRUCT, [self._class(value), *fields]
            case EventChain():
                kind, parts = EVENTS, value.events
            case (EventChain() | tuple(), TableEvent()):
                # A chain that nobody has read: as pairs it is as deep as the deal is long.
                kind, parts = EVENTS, EventChain(cast("Pairs[TableEvent, Move]", value)).events
            case tuple() | list():
                # Lists are in the options that a table was opened with.
                kind, parts = TUPLE if isinstance(value, tuple) else LIST, value
            case dict():
                kind, parts = DICT, chain.from_iterable(value.items())
            case Written():
                return WRITTEN, [self._class(value), str(value)]
            case _:
                return self._without_parts(value), None
        return kind, [self._place(part) for part in parts]

    def _without_parts(self, value: object) -> int:
        if value is self._game:
            return GAME
        if not isinstance(value, Past):
            message = f"{type(value).__name__} cannot be frozen"
            raise TypeError(message)
        # A past is a cache of its own, which grows again.
        return PAST

    def _class(self, value: object) -> int:
        kind = type(value)
        name = f"{kind.__module__}:{kind.__qualname__}"
        return self._classes.setdefault(name, len(self._classes))


def _thawed(pieces: _Pieces, game: object) -> object:
    classes = [_class(name) for name in pieces.classes]
    values: list[Any] = []
    for kind, made_of in pieces.pieces:
        if kind == ATOM:
            value: Any = made_of
        elif kind == TUPLE:
            value = tuple([values[place] for place in made_of])
        elif kind == LIST:
            value = [values[place] for place in made_of]
        elif kind == STRUCT:
            made, *places = made_of
            fields = [values[place] for place in places]
            value = classes[made](**dict(zip(_fields(classes[made]), fields, strict=True)))
        elif kind == WRITTEN:
            made, text = made_of
            value = classes[made].parse(text)
        elif kind == DICT:
            flat = [values[place] for place in made_of]
            value = dict(zip(flat[::2], flat[1::2], strict=True))
        elif kind == EVENTS:
            value = EventChain.of([values[place] for place in made_of])
        elif kind == PAST:
            value = Past()
        else:
            value = game
        values.append(value)
    return values[-1]


def _fields(kind: Any) -> tuple[str, ...]:  # noqa: ANN401 - a class of structs
    fields: tuple[str, ...] = kind.__struct_fields__
    return fields


def _class(name: str) -> Any:  # noqa: ANN401 - one of our classes
    """The class of this name; only ours, and only those whose values are plain."""
    module, _, kind = name.partition(":")
    if not module.startswith(OURS):
        raise LookupError(name)
    # A snapshot of another release may name a class that is called otherwise here, or is gone.
    found = getattr(sys.modules[module], kind, None)
    if not isinstance(found, type) or not (issubclass(found, Struct) or hasattr(found, "parse")):
        raise LookupError(name)
    return found
