"""Whoever an operator has banned is not let in, and is sent out if they are here.

The bans come from the store (`funicular admin ban`) and are looked up in memory: every request of
everybody is asked about. A banned address is answered with 403 and a sentence, its sockets are
closed, and the log names it once. A banned name cannot be taken; whoever bears it already keeps it.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from funicular.admin.bans import BanList
from funicular.store.administration import Ban
from funicular.web.addresses import caller_of
from funicular.web.answers import asked_language, refusal, turn_away
from funicular.web.guard import guard_of
from funicular.web.logs import log
from funicular.web.refusals import Refusal

BANNED_CLOSE = 4003
# Addresses that were named in the log; an end to how much somebody with many can fill.
MOST_NAMED = 1000
# A peer that does not read is not waited for.
CLOSE_SECONDS = 2.0


class Bans:
    """The bans of this server, and the sockets that a new one may close."""

    def __init__(self) -> None:
        """Ban nobody yet."""
        self._list = BanList()
        self._named: OrderedDict[str, None] = OrderedDict()
        self._sockets: dict[str, set[asyncio.Task[object]]] = {}
        self._cut: set[asyncio.Task[object]] = set()

    def take(self, bans: Iterable[Ban]) -> None:
        """Take all bans that hold now, and close the sockets of those who are banned."""
        self._list = BanList(bans)
        for address in [each for each in self._sockets if self.refuses(each)]:
            self._name(address)
            for task in self._sockets[address] - self._cut:
                self._cut.add(task)
                task.cancel()

    def refuses(self, address: str) -> bool:
        """Whether this address is banned; of IPv6 the network that it is counted by."""
        return self._list.bans_address(address, time.time())

    def refuses_name(self, name: str) -> bool:
        """Whether nobody may take this name."""
        return self._list.bans_name(name, time.time())

    def check_name(self, name: str) -> None:
        """Refuse a name that is banned."""
        if self.refuses_name(name):
            raise Refusal("forbidden", "serve.name-banned")

    def turned_away(self, address: str) -> Refusal:
        """What a banned address is told; the log hears of it once."""
        self._name(address)
        return Refusal("forbidden", "serve.banned")

    @contextmanager
    def socket_open(self, address: str) -> Iterator[None]:
        """While this is open, a ban of the address cancels the task that holds it."""
        task = asyncio.current_task()
        if task is None:
            yield
            return
        self._sockets.setdefault(address, set()).add(task)
        try:
            yield
        finally:
            self._cut.discard(task)
            self._sockets[address].discard(task)
            if not self._sockets[address]:
                del self._sockets[address]

    def has_cut(self) -> bool:
        """Whether the task that asks was cancelled because of a ban."""
        return asyncio.current_task() in self._cut

    def _name(self, address: str) -> None:
        if address not in self._named:
            self._named[address] = None
            log("banned", address=address)
            while len(self._named) > MOST_NAMED:
                self._named.popitem(last=False)


class Banning:
    """The middleware that turns banned addresses away. It stands behind `Security`."""

    def __init__(self, app: ASGIApp, bans: Bans) -> None:
        """Wrap the application."""
        self.app = app
        self._bans = bans

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a banned address, and send it out when it is banned while connected."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        address = caller_of(scope).address
        if self._bans.refuses(address):
            answer = refusal(self._bans.turned_away(address), asked_language(HTTPConnection(scope)))
            await turn_away(answer, scope, receive, send)
        elif scope["type"] == "http":
            await self.app(scope, receive, send)
        else:
            await self._hold(address, scope, receive, send)

    async def _hold(self, address: str, scope: Scope, receive: Receive, send: Send) -> None:
        with self._bans.socket_open(address):
            try:
                await self.app(scope, receive, send)
            except asyncio.CancelledError:
                task = asyncio.current_task()
                if task is None or not self._bans.has_cut():
                    raise
                task.uncancel()
                guard = guard_of(scope)
                if guard is not None:
                    guard.end()
                with suppress(TimeoutError, OSError, RuntimeError):
                    async with asyncio.timeout(CLOSE_SECONDS):
                        await send({"type": "websocket.close", "code": BANNED_CLOSE, "reason": ""})
