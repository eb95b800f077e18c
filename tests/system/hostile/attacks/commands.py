"""Storms of commands at tables of the attacker's own, and at one that it was invited to."""

from __future__ import annotations

import asyncio
import itertools
import secrets
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from tests.system.hostile.attacks.attack import Attack
from tests.system.hostile.peer import Peer, text
from tests.system.hostile.scene import Scene
from tests.system.hostile.target import Key

SOCKETS = 10
WATCHERS = 20
# What one socket may say for long is 30 a second; ten of them say this in all.
QUICK = 1 / 28


async def _storm(scene: Scene, commands: Callable[[], Iterator[dict[str, object]]]) -> None:
    """Commands from ten sockets of one seat, at the pace that each socket may have."""
    opened = await scene.own_table(start=True)
    if opened is None:
        return
    ids = itertools.count()

    async def one(peer: Peer) -> None:
        if await scene.entered(peer, Key(opened["table"], opened["token"]), token=True):
            peer.swallow()
            for command in commands():
                if not scene.on:
                    return
                await peer.send(text({"type": "do", "id": str(next(ids)), "command": command}))
                await scene.breathe(QUICK)

    await scene.again(one, SOCKETS)


def _chat() -> Iterator[dict[str, object]]:
    while True:
        yield {"do": "say", "text": "x" * 300}
        yield {"do": "react", "reaction": "clap"}


def _fuss() -> Iterator[dict[str, object]]:
    """All that can be done at one's own table besides playing."""
    for number in itertools.count():
        yield {"do": "rename", "name": f"Mallory {number % 1000}"}
        yield {"do": "pause"}
        yield {"do": "resume"}
        yield {"do": "pace", "pace": "instant" if number % 2 else "fast"}
        yield {"do": "open", "open": bool(number % 2)}
        yield {"do": "bot", "seat": 1, "level": "beginner"}
        yield {"do": "clear", "seat": 2}


async def undo(scene: Scene) -> None:
    """Move and take it back, as fast as it is answered, at three tables against bots."""
    await asyncio.gather(*(scene.again(partial(_move_and_take_back, scene)) for _ in range(3)))


async def _move_and_take_back(scene: Scene, peer: Peer) -> None:
    opened = await scene.own_table(start=True)
    if opened is None or not await scene.upgraded(peer, opened["table"]):
        return
    ids = itertools.count()
    message = await peer.hello(opened["token"], token=True)
    deal: dict[str, Any] | None = message.get("deal")
    moved = False
    while scene.on:
        if moved:
            command: dict[str, object] = {"do": "undo"}
        elif deal is not None and deal["legal"]:
            command = {"do": "move", "move": deal["legal"][0], "turn": deal["turn"]}
        else:
            message = await peer.message()
            deal = message.get("deal") or deal
            continue
        name = str(next(ids))
        await peer.send(text({"type": "do", "id": name, "command": command}))
        while message.get("id") != name:
            message = await peer.message()
            deal = message.get("deal") or deal
        scene.outcome.count(message.get("code", message["type"]))
        if message["type"] == "done":
            moved = not moved
            deal = None if moved else deal
        await scene.breathe(0.0 if message["type"] == "done" else QUICK)


async def seats(scene: Scene) -> None:
    """Sit down and stand up, with a new token each time."""
    opened = await scene.own_table()
    if opened is None:
        return

    async def one(peer: Peer) -> None:
        if not await scene.entered(peer, Key(opened["table"], opened["invite"])):
            return
        peer.swallow()
        for number in itertools.count():
            sit = {"do": "sit", "name": "Eve", "nonce": secrets.token_hex(16)}
            for command in (sit, {"do": "rekey"}, {"do": "stand"}):
                await peer.send(text({"type": "do", "id": f"{number}", "command": command}))
                await scene.breathe(QUICK)
            if not scene.on:
                return

    await scene.again(one, SOCKETS)


async def watchers(scene: Scene) -> None:
    """Come in at the honest people's own table, and go."""

    async def one(peer: Peer) -> None:
        await scene.entered(peer, scene.target.invited)

    await scene.again(one, WATCHERS)


async def tables(scene: Scene) -> None:
    """Open tables."""

    async def one(peer: Peer) -> None:
        while scene.on:
            wish = {"game": "ascenseur-52", "seats": 3, "name": "Eve", "lang": "en", "start": True}
            new = wish | {"nonce": secrets.token_hex(16), "level": "beginner"}
            scene.outcome.count((await peer.ask("POST", "/api/tables", new)).status)
            await scene.breathe()

    await scene.again(one, SOCKETS)


_command = partial(Attack, family="commands")
COMMANDS = (
    _command("chat", about="chat from ten sockets of one seat", run=lambda it: _storm(it, _chat)),
    _command("fuss", about="rename, pause, pace, bots …", run=lambda it: _storm(it, _fuss)),
    _command("undo", about="moving and taking back at three tables against bots", run=undo),
    _command("seats", about="sitting down, new tokens, standing up, by ten sockets", run=seats),
    _command("watchers", about="watchers who come to an honest table and go", run=watchers),
    _command("tables", about="opening tables", run=tables, named=True),
)
