"""Floods of frames of every kind.

Each runs on three connections at once: at a table that one was invited to, after `hello`; at the
same table before `hello`; and at a table that does not exist. Whoever is cut off comes again.
"""

from __future__ import annotations

import asyncio
from functools import partial

from msgspec.structs import replace

from tests.system.hostile.attacks.attack import Attack
from tests.system.hostile.peer import BINARY, CLOSE, CONT, PING, PONG, TEXT, Peer, frame, text
from tests.system.hostile.scene import Scene
from tests.system.hostile.target import Key

NOWHERE = "zzzzzzzzzz"
CHUNK = 1 << 16
# Of messages that are refused as too long, 512 KB may come at once and 64 KB a second.
LONG = 1 << 20
RESERVED = (3, 4, 5, 6, 7, 11, 12, 13, 14, 15)


def repeated(one: bytes) -> bytes:
    """So many of them as are sent at once."""
    return one * (CHUNK // len(one) + 1)


async def flood(scene: Scene, chunk: bytes, opening: bytes = b"") -> None:
    """Send these again and again, in three places."""
    opened = await scene.own_table()
    places: list[Key | str] = [NOWHERE]
    if opened is not None:
        places += [Key(opened["table"], opened["invite"]), opened["table"]]
    await asyncio.gather(
        *(scene.again(partial(_pour, scene, place, opening, chunk)) for place in places)
    )


async def _pour(scene: Scene, place: Key | str, opening: bytes, chunk: bytes, peer: Peer) -> None:
    if isinstance(place, Key):
        ready = await scene.entered(peer, place)
    else:
        ready = await scene.upgraded(peer, place)
    if ready:
        peer.swallow()
        await peer.send(opening)
        while scene.on:
            await peer.send(chunk)
            await scene.breathe()


def _attack(
    name: str, about: str, chunk: bytes, opening: bytes = b"", *, named: bool = True
) -> Attack:
    run = partial(flood, chunk=repeated(chunk), opening=opening)
    return Attack(name, "frames", about, run, ends=True, named=named)


FLOODS = (
    _attack("ping-empty", "empty pings", frame(b"", PING)),
    _attack("ping-125", "pings of 125 bytes, their pongs read", frame(bytes(125), PING)),
    _attack("pong", "pongs that nobody asked for", frame(b"", PONG)),
    _attack(
        "continuation",
        "a message of endless empty fragments",
        frame(b"", CONT, fin=False),
        frame(b"x", TEXT, fin=False),
    ),
    _attack(
        "fragments",
        "messages in fragments of one byte",
        frame(b'"', TEXT, fin=False) + frame(b"x", CONT, fin=False) * 10 + frame(b'"', CONT),
    ),
    _attack("text", "text that is no message", frame(b"x" * 20)),
    _attack("messages", "the protocol's own pings", text({"type": "ping"})),
    replace(_attack("long-text", "messages of 60 KB", frame(b"x" * 60_000)), much=LONG),
    _attack("binary", "binary frames", frame(b"\0" * 20, BINARY)),
    # These end their connection with the first frame, as the standard has it.
    _attack(
        "reserved",
        "opcodes that have no meaning",
        b"".join(frame(b"", each) for each in RESERVED),
        named=False,
    ),
    _attack("close", "closing, again and again", frame((1000).to_bytes(2), CLOSE), named=False),
)
