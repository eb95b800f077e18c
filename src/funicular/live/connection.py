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


class Outbox:
    """Messages that wait to be sent by the one task that writes to a socket; None is the end.

    Less than an `asyncio.Queue`, and smaller: a table has four of these, filled at every move.
    """

    __slots__ = ("_messages", "_waiter")

    def __init__(self) -> None:
        """Begin empty."""
        self._messages: list[bytes | None] = []
        self._waiter: asyncio.Future[None] | None = None

    def __len__(self) -> int:
        """How many wait."""
        return len(self._messages)

    def put(self, message: bytes | None) -> None:
        """Put a message at the end."""
        self._messages.append(message)
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def clear(self) -> None:
        """Throw all away."""
        self._messages.clear()

    def pop(self) -> bytes | None:
        """Take the first message, which must be there."""
        return self._messages.pop(0)

    async def wait(self) -> None:
        """Wait until there is a message."""
        while not self._messages:
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter


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
        self.outbox = Outbox()
        self.dropped = False
        # What the socket is closed with: come back later.
        self.close_code = LATER_CLOSE

    def send(self, message: AnyFromServer) -> None:
        """Put a message at the end of the queue."""
        self.send_bytes(to_json(message))

    def send_bytes(self, message: bytes) -> None:
        """The same for a message written already."""
        if len(self.outbox) >= MOST_WAITING:
            self.drop()
        if not self.dropped:
            self.outbox.put(message)

    def drop(self, code: int = LATER_CLOSE) -> None:
        """Send nothing more; the task that writes to the socket closes it with this code."""
        if not self.dropped:
            self.close_code = code
            self.dropped = True
            self.outbox.clear()
            self.outbox.put(None)
