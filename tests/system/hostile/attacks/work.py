"""Small requests that ask for much work: dear records, large uploads, very old tables."""

from __future__ import annotations

import asyncio
import itertools
import json
import secrets
from functools import partial
from pathlib import Path

from tests.system.hostile.attacks.attack import Attack
from tests.system.hostile.peer import Peer
from tests.system.hostile.scene import Scene

LOOKS = 6
# A record may have 2 MiB.
LARGEST = 2 * 1024 * 1024
# How long one who looks and goes waits.
PATIENCE = 0.1


async def kept(scene: Scene, file: str) -> str | None:
    """Bring this record along; its name, or None where it was not taken."""
    body = await asyncio.to_thread(Path(file).read_bytes)
    name: str | None = None

    async def bring() -> None:
        nonlocal name
        async with scene.peer() as peer:
            answer = await peer.ask("POST", "/api/replays", body)
            scene.outcome.count(f"upload {answer.status}")
            if answer.status == 201:
                name = answer.json()["id"]

    await scene.in_time(bring())
    return name


async def looks(scene: Scene) -> None:
    """Look at a deal of the dear record, again and again."""
    name = await kept(scene, scene.target.poison)

    async def one(peer: Peer) -> None:
        while scene.on:
            scene.outcome.count((await peer.ask("GET", f"/api/replays/{name}/deals/1")).status)
            await scene.breathe()

    if name is not None:
        await scene.again(one, LOOKS)


async def aborted_looks(scene: Scene) -> None:
    """Look at it, and go before the answer."""
    name = await kept(scene, scene.target.poison)

    async def one(peer: Peer) -> None:
        await peer.send(peer.request("GET", f"/api/replays/{name}/deals/1"))
        await scene.breathe(PATIENCE)

    if name is not None:
        await scene.again(one, LOOKS)


async def uploads(scene: Scene) -> None:
    """Bring records of the largest size, each a new one."""
    record = json.loads(await asyncio.to_thread(Path(scene.target.poison).read_text))

    async def one(peer: Peer) -> None:
        while scene.on:
            record["players"][0] = secrets.token_hex(8)
            body = json.dumps(record).encode().ljust(LARGEST)
            scene.outcome.count((await peer.ask("POST", "/api/replays", body)).status)
            await scene.breathe()

    await scene.again(one, 3)


async def giants(scene: Scene) -> None:
    """Ask for tables with very long logs, all at once."""
    keys = itertools.cycle(scene.target.giants)

    async def one(peer: Peer) -> None:
        key = next(keys)
        path, bearer = f"/api/tables/{key.table}", f"Bearer {key.secret}"
        scene.outcome.count((await peer.ask("GET", path, Authorization=bearer)).status)
        await scene.breathe(PATIENCE)

    await scene.again(one, len(scene.target.giants))


_work = partial(Attack, family="work")
WORK = (
    _work("looks", about="looks at a record that is dear to show", run=looks),
    _work("aborted-looks", about="the same, gone before the answer", run=aborted_looks),
    _work("uploads", about="uploads of 2 MiB, each a new record", run=uploads, named=True),
    _work("giants", about="tables with logs of 20,000 rows", run=giants),
)
