"""A connection to a table: who has it, what it has been sent, and what waits to be sent.

Messages are sent at once. Those for a slow reader wait in a queue of its own, so that it keeps
nobody waiting. A connection that lets too many pile up is dropped: when it comes back it gets what
it missed in one piece.
"""

from __future__ import annotations

from typing import Any, Protocol

from funicular.core.wire import to_json
from funicular.live.messages import AnyFromServer
from funicular.table.render import OwnTable

MOST_WAITING = 256
LATER_CLOSE = 1013
# Come again: the server stops, or the table goes on at another one.
MOVED_CLOSE = 1012


class Wire(Protocol):
    """What leads to the client of a connection."""

    def send(self, message: bytes) -> bool:
        """Send a message; False, and nothing is sent, while the client does not read."""

    def close(self, code: int) -> None:
        """Say goodbye with this code."""


class Connection:
    """A connection as its room sees it."""

    __slots__ = (
        *("guest", "key", "lang", "seen", "seat", "public", "own"),
        *("wire", "outbox", "dropped", "__weakref__"),
    )

    def __init__(self, guest: str | None, key: str, lang: str, seen: int) -> None:
        """Take the guest, the hash of their token, their language, and the last `seq` they know."""
        self.guest = guest
        self.key = key
        self.lang = lang
        self.seen = seen
        # As it was last shown the table: what has not changed is not sent again. The seat is the
        # one whose cards it saw; `public` is what all see, as `PublicTables` has it.
        self.seat: int | None = None
        self.public: dict[str, Any] | None = None
        self.own: OwnTable | None = None
        # None before there is one and after it is gone.
        self.wire: Wire | None = None
        # What waits until the client reads again.
        self.outbox: list[bytes] = []
        self.dropped = False

    def send(self, message: AnyFromServer) -> None:
        """Send a message, or put it at the end of the queue."""
        self.send_bytes(to_json(message))

    def send_bytes(self, message: bytes) -> None:
        """The same for a message written already."""
        if self.dropped:
            return
        if not self.outbox and self.wire is not None and self.wire.send(message):
            return
        if len(self.outbox) >= MOST_WAITING:
            self.drop()
        else:
            self.outbox.append(message)

    def flush(self) -> None:
        """Send what waits, for as long as the client reads it."""
        sent = 0
        while self.wire is not None and sent < len(self.outbox):
            if not self.wire.send(self.outbox[sent]):
                break
            sent += 1
        del self.outbox[:sent]

    def drop(self, code: int = LATER_CLOSE) -> None:
        """Send nothing more, and close with this code."""
        if not self.dropped:
            self.dropped = True
            self.outbox.clear()
            if self.wire is not None:
                self.wire.close(code)
