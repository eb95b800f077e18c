"""Somebody who is connected: who they are, what they have been sent, and what waits to be sent.

Messages wait in a line of their own, so that a slow reader keeps nobody waiting. Whoever lets too
many pile up is dropped: on return they get what they missed in one piece.
"""

from __future__ import annotations

import asyncio

from funicular.core.wire import to_json
from funicular.live.messages import AnyFromServer
from funicular.table.wire import TableShown

MOST_WAITING = 256
LATER_CLOSE = 1013


class Connection:
    """A connection as its room sees it."""

    def __init__(self, guest: str | None, key: str, lang: str, seen: int) -> None:
        """Take who it is, the hash of their token, their language, and the last `seq` they know."""
        self.guest = guest
        self.key = key
        self.lang = lang
        self.seen = seen
        # As they were last shown it: what has not changed is not sent again. The seat is the one
        # whose cards they saw.
        self.seat: int | None = None
        self.table: TableShown | None = None
        self.outbox: asyncio.Queue[bytes | None] = asyncio.Queue(MOST_WAITING)
        self.dropped = False
        # What the socket is closed with: come back later.
        self.close_code = LATER_CLOSE

    def send(self, message: AnyFromServer) -> None:
        """Put a message at the end of the line."""
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
        """Send nothing more; whoever writes to the socket closes it with this code."""
        if not self.dropped:
            self.close_code = code
            self.dropped = True
            while not self.outbox.empty():
                self.outbox.get_nowait()
            self.outbox.put_nowait(None)
