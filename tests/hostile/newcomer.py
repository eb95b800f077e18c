"""An honest newcomer: opens a table, brings a small record along, looks at its first deal.

Nobody knows them yet, so they need what attackers use up: requests, tables, the replays' workers.
"""

from __future__ import annotations

import asyncio
import json
import random
import secrets
from collections.abc import Awaitable, Callable
from functools import cache
from time import perf_counter

import funicular
from funicular.core.record import record_of
from tests.hostile.honest import Notes, Sample
from tests.hostile.peer import Answer, Peer

# Whoever has to wait longer has gone home.
PATIENCE = 60.0


@cache
def small_record() -> str:
    """A match of one deal of one card."""
    rng = random.Random(1)
    match = funicular.game("ascenseur-52", seats=3, schedule=[1]).match().deal(rng)
    while match.under_way:
        assert match.state is not None
        seat = match.to_act[-1]
        match = match.play(seat, rng.choice(match.state.legal_moves(seat)))
    return record_of(match, ("Ada", "Max", "Zoe")).to_json()


async def visit(host: str, port: int, notes: Notes) -> None:
    """Come, and note how long everything took and what was refused."""
    new = {"game": "dnpup", "seats": 3, "name": "Zoe", "lang": "en", "level": "beginner"}
    record = json.loads(small_record())
    record["players"][0] = f"Ada {secrets.token_hex(4)}"

    async def ask(want: int, work: Callable[[Peer], Awaitable[Answer]]) -> Answer | None:
        began = perf_counter()
        try:
            async with asyncio.timeout(PATIENCE):
                peer = await Peer.connect(host, port, "")
                try:
                    answer = await work(peer)
                finally:
                    peer.close()
        except (OSError, TimeoutError) as error:
            notes.turned_away.append((perf_counter(), f"newcomer {type(error).__name__}"))
            return None
        finally:
            notes.samples.append(Sample("newcomer", began, perf_counter()))
        if answer.status != want:
            notes.turned_away.append((perf_counter(), f"newcomer {answer.status}"))
            return None
        return answer

    nonce = {"nonce": secrets.token_hex(16)}
    await ask(201, lambda peer: peer.ask("POST", "/api/tables", new | nonce))
    kept = await ask(201, lambda peer: peer.ask("POST", "/api/replays", record))
    if kept is not None:
        place = f"/api/replays/{kept.json()['id']}/deals/1"
        await ask(200, lambda peer: peer.ask("GET", place))
