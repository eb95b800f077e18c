"""Messages as text and back. The types are the server's own, so both ends agree by construction."""

from __future__ import annotations

import msgspec

from funicular.client.errors import BadMessage
from funicular.core.wire import Written, to_json
from funicular.live.messages import AnyFromClient, AnyFromServer


class _Typed(msgspec.Struct):
    type: str


def _parse(kind: type, value: object) -> object:
    if not issubclass(kind, Written) or not isinstance(value, str):
        message = f"{kind.__name__} cannot be read from JSON"
        raise TypeError(message)
    return kind.parse(value)


_decoder: msgspec.json.Decoder[AnyFromServer] = msgspec.json.Decoder(AnyFromServer, dec_hook=_parse)
_KNOWN = frozenset(kind.__struct_config__.tag for kind in AnyFromServer.__args__)


def encode(message: AnyFromClient) -> str:
    """The message as it is sent."""
    return to_json(message).decode()


def decode(data: str | bytes) -> AnyFromServer | None:
    """The message that was received; None for a kind that this version does not know.

    The protocol may gain messages and fields; what is known must have its shape.
    """
    try:
        return _decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError, TypeError) as error:
        if _is_of_unknown_kind(data):
            return None
        raise BadMessage("client.bad-message", problem=str(error)) from error


def _is_of_unknown_kind(data: str | bytes) -> bool:
    try:
        return msgspec.json.decode(data, type=_Typed).type not in _KNOWN
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return False
