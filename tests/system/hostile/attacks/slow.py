"""Those who never read, and those who send a byte at a time."""

from __future__ import annotations

import asyncio
from functools import partial

from tests.system.hostile.attacks.attack import Attack
from tests.system.hostile.attacks.floods import NOWHERE, repeated
from tests.system.hostile.peer import PING, Peer, frame, text
from tests.system.hostile.scene import Scene
from tests.system.hostile.target import Key

SOCKETS = 20
# Seconds between two bytes.
DRIP = 0.05
# Below what one connection may send for long.
POLITE = 1 / 25


async def deaf_pings(scene: Scene) -> None:
    """Pings of 125 bytes; their pongs are never read."""
    chunk = repeated(frame(bytes(125), PING))

    async def one(peer: Peer) -> None:
        if await scene.upgraded(peer, NOWHERE):
            while scene.on:
                await peer.send(chunk)
                await scene.breathe()

    await scene.again(one, 4, deaf=True)


async def deaf_seats(scene: Scene) -> None:
    """Sockets of a seat that ask, at a lawful pace, and never read what is answered."""
    opened = await scene.own_table(start=True)
    if opened is None:
        return

    async def one(peer: Peer) -> None:
        if await scene.entered(peer, Key(opened["table"], opened["token"]), token=True):
            number = 0
            while scene.on:
                number += 1
                await peer.send(text({"type": "why", "id": str(number), "move": "x" * 90}))
                await scene.breathe(POLITE)

    await scene.again(one, SOCKETS, deaf=True)


async def deaf_watchers(scene: Scene) -> None:
    """Sockets that watch a table and never read, while a seat there keeps it busy."""
    opened = await scene.own_table(start=True)
    if opened is None:
        return

    async def watch(peer: Peer) -> None:
        if await scene.entered(peer, Key(opened["table"], opened["invite"])):
            # Nothing is said any more, and nothing read.
            await scene.wait()

    async def speak(peer: Peer) -> None:
        if await scene.entered(peer, Key(opened["table"], opened["token"]), token=True):
            peer.swallow()
            number = 0
            while scene.on:
                number += 1
                command = {"do": "say", "text": "x" * 300}
                await peer.send(text({"type": "do", "id": str(number), "command": command}))
                await scene.breathe(POLITE)

    await asyncio.gather(scene.again(watch, SOCKETS, deaf=True), scene.again(speak))


async def drip_heads(scene: Scene) -> None:
    """Requests that never come to the end of their head."""

    async def one(peer: Peer) -> None:
        peer.swallow()
        await peer.send(b"GET /api/games HTTP/1.1\r\nHost: localhost\r\nX: ")
        while scene.on:
            await peer.send(b"y")
            await scene.breathe(DRIP)

    await scene.again(one, 2 * SOCKETS)


async def drip_bodies(scene: Scene) -> None:
    """Bodies a byte at a time."""

    async def one(peer: Peer) -> None:
        peer.swallow()
        head = peer.request("POST", "/api/tables")
        await peer.send(head.replace(b"Length: 0", b"Length: 60000"))
        while scene.on:
            await peer.send(b" ")
            await scene.breathe(DRIP)

    await scene.again(one, 2 * SOCKETS)


async def drip_frames(scene: Scene) -> None:
    """A frame a byte at a time, before `hello`."""

    async def one(peer: Peer) -> None:
        if await scene.upgraded(peer, scene.target.invited.table):
            peer.swallow()
            for byte in frame(b"x" * 60_000):
                await peer.send(bytes((byte,)))
                await scene.breathe(DRIP)

    await scene.again(one, 2 * SOCKETS)


_slow = partial(Attack, family="slow")
SLOW = (
    _slow(
        "deaf-pings",
        about="pings of 125 bytes, their pongs never read",
        run=deaf_pings,
        ends=True,
        named=True,
    ),
    _slow("deaf-seats", about="20 sockets of a seat that ask and never read", run=deaf_seats),
    _slow("deaf-watchers", about="20 watchers of a busy table that never read", run=deaf_watchers),
    _slow("drip-heads", about="40 requests, their heads a byte at a time", run=drip_heads),
    _slow("drip-bodies", about="40 bodies, a byte at a time", run=drip_bodies),
    _slow("drip-frames", about="40 sockets, a frame a byte at a time", run=drip_frames),
)
