"""The bans of an operator, looked up in memory: every request of everybody is asked about.

They come from the store (`funicular admin ban`). A banned address has its sockets closed, and the
log names it once. A banned name cannot be taken; a player who bears it already keeps it.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from funicular.admin.bans import BanList
from funicular.live.logs import log
from funicular.live.refusals import Refusal
from funicular.store.administration import Ban

# Addresses that were named in the log; an end to how much somebody with many can fill.
MOST_NAMED = 1000


class Bans:
    """The bans of this server, and the sockets that a new one may close."""

    def __init__(self) -> None:
        """Ban nobody yet."""
        self._list = BanList()
        self._named: OrderedDict[str, None] = OrderedDict()
        # By address, what closes each of its sockets.
        self._sockets: dict[str, set[Callable[[], object]]] = {}
        self._cut: set[asyncio.Task[object]] = set()

    def take(self, bans: Iterable[Ban]) -> None:
        """Take all bans that hold now, and close the sockets of those who are banned."""
        self._list = BanList(bans)
        for address in [each for each in self._sockets if self.refuses(each)]:
            self._name(address)
            for close in tuple(self._sockets[address]):
                close()

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

        def cancel() -> None:
            if task not in self._cut:
                self._cut.add(task)
                task.cancel()

        self.watch(address, cancel)
        try:
            yield
        finally:
            self._cut.discard(task)
            self.unwatch(address, cancel)

    def watch(self, address: str, close: Callable[[], object]) -> None:
        """Close a socket in this way when its address is banned, until `unwatch`."""
        self._sockets.setdefault(address, set()).add(close)

    def unwatch(self, address: str, close: Callable[[], object]) -> None:
        """The socket is gone."""
        self._sockets[address].discard(close)
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
