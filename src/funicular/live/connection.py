"""A connection to a table: who has it, what it has been sent, and what waits to be sent.

Messages wait in a queue of their own, so that a slow reader keeps nobody waiting. A connection that
lets too many pile up is dropped: when it comes back it gets what it missed in one piece.
"""

from __future__ import annotations

import asyncio
from typing import Any

from funicular.core.wire import to_json
from funicular.live.messages import AnyFromServer
from funicular.table.render import OwnTable

MOST_WAITING = 256
LATER_CLOSE = 1013


class Connection:
    """A connection as its room sees it."""

    __slots__ = (
        *("guest", "key", "lang", "seen", "seat", "public", "own"),
        *("outbox", "dropped", "close_code", "__weakref__"),
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
        self.outbox: asyncio.Queue[bytes | None] = asyncio.Queue(MOST_WAITING)
        self.dropped = False
        # What the socket is closed with: come back later.
        self.close_code = LATER_CLOSE

    def send(self, message: AnyFromServer) -> None:
        """Put a message at the end of the queue."""
        self.send_bytes(to_json(message))

    def send_bytes(self, message: bytes) -> None:
        """The same for a message written already."""
        if self.dropped:
            return
        try:
            self.outbox.put_nowait(message)
        except asyncio.QueueFull:
            self.drop()

    def drop(self, code: int = LATER_CLOSE) -> None:
        """Send nothing more; the task that writes to the socket closes it with this code."""
        if not self.dropped:
            self.close_code = code
            self.dropped = True
            while not self.outbox.empty():
                self.outbox.get_nowait()
            self.outbox.put_nowait(None)
