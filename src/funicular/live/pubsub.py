"""Waking other servers: "there is news at this table", and no word of what it is.

A server that is woken reads the log. A lost wake costs a moment until the next look, never more.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from funicular.core.errors import FunicularError
from funicular.live.logs import log

if TYPE_CHECKING:
    from redis.asyncio import Redis
    from redis.asyncio.client import PubSub as Channel

CHANNEL = "funicular"
RETRY_SECONDS = 0.5
LONGEST_RETRY = 5.0
# So that a Redis that has fallen silent is noticed, and nobody waits for it.
ANSWER_SECONDS = 2.0
SILENT_SECONDS = 10.0
MOST_AT_ONCE = 512

# A table, and the number of its last row; 0 where it is not the log that has changed.
Wake = tuple[str, int]


class NoRedis(FunicularError):
    """Redis is asked for and cannot be used at all."""


class PubSub(Protocol):
    """A way to wake the others."""

    @property
    def heard(self) -> bool:
        """Whether wakes reach us now."""

    def send(self, table: str, seq: int) -> None:
        """Wake the others for this table, soon."""

    async def run(self, woken: Callable[[Wake], None]) -> None:
        """Send and hear until cancelled."""


class NoPubSub:
    """Nobody is woken: others look by themselves."""

    heard = False

    def send(self, table: str, seq: int) -> None:
        """Do nothing."""

    async def run(self, woken: Callable[[Wake], None]) -> None:
        """Hear nothing."""


class RedisPubSub:
    """PubSub by Redis' publish and subscribe."""

    def __init__(self, url: str, server: str) -> None:
        """Take where Redis is, and who we are: our own wakes are not for us."""
        try:
            from redis.asyncio import from_url  # noqa: PLC0415 - only who asks for it needs it
        except ImportError as error:
            raise NoRedis("serve.no-redis-package") from error
        try:
            self._redis: Redis = from_url(
                url, socket_timeout=ANSWER_SECONDS, socket_connect_timeout=ANSWER_SECONDS
            )
        except ValueError as error:
            raise NoRedis("serve.no-redis-url") from error
        self._server = server
        # By table, and whether it is the log: who comes and goes is another piece of news.
        self._waiting: dict[tuple[str, bool], int] = {}
        self._news = asyncio.Event()
        self.heard = False

    def send(self, table: str, seq: int) -> None:
        """Wake the others for this table, soon; many in one message."""
        key = table, seq > 0
        self._waiting[key] = max(seq, self._waiting.get(key, 0))
        self._news.set()

    async def run(self, woken: Callable[[Wake], None]) -> None:
        """Send and hear until cancelled, whatever becomes of Redis meanwhile."""
        try:
            await asyncio.gather(self._send_on(), self._hear_on(woken))
        finally:
            with suppress(Exception):
                await self._redis.aclose()

    async def _send_on(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            tables = list(self._waiting.items())[:MOST_AT_ONCE]
            self._waiting = dict(list(self._waiting.items())[MOST_AT_ONCE:])
            if self._waiting:
                self._news.set()
            words = " ".join(f"{table}:{seq}" for (table, _), seq in tables)
            try:
                await self._redis.publish(CHANNEL, f"{self._server} {words}")
            except Exception:  # noqa: BLE001 - a wake that is lost is only late
                await asyncio.sleep(RETRY_SECONDS)

    async def _hear_on(self, woken: Callable[[Wake], None]) -> None:
        wait = RETRY_SECONDS
        while True:
            try:
                async with self._redis.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    wait = RETRY_SECONDS
                    await self._hear(channel, woken)
            except Exception as error:  # noqa: BLE001 - Redis may be anything but there
                if self.heard or wait == RETRY_SECONDS:
                    log("redis-lost", level=logging.WARNING, problem=type(error).__name__)
                self.heard = False
            await asyncio.sleep(wait)
            wait = min(LONGEST_RETRY, 2 * wait)

    async def _hear(self, channel: Channel, woken: Callable[[Wake], None]) -> None:
        while True:
            async with asyncio.timeout(SILENT_SECONDS):
                message = await channel.get_message(timeout=SILENT_SECONDS / 4)
            if message is None:
                # Nothing is said; is anybody there?
                await channel.ping()
                continue
            if not self.heard and message["type"] == "subscribe":
                log("redis-heard")
                self.heard = True
            if message["type"] == "message":
                for wake in _read(message["data"], self._server):
                    woken(wake)


def _read(data: bytes, server: str) -> list[Wake]:
    """The wakes of a message; none of our own, and none of what is no message of ours."""
    try:
        sender, *words = data.decode("ascii").split()
        pairs = [word.rsplit(":", 1) for word in words]
        return [] if sender == server else [(table, int(seq)) for table, seq in pairs]
    except ValueError:
        return []
