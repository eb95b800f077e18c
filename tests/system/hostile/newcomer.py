"""Honest newcomers: they open a table, make a profile, bring a small record along, look at it.

Each comes from an address that nobody knows yet, so they need what attackers use up: requests,
tables, the replays' workers, and what is left of the limits for all addresses together.
"""

from __future__ import annotations

import asyncio
import json
import random
import secrets
from collections.abc import Callable
from functools import cache
from time import perf_counter

import funicular
from funicular.core.record import record_of
from tests.kit.signing import Signer
from tests.system.hostile.honest import Notes, Sample
from tests.system.hostile.peer import Answer, Peer

# Whoever has to wait longer has gone home.
PATIENCE = 60.0


@cache
def _small_record() -> str:
    rng = random.Random(1)
    match = funicular.game("ascenseur-52", seats=3, schedule=[1]).match().deal(rng)
    while match.under_way:
        assert match.state is not None
        seat = match.to_act[-1]
        match = match.play(seat, rng.choice(match.state.legal_moves(seat)))
    return record_of(match, ("Ada", "Max", "Zoe")).to_json()


def new_record() -> dict[str, object]:
    """A match of one deal of one card, as nobody has brought it before."""
    record: dict[str, object] = json.loads(_small_record())
    return record | {"players": [f"Ada {secrets.token_hex(4)}", "Max", "Zoe"]}


def new_profile() -> bytes:
    """The wish for a profile of a name that nobody has yet."""
    return json.dumps({"name": f"Zoe {secrets.token_hex(4)}"}).encode()


class Newcomers:
    """One after the other, each from the next address."""

    def __init__(self, host: str, port: int, source_of: Callable[[int], str], notes: Notes) -> None:
        """`source_of` is the address of each of them, by their number."""
        self._where = host, port
        self._source_of = source_of
        self._notes = notes
        self._visits = 0

    async def visit(self) -> None:
        """Come, and note how long everything took and what was refused."""
        self._visits += 1
        source = self._source_of(self._visits)
        new = {"game": "dnpup", "seats": 3, "name": "Zoe", "lang": "en", "level": "beginner"}
        await self._ask(source, 201, "/api/tables", new | {"nonce": secrets.token_hex(16)})
        await self._ask(source, 200, "/api/profile", new_profile(), Signer())
        kept = await self._ask(source, 201, "/api/replays", new_record())
        if kept is not None:
            await self._ask(source, 200, f"/api/replays/{kept.json()['id']}/deals/1")

    async def _ask(
        self, source: str, want: int, path: str, body: object = None, signer: Signer | None = None
    ) -> Answer | None:
        """The answer, if it is the one that is due to honest people."""
        began = perf_counter()
        try:
            async with asyncio.timeout(PATIENCE):
                peer = await Peer.connect(*self._where, source)
                try:
                    headers = {}
                    if signer is not None and isinstance(body, bytes):
                        headers = signer.headers("POST", peer.host, path, body)
                    method = "GET" if body is None else "POST"
                    answer = await peer.ask(method, path, body, **headers)
                finally:
                    peer.close()
        except (OSError, TimeoutError) as error:
            self._refused(path, type(error).__name__)
            return None
        finally:
            self._notes.samples.append(Sample("newcomer", began, perf_counter()))
        if answer.status != want:
            self._refused(path, str(answer.status))
            return None
        return answer

    def _refused(self, path: str, why: str) -> None:
        what = path.split("/")[2]
        self._notes.turned_away.append((perf_counter(), f"newcomer {what} {why}"))
