"""Honest newcomers: they open a table, bring a small record along, look at its first deal.

Nobody knows them yet, so they need what attackers use up: requests, tables, the replays' workers.
"""

from __future__ import annotations

import asyncio
import json
import random
import secrets
from functools import cache
from time import perf_counter

import funicular
from funicular.core.record import record_of
from tests.system.hostile.honest import Notes, Sample
from tests.system.hostile.peer import Answer, Peer

# Whoever has to wait longer has gone home.
PATIENCE = 60.0
# One address may bring two records a minute for long; others look at what was brought before.
ONE_IN = 3


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


class Newcomers:
    """One after the other."""

    def __init__(self, host: str, port: int, notes: Notes) -> None:
        self._where = host, port
        self._notes = notes
        self._visits = 0
        self._kept = ""

    async def visit(self) -> None:
        """Come, and note how long everything took and what was refused."""
        new = {"game": "dnpup", "seats": 3, "name": "Zoe", "lang": "en", "level": "beginner"}
        await self._ask(201, "POST", "/api/tables", new | {"nonce": secrets.token_hex(16)})
        if self._visits % ONE_IN == 0:
            record = json.loads(small_record())
            record["players"][0] = f"Ada {secrets.token_hex(4)}"
            kept = await self._ask(201, "POST", "/api/replays", record)
            self._kept = kept.json()["id"] if kept is not None else ""
        self._visits += 1
        if self._kept:
            await self._ask(200, "GET", f"/api/replays/{self._kept}/deals/1")

    async def _ask(self, want: int, method: str, path: str, body: object = None) -> Answer | None:
        """The answer, if it is the one that is due to honest people."""
        began = perf_counter()
        try:
            async with asyncio.timeout(PATIENCE):
                peer = await Peer.connect(*self._where, "")
                try:
                    answer = await peer.ask(method, path, body)
                finally:
                    peer.close()
        except (OSError, TimeoutError) as error:
            self._refused(type(error).__name__)
            return None
        finally:
            self._notes.samples.append(Sample("newcomer", began, perf_counter()))
        if answer.status != want:
            self._refused(str(answer.status))
            return None
        return answer

    def _refused(self, why: str) -> None:
        self._notes.turned_away.append((perf_counter(), f"newcomer {why}"))
