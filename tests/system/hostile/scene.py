"""What an attack has to work with: connections from its address, its time, its share of a core."""

from __future__ import annotations

import asyncio
import itertools
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any

from tests.system.hostile.peer import Gone, Peer
from tests.system.hostile.target import (
    CORE_SHARE,
    MOST_BYTES,
    MOST_CONNECTIONS,
    Key,
    Order,
    Outcome,
)

# Before one that was turned away comes again.
PAUSE = 0.1
# How far ahead of its share an attacker may be.
CREDIT = 0.05
# How long a server that must end a flood may take for it after the last of it was sent: long enough
# for a busy machine, and shorter than any patience of its own.
GRACE = 3.0
# Who has sent less when the time is up was not a nuisance yet, unless an attack says otherwise.
MUCH = 1 << 17


class Budget:
    """The share of a core that this process may use."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._used = time.process_time()

    async def breathe(self) -> None:
        """Let others run, and wait until we are within our share again."""
        used = time.process_time() - self._used
        past = time.monotonic() - self._began
        await asyncio.sleep(max(0.0, (used - CREDIT) / CORE_SHARE - past))


class Scene:
    """One attack under way."""

    def __init__(
        self, order: Order, name: str, source: str, budget: Budget, *, much: int | None = None
    ) -> None:
        """`much` is after how many bytes the server must end a connection; None if it need not."""
        target = self.target = order.target
        self.source = source
        self.outcome = Outcome(name)
        self.until = time.monotonic() + order.seconds
        self._ends = much is not None
        self._much = much or MUCH
        self._budget = budget
        self._ports = itertools.cycle(target.ports)
        # Connections that the server has still to end.
        self._ending: list[asyncio.Task[None]] = []

    @property
    def on(self) -> bool:
        """Whether there is time left, and anything that may still be sent or opened."""
        return (
            time.monotonic() < self.until
            and self.outcome.connections < MOST_CONNECTIONS
            and self.outcome.sent < MOST_BYTES
        )

    async def breathe(self, pause: float = 0.0) -> None:
        """Stay within the share of a core."""
        await self._budget.breathe()
        if pause:
            await asyncio.sleep(pause)

    @asynccontextmanager
    async def peer(self, *, deaf: bool = False) -> AsyncIterator[Peer]:
        """A connection; how it ended is counted, and its end is no error."""
        self.outcome.connections += 1
        try:
            peer = await Peer.connect(self.target.host, next(self._ports), self.source, deaf=deaf)
        except OSError:
            self.outcome.count("no connection")
            self.outcome.turned_away += 1
            raise
        try:
            with suppress(Gone):
                yield peer
        finally:
            if self._ends and not self.on and peer.sent >= self._much:
                # Beside the attack: what ends the attack in time must not end the grace too.
                self._ending.append(asyncio.create_task(self._end(peer)))
            else:
                self._note(peer)
                peer.close()

    async def _end(self, peer: Peer) -> None:
        try:
            await peer.ends_within(GRACE)
        finally:
            self._note(peer)
            peer.close()

    async def end(self) -> None:
        """Wait until the server has ended what it must end, or has had its time for it."""
        await asyncio.gather(*self._ending)

    def _note(self, peer: Peer) -> None:
        """Count how a connection ended."""
        if peer.ended:
            self.outcome.cut += 1
            self.outcome.cut_after.append(peer.sent)
        elif not self.on and peer.sent >= self._much:
            self.outcome.left += 1
        self.outcome.sent += peer.sent

    async def again(
        self, one: Callable[[Peer], Awaitable[None]], connections: int = 1, *, deaf: bool = False
    ) -> None:
        """Do this on so many connections at once until the time is up; who is cut comes again."""

        async def over_and_over() -> None:
            while self.on:
                try:
                    async with self.peer(deaf=deaf) as peer:
                        await one(peer)
                    await self.breathe()
                except OSError:
                    await self.breathe(PAUSE)

        await asyncio.gather(*(self.in_time(over_and_over()) for _ in range(connections)))

    async def upgraded(self, peer: Peer, table: str) -> bool:
        """Make a socket of it; False, after a pause, if the server does not want to."""
        status = await peer.upgrade(table)
        if status != 101:
            self.outcome.count(status)
            self.outcome.turned_away += 1
            await self.breathe(PAUSE)
        return status == 101

    async def entered(self, peer: Peer, key: Key, *, token: bool = False) -> bool:
        """Come in at a table; False, after a pause, if one may not."""
        if not await self.upgraded(peer, key.table):
            return False
        answer = await peer.hello(key.secret, token=token)
        if answer["type"] != "welcome":
            self.outcome.count(answer.get("code", answer["type"]))
            self.outcome.turned_away += 1
            await self.breathe(PAUSE)
            return False
        return True

    async def own_table(self, **wish: object) -> dict[str, Any] | None:
        """A table that the attacker opens, against bots; None if it may not open any."""
        usual = {"game": "ascenseur-52", "seats": 3, "name": "Mallory", "lang": "en"}
        more = {"level": "beginner", "pace": "instant", "nonce": secrets.token_hex(16)}
        try:
            async with self.peer() as peer:
                answer = await peer.ask("POST", "/api/tables", usual | more | wish)
                if answer.status == 201:
                    return answer.json()
                self.outcome.count(answer.status)
        except OSError:
            pass
        return None

    async def in_time(self, work: Coroutine[object, object, None], share: float = 1.0) -> None:
        """Do it for this share of the time that is left, whatever it waits for then."""
        with suppress(TimeoutError, OSError):
            async with asyncio.timeout(share * max(0.0, self.until - time.monotonic())):
                await work

    async def wait(self) -> None:
        """Do nothing more until the time is up."""
        await asyncio.sleep(max(0.0, self.until - time.monotonic()))
