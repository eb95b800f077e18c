"""A connection to a table: who has it, what it has been sent, and what waits to be sent.

Messages are sent at once. Those for a slow reader wait in a queue of its own, so that it keeps
nobody waiting. A connection that lets too many pile up is dropped: when it comes back it gets what
it missed in one piece.
"""

from __future__ import annotations

from typing import Protocol

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

    def holds(self, size: int) -> None:
        """Take note of how many bytes wait until the client reads."""

    def close(self, code: int) -> None:
        """Say goodbye with this code."""


class Connection:
    """A connection as its room sees it."""

    __slots__ = (
        *("guest", "key", "lang", "seen", "seat", "public", "own"),
        *("networks", "wire", "outbox", "waiting", "dropped", "__weakref__"),
    )

    def __init__(
        self, guest: str | None, key: str, lang: str, seen: int, networks: tuple[str, ...] = ()
    ) -> None:
        """Take the guest, the hash of their token, their language, and the last `seq` they know.

        `networks` are those of their address, the widest first.
        """
        self.guest = guest
        self.key = key
        self.lang = lang
        self.seen = seen
        self.networks = networks
        # As it was last shown the table: what has not changed is not sent again. The seat is the
        # one whose cards it saw; `public` is what all see, as `PublicTables` has it.
        self.seat: int | None = None
        self.public: tuple[bytes, ...] | None = None
        self.own: OwnTable | None = None
        # None before there is one and after it is gone.
        self.wire: Wire | None = None
        # What waits until the client reads again.
        self.outbox: list[bytes] = []
        self.waiting = 0
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
            self._wait(self.waiting + len(message))

    def flush(self) -> None:
        """Send what waits, for as long as the client reads it."""
        sent = 0
        while self.wire is not None and sent < len(self.outbox):
            if not self.wire.send(self.outbox[sent]):
                break
            sent += 1
        if sent:
            self._wait(self.waiting - sum(map(len, self.outbox[:sent])))
            del self.outbox[:sent]

    def _wait(self, size: int) -> None:
        """So many bytes wait; they count for whoever reads them."""
        self.waiting = size
        if self.wire is not None:
            self.wire.holds(size)

    def drop(self, code: int = LATER_CLOSE) -> None:
        """Send nothing more, and close with this code."""
        if not self.dropped:
            self.dropped = True
            self.outbox.clear()
            self._wait(0)
            if self.wire is not None:
                self.wire.close(code)
