"""Requests and handshakes, as many as can be sent, and guesses at what is secret."""

from __future__ import annotations

import asyncio
import secrets
from functools import partial

from tests.system.hostile.attacks.attack import Attack
from tests.system.hostile.peer import Peer
from tests.system.hostile.scene import Scene
from tests.system.hostile.target import Key

SOCKETS = 10
# Requests that are sent before any answer is read.
PIPELINED = 200
# The page's own files and what it asks first.
PAGES = ("/", "/t/zzzzzzzzzz", "/api/games?lang=en", "/api/words/fr", "/api/rules/dnpup?lang=fr")


async def ask(scene: Scene, *paths: str) -> None:
    """Ask for these again and again on ten connections, each after the last was answered."""

    async def one(peer: Peer) -> None:
        while scene.on:
            for path in paths:
                scene.outcome.count((await peer.ask("GET", path)).status)
            await scene.breathe()

    await scene.again(one, SOCKETS)


async def pipelined(scene: Scene) -> None:
    """Very many requests before the first answer is read."""

    async def one(peer: Peer) -> None:
        many = peer.request("GET", "/api/games?lang=en") * PIPELINED
        peer.swallow()
        while scene.on:
            await peer.send(many)
            await scene.breathe()

    await scene.again(one, SOCKETS)


async def handshakes(scene: Scene) -> None:
    """Sockets that are opened and dropped."""

    async def one(peer: Peer) -> None:
        scene.outcome.count(await peer.upgrade(scene.target.invited.table))

    await scene.again(one, SOCKETS)


async def connects(scene: Scene) -> None:
    """Connections that say nothing and go."""

    async def one(peer: Peer) -> None:
        await peer.send(b"G")

    await scene.again(one, SOCKETS)


async def guess_secrets(scene: Scene) -> None:
    """Wrong tokens and invitations for a table that is there, over HTTP and by sockets."""
    table = scene.target.invited.table

    async def over_http(peer: Peer) -> None:
        while scene.on:
            bearer = f"Bearer {secrets.token_hex(16)}"
            answer = await peer.ask("GET", f"/api/tables/{table}", Authorization=bearer)
            scene.outcome.count(answer.status)
            await scene.breathe()

    async def by_socket(peer: Peer) -> None:
        await scene.entered(peer, Key(table, secrets.token_hex(16)), token=True)

    await asyncio.gather(scene.again(over_http, SOCKETS // 2), scene.again(by_socket, SOCKETS // 2))


async def neighbour(scene: Scene) -> None:
    """Twenty wrong tokens a second, from the address that honest people have too."""
    table = scene.target.invited.table

    async def one(peer: Peer) -> None:
        while scene.on:
            bearer = f"Bearer {secrets.token_hex(16)}"
            answer = await peer.ask("GET", f"/api/tables/{table}", Authorization=bearer)
            scene.outcome.count(answer.status)
            await scene.breathe(0.05)

    await scene.again(one)


async def guess_tables(scene: Scene) -> None:
    """Tables and replays that are not there."""

    async def one(peer: Peer) -> None:
        while scene.on:
            name = secrets.token_hex(5)
            for path in (f"/api/tables/{name}", f"/api/replays/{name}", f"/api/replays/{name}-1"):
                scene.outcome.count((await peer.ask("GET", path)).status)
            await scene.breathe()

    await scene.again(one, SOCKETS)


_request = partial(Attack, family="requests", named=True)
REQUESTS = (
    _request("requests", about="requests of the page, kept alive", run=lambda it: ask(it, *PAGES)),
    _request("pipelined", about="200 requests before an answer is read", run=pipelined),
    _request("handshakes", about="sockets opened and dropped", run=handshakes),
    Attack("connects", "requests", "connections that say one byte and go", connects),
    _request("guess-secrets", about="wrong tokens for a real table", run=guess_secrets),
    _request("guess-tables", about="tables and replays that are not there", run=guess_tables),
    Attack(
        "neighbour",
        "requests",
        "20 wrong tokens a second from the honest people's own address",
        neighbour,
        neighbour=True,
    ),
    _request("health", about="/healthz", run=lambda it: ask(it, "/healthz")),
    _request("metrics", about="/metrics", run=lambda it: ask(it, "/metrics")),
)
