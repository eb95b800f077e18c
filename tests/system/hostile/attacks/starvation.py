"""Taking what all share: memory for replies, the bots, the thread of uploads, the common limits.

Each is lawful on its own: few requests, far below what one address may ask for, or so many
addresses that none of them asks for much.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import secrets
from collections.abc import Callable
from functools import partial
from math import isqrt
from pathlib import Path
from typing import Any

from funicular.live.admission.figures import MOST_SQUARES
from tests.kit.signing import Signer
from tests.system.hostile.attacks.attack import Attack
from tests.system.hostile.attacks.work import kept
from tests.system.hostile.newcomer import new_profile, new_record
from tests.system.hostile.peer import Peer
from tests.system.hostile.scene import Scene

# Connections, requests on each, and seconds between two reads; None for those that never read.
CROWDS: tuple[tuple[int, int, float | None], ...] = ((60, 1, None), (100, 1, 0.5), (200, 4, None))
# What a slow reader takes at a time: more in all than those must take who are not to be cut.
SIP = 4096
# As many as one address may open at once.
TABLES = 60
# Of a /48, and how many of those a larger provider's customer could have.
SITES = 48
# At work at the same time for each thing that is made.
SOCKETS = 4
# Seconds before one that was refused asks again.
REFUSED = 1.0

# What to ask for, with its body, and with the key that signs it.
Making = Callable[[], tuple[str, object, Signer | None]]


async def large_replies(scene: Scene) -> None:
    """Ask for unpacked positions on many connections, three crowds one after the other."""
    name = await kept(scene, scene.target.large)
    path = f"/api/replays/{name}/positions"

    async def one(requests: int, pause: float | None) -> None:
        async with scene.peer(deaf=True) as peer:
            await peer.send(peer.request("GET", path, Accept_Encoding="identity") * requests)
            while pause is not None:
                await peer.read(SIP)
                await scene.breathe(pause)
            await scene.wait()

    async def crowd(connections: int, requests: int, pause: float | None) -> None:
        ones = (one(requests, pause) for _ in range(connections))
        await asyncio.gather(*ones, return_exceptions=True)
        await scene.wait()

    if name is None:
        return
    # Made once, so that the crowds need nothing but the sending.
    async with scene.peer() as peer:
        scene.outcome.count((await peer.ask("GET", path, Accept_Encoding="gzip")).status)
    for left, (connections, requests, pause) in zip((3, 2, 1), CROWDS, strict=True):
        await scene.in_time(crowd(connections, requests, pause), 1 / left)


async def abandoned_tables(scene: Scene) -> None:
    """Open tables with experts, begin, stand up and leave; bots play on in all seats."""
    wish = {"game": "auf-ab", "deals": 2, "level": "expert", "start": True}

    numbers = iter(range(TABLES))

    async def leave(peer: Peer) -> None:
        for number in numbers:
            opened = await scene.own_table(**wish)
            if opened is None:
                break
            answer = await peer.ask(
                "POST",
                f"/api/tables/{opened['table']}/commands",
                {"id": f"stand-{number}", "command": {"do": "stand"}},
                Authorization=f"Bearer {opened['token']}",
            )
            scene.outcome.count(f"left {answer.status}")
            await scene.breathe()

    async def leaver() -> None:
        async with scene.peer() as peer:
            await leave(peer)

    await asyncio.gather(*(scene.in_time(leaver()) for _ in range(SOCKETS)))
    await scene.wait()


async def long_what_ifs(scene: Scene) -> None:
    """Play on from late in a very long deal, with other cards, again and again, one at a time."""
    text = await asyncio.to_thread(Path(scene.target.poison).read_text)
    moves = len(json.loads(text)["deals"][0]["moves"])
    # Too late in the deal, and as late as the server admits.
    plies = itertools.cycle((moves * 9 // 10, min(moves, isqrt(MOST_SQUARES))))
    name = await kept(scene, scene.target.poison)
    wish = {
        "replay": name,
        "deal": 1,
        "seat": 0,
        "world": "plausible",
        "name": "Mallory",
        "lang": "en",
        "level": "beginner",
        "pace": "instant",
    }

    async def one(peer: Peer) -> None:
        while scene.on:
            answer = await peer.ask("POST", "/api/what-if", wish | {"ply": next(plies)})
            scene.outcome.count(answer.status)
            await scene.breathe()

    if name is not None:
        await scene.again(one)
    await scene.wait()


async def many_networks(scene: Scene, sites: int) -> None:
    """Open tables, make profiles and bring records, each from another /64 of so many /48."""
    numbers = itertools.count()

    def address() -> str:
        network, site = divmod(next(numbers), sites)
        return f"2001:db8:{site + 1:x}:{network:x}::1"

    async def make(making: Making, peer: Peer) -> None:
        while scene.on:
            path, body, signer = making()
            headers: dict[str, Any] = {"X-Forwarded-For": address()}
            if signer is not None and isinstance(body, bytes):
                headers |= signer.headers("POST", peer.host, path, body)
            status = (await peer.ask("POST", path, body, **headers)).status
            scene.outcome.count(f"{path.split('/')[2]} {status}")
            # Slowly enough not to be cut, and fast enough to take all there is.
            await scene.breathe(REFUSED if status == 429 else 0.0)

    things: tuple[Making, ...] = (_new_table, _new_profile, _new_record)
    await asyncio.gather(*(scene.again(partial(make, each), SOCKETS) for each in things))
    await scene.wait()


def _new_table() -> tuple[str, object, None]:
    wish = {"game": "ascenseur-52", "seats": 3, "name": "Eve", "lang": "en", "level": "beginner"}
    return "/api/tables", wish | {"nonce": secrets.token_hex(16)}, None


def _new_profile() -> tuple[str, object, Signer]:
    return "/api/profile", new_profile(), Signer()


def _new_record() -> tuple[str, object, None]:
    return "/api/replays", new_record(), None


# More than other attacks, because readers that are only slow are to be served.
_starvation = partial(Attack, family="starvation", growth=250_000_000)
STARVATION = (
    _starvation(
        "large-replies",
        about="replies of 10 MB to 60 who never read, to 100 who read slowly, to 200 pipelined",
        run=large_replies,
    ),
    _starvation(
        "long-what-ifs",
        about="what-ifs late in a very long record, one at a time",
        run=long_what_ifs,
    ),
    _starvation(
        "many-networks",
        about="tables, profiles, records, each from another /64 of one /48",
        run=partial(many_networks, sites=1),
        family="networks",
        proxy=True,
    ),
    _starvation(
        "many-sites",
        about=f"the same from {SITES} networks of 48 bits",
        run=partial(many_networks, sites=SITES),
        family="networks",
        proxy=True,
    ),
    # The last, because their bots play on after it.
    _starvation(
        "abandoned-tables", about="60 tables with experts, left at once", run=abandoned_tables
    ),
)
