"""What goes wrong between the players and their servers while they play."""

from __future__ import annotations

import os
import random
from collections.abc import Sequence

from tests.system.faults.matches import Trouble
from tests.system.faults.player import Player
from tests.system.faults.proxy import FAIR, Proxy, Weather

SOAKING = os.environ.get("FUNICULAR_SOAK") == "1"
BREAKS = 60 if SOAKING else 10
STROKES = 200 if SOAKING else 12

STEADY = {
    "latency": Weather(latency=0.01, jitter=0.02),
    "bandwidth": Weather(bandwidth=100_000),
    "loss": Weather(loss=0.1, stall=0.1, cut=0.02),
    "bytes": Weather(piece=1),
}


def weather(always: Weather) -> Trouble:
    async def trouble(proxies: Sequence[Proxy], _: Sequence[Player]) -> None:
        for proxy in proxies:
            proxy.set(always)

    return trouble


def break_line(proxy: Proxy, how: str) -> None:
    """Break it for both, or so that only the client or only the server notices."""
    if how == "reset":
        proxy.reset()
    else:
        proxy.forget(client=how == "client")


def breaking(how: str) -> Trouble:
    """Break the lines of both, in turn, each time that they have come back and seen more."""

    async def trouble(proxies: Sequence[Proxy], players: Sequence[Player]) -> None:
        for number in range(BREAKS):
            player, proxy = players[number % 2], proxies[number % 2]
            seen = player.picture.seq
            await player.until(lambda me, seen=seen: me.picture.seq > seen)  # type: ignore[misc]  # bound early
            break_line(proxy, how)

    return trouble


async def blackholes(proxies: Sequence[Proxy], players: Sequence[Player]) -> None:
    """Nothing comes through in one direction, then the other, then both, until they notice."""
    holes = ((True, False), (False, True), (True, True))
    for number in range(BREAKS):
        up, down = holes[number % 3]
        player, proxy = players[number % 2], proxies[number % 2]
        breaks, seen = player.breaks, player.picture.seq
        proxy.up, proxy.down = Weather(blackhole=up), Weather(blackhole=down)
        await player.until(lambda me, breaks=breaks: me.breaks > breaks)  # type: ignore[misc]  # bound early
        proxy.set(FAIR)
        await player.until(lambda me, seen=seen: me.picture.seq > seen)  # type: ignore[misc]  # as above


BREAKING = {
    "reset": breaking("reset"),
    "half-open-client": breaking("client"),
    "half-open-server": breaking("server"),
    "blackhole": blackholes,
}


def random_trouble(seed: int) -> Trouble:
    """Whatever can happen, in any order."""

    async def trouble(proxies: Sequence[Proxy], players: Sequence[Player]) -> None:
        chance = random.Random(seed)
        for _ in range(STROKES):
            which = chance.randrange(2)
            player, proxy = players[which], proxies[which]
            seen = player.picture.seq
            match chance.choice(("weather", "reset", "client", "server", "blackhole", "fair")):
                case "weather":
                    proxy.up = chance.choice((FAIR, *STEADY.values()))
                    proxy.down = chance.choice((FAIR, *STEADY.values()))
                case "blackhole":
                    breaks = player.breaks
                    proxy.set(Weather(blackhole=True))
                    await player.until(lambda me, breaks=breaks: me.breaks > breaks)  # type: ignore[misc]  # bound early
                    proxy.set(FAIR)
                case "fair":
                    proxy.set(FAIR)
                case how:
                    break_line(proxy, how)
            await player.until(lambda me, seen=seen: me.picture.seq > seen)  # type: ignore[misc]  # as above

    return trouble
