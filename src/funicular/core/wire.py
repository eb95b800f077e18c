"""Values as JSON and back, strictly: cards and moves as their text, everything else as fields.

Two equal values have the same bytes, so a test can compare what two clients receive.
"""

from __future__ import annotations

from types import GenericAlias
from typing import Any, Protocol, TypeVar, get_args, get_origin, runtime_checkable

import msgspec

from funicular.core.card import Card
from funicular.core.errors import BadRecord, BadText, shown
from funicular.core.event_chain import EventChain

T = TypeVar("T")
# An object of JSON that is not read as any struct.
JsonObject = dict[str, Any]


@runtime_checkable
class Written(Protocol):
    """A value with exactly one spelling: `parse(str(value)) == value`."""

    @classmethod
    def parse(cls, text: str) -> object: ...  # noqa: D102 - Self is not allowed in isinstance


# Remembered by type: asking a protocol is slow, and a hand is many cards.
_is_written: dict[type, bool] = {}


def _encode(value: object) -> object:
    if isinstance(value, Card):
        return value.text
    kind = type(value)
    if kind not in _is_written:
        _is_written[kind] = isinstance(value, Written)
    if _is_written[kind]:
        return str(value)
    if isinstance(value, EventChain):
        return value.events
    message = f"{type(value).__name__} cannot be written as JSON"
    raise NotImplementedError(message)


def _decode(kind: type, value: object) -> object:
    if get_origin(kind) is EventChain:
        event, _ = get_args(kind)
        return EventChain.of(
            msgspec.convert(value, GenericAlias(tuple, (event, ...)), dec_hook=_decode)
        )
    if not issubclass(kind, Written):
        message = f"{kind.__name__} cannot be read from JSON"
        raise NotImplementedError(message)
    if not isinstance(value, str):
        raise BadText("text.not-text", given=shown(value))
    return kind.parse(value)


_encoder = msgspec.json.Encoder(enc_hook=_encode, order="deterministic")


def to_json(value: object) -> bytes:
    """Write a value as JSON: the same bytes for the same value."""
    return _encoder.encode(value)


def from_json(text: bytes | str, kind: type[T]) -> T:
    """Read a value of type `kind`; `BadRecord` says where the text is wrong."""
    try:
        return msgspec.json.decode(text, type=kind, dec_hook=_decode)
    except (msgspec.MsgspecError, UnicodeError, RecursionError, TypeError) as error:
        raise BadRecord("record.shape", problem=str(error)) from error
