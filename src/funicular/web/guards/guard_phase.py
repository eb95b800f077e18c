"""The life of a connection as its guard sees it."""

from __future__ import annotations

from enum import Enum, auto


class GuardPhase(Enum):
    """What becomes of bytes that arrive."""

    HTTP = auto()
    # Asked to become a WebSocket: not read until the application says so.
    UPGRADED = auto()
    SOCKET = auto()
    # We have said goodbye on a socket: only the peer's close frame is looked for.
    ENDING = auto()
    # We have answered a request without its body: what still comes is thrown away.
    LINGERING = auto()
    CLOSED = auto()
