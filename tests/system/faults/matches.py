"""A whole match of two people and a bot, each person behind a network of their own."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import Any

from tests.kit.serving import Message
from tests.system.faults.duplicate_commands import HONEST, Habits
from tests.system.faults.judge import check_played
from tests.system.faults.player import Player
from tests.system.faults.proxy import Proxy
from tests.system.faults.serving import Server

DEALS = 4
# What goes wrong while they play.
Trouble = Callable[[Sequence[Proxy], Sequence[Player]], Coroutine[Any, Any, None]]


async def calm(_: Sequence[Proxy], __: Sequence[Player]) -> None:
    """Nothing of its own accord."""


@asynccontextmanager
async def two_players(  # noqa: PLR0913 - what they are like
    servers: Sequence[Server],
    opened: Message,
    *,
    seed: int = 0,
    silence: float = 5.0,
    habits: Habits = HONEST,
    talk: float = 0.05,
) -> AsyncIterator[tuple[list[Proxy], list[Player]]]:
    """The host and a friend, seated, behind proxies; the friend is at the last of the servers."""
    async with AsyncExitStack() as stack:
        ends = (servers[0], servers[-1])
        proxies = [
            await stack.enter_async_context(Proxy(server.port, seed + number).running())
            for number, server in enumerate(ends)
        ]
        given = ({"token": opened["token"]}, {"invite": opened["invite"]})
        players = [
            Player(
                name,
                partial(getattr, proxy, "port"),
                opened["table"],
                seed=seed + number,
                silence=silence,
                habits=habits,
                talk=talk,
                **secret,
            )
            for number, (name, proxy, secret) in enumerate(
                zip(("Ada", "Max"), proxies, given, strict=True)
            )
        ]
        for player in players:
            player.come()
            stack.push_async_callback(player.go)
        keys = {"nonce": secrets.token_hex(16), "token": secrets.token_hex(16)}
        done = await players[1].do("sit", name="Max", **keys)
        assert done["type"] == "done", done
        # Until the other server knows of Max, no deal would wait for him.
        await players[0].until(lambda me: me.picture.sees(1))
        yield proxies, players


async def play_match(  # noqa: PLR0913 - what they are like, and what happens to them
    servers: Sequence[Server],
    trouble: Trouble = calm,
    *,
    seed: int = 0,
    silence: float = 5.0,
    habits: Habits = HONEST,
    talk: float = 0.05,
    deals: int = DEALS,
) -> tuple[list[Proxy], list[Player]]:
    """Play a match to its end in this trouble, and compare everything with the log."""
    opened = servers[0].open(deals=deals)
    async with two_players(
        servers, opened, seed=seed, silence=silence, habits=habits, talk=talk
    ) as (proxies, players):
        troubling = asyncio.create_task(trouble(proxies, players))
        try:
            await players[0].do("start", nonce=secrets.token_hex(16))
            for player in players:
                await player.until(lambda me: me.picture.phase == "over" and not me.waiting)
        finally:
            troubling.cancel()
        (ended,) = await asyncio.gather(troubling, return_exceptions=True)
        assert ended is None or isinstance(ended, asyncio.CancelledError), ended
        # Both have heard the last of it: what one saw last, the other sees too.
        last = max(player.picture.seq for player in players)
        for player in players:
            await player.until(lambda me: me.picture.seq == last)
    rows = await asyncio.to_thread(servers[0].rows, opened["table"])
    check_played(rows, players, ordered=habits.swap == 0)
    return proxies, players
