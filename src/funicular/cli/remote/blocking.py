"""The client for live tables, for code that waits.

The terminal waits for a person or a program, in the main thread, where Ctrl-C reaches it. Meanwhile
the client lives in a thread of its own: it answers the server, and comes back after a break.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import suppress
from queue import SimpleQueue
from typing import TypeVar

from funicular.client import ClientError, LiveTable, RefusedByServer, TableAddress, TableView
from funicular.client.hints import GivenHint, ask_for_hint
from funicular.table import commands

T = TypeVar("T")
# For saying goodbye; after that the connection is simply cut.
CLOSING_SECONDS = 2.0


class BlockingTable:
    """A live table whose every method returns when it is done."""

    def __init__(
        self, address: TableAddress, lang: str, token: str | None, lost: Callable[[], None]
    ) -> None:
        """Connect. `lost` is called, in the caller's thread, after the connection has broken."""
        self._lost = lost
        # True for a break, False for the end of what is waited for.
        self._heard: SimpleQueue[bool] = SimpleQueue()
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()
        self._table = LiveTable(
            address, lang=lang, token=token, lost=lambda: self._heard.put(item=True)
        )
        self._views: AsyncIterator[TableView] = self._table.views()
        try:
            self._wait(self._table.open())
        except BaseException:
            self._stop()
            raise

    @property
    def view(self) -> TableView:
        """The table as it was last shown."""
        return self._table.view

    def next_view(self) -> TableView:
        """Wait until something has changed since the view before; the first one does not wait."""

        async def following() -> TableView:
            return await anext(self._views)

        return self._wait(following())

    def newest(self) -> TableView:
        """The table as it is now, with what is new since the view before."""
        return self._wait(self._table.until(lambda _: True))

    def sit(self, name: str, token: str) -> None:
        """Take a free seat, with this token for it."""
        self._wait(self._table.sit(name, token=token))

    def do(self, command: commands.AnyCommand) -> RefusedByServer | None:
        """Do something; why it was refused, if it was."""
        try:
            self._wait(self._table.do(command))
        except RefusedByServer as refused:
            return refused
        return None

    def hint(self, lang: str) -> GivenHint:
        """What to do now, measured by the server; `ClientError` says why there is no hint."""
        return ask_for_hint(self._table.address, self._table.token or "", lang)

    def close(self) -> None:
        """Leave. The seat stays one's own."""
        closing = asyncio.run_coroutine_threadsafe(self._table.close(), self._loop)
        with suppress(TimeoutError, ClientError):
            closing.result(CLOSING_SECONDS)
        self._stop()

    def _stop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)

    def _wait(self, what: Coroutine[object, None, T]) -> T:
        """Let it happen in the other thread, and tell of breaks meanwhile."""
        future = asyncio.run_coroutine_threadsafe(what, self._loop)
        future.add_done_callback(lambda _: self._heard.put(item=False))
        while self._heard.get():
            self._lost()
        return future.result()
