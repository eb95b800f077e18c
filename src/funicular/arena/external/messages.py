"""The lines of the protocol: what is said to a program from outside, and what it may answer.

One JSON object a line, in UTF-8. Whatever the program prints is taken apart here with suspicion:
each way of getting it wrong is a `Forfeit` with a sentence of its own.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from funicular.arena.player import Forfeit
from funicular.core.errors import shown
from funicular.core.game import State, View
from funicular.core.options import OptionsByName
from funicular.core.wire import JsonObject, to_json
from funicular.games.sight import sight
from funicular.games.wire import Sight

PROTOCOL = 1


class DealBegins(Struct, frozen=True, tag_field="type", tag="hello"):
    """A deal is about to begin: at which table, in which seat."""

    protocol: int
    game: str
    seats: int
    seat: int | None
    options: Struct | OptionsByName
    # For a program that plays by chance: the same seed is sent when a run is repeated.
    seed: int
    time_ms: int


class Choose(Struct, frozen=True, tag_field="type", tag="choose"):
    """It is the program's turn."""

    id: int
    seat: int | None
    time_ms: int
    view: Sight
    legal: tuple[str, ...]


class Over(Struct, frozen=True, tag_field="type", tag="over"):
    """The deal is over. No points if somebody has thrown it away."""

    points: tuple[int, ...] | None
    void: bool


def hello(view: View, *, seed: int, seconds: float) -> bytes:
    """The first line: which game this is."""
    setup = view.setup
    return _line(
        DealBegins(
            PROTOCOL,
            setup.name,
            setup.seats,
            view.seat,
            setup.options,
            seed,
            _milliseconds(seconds),
        )
    )


def choose(view: View, number: int, *, seconds: float) -> bytes:
    """The question of this number: what the seat sees and what it may do."""
    legal = tuple(map(str, view.legal_moves()))
    return _line(Choose(number, view.seat, _milliseconds(seconds), sight(view), legal))


def over(state: State) -> bytes:
    """The last line."""
    return _line(Over(state.points, state.void))


def _line(message: Struct) -> bytes:
    return to_json(message) + b"\n"


def _milliseconds(seconds: float) -> int:
    return round(1000 * seconds)


def read_ready(line: bytes) -> None:
    """Take the answer to `hello`."""
    answer = _read(line, "ready")
    if answer.get("protocol") != PROTOCOL:
        given = shown(answer.get("protocol"))
        raise Forfeit("arena.outside.wrong-protocol", given=given, expected=PROTOCOL)


def read_move(line: bytes, number: int) -> str:
    """Take the answer to the question of this number: the move as text, legal or not."""
    answer = _read(line, "move")
    # `type`: true is no id, though Python holds it equal to 1.
    if type(answer.get("id")) is not int or answer["id"] != number:
        given = shown(answer.get("id"))
        raise Forfeit("arena.outside.wrong-id", given=given, expected=number)
    move = answer.get("move")
    if not isinstance(move, str):
        raise Forfeit("arena.outside.no-move", given=shown(move))
    return move


def _read(line: bytes, kind: str) -> JsonObject:
    text = shown(line.decode(errors="replace"))
    try:
        answer = msgspec.json.decode(line)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise Forfeit("arena.outside.no-json", line=text) from error
    if not isinstance(answer, dict):
        raise Forfeit("arena.outside.no-object", line=text)
    if answer.get("type") != kind:
        given = shown(answer.get("type"))
        raise Forfeit("arena.outside.wrong-type", given=given, expected=kind)
    return answer
