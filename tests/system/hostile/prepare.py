"""What lies in the store before the attack: tables with very long logs; and a dear record.

A table is played by one person against bots, moves once and takes it back, all through a server.
Then that server is killed, and those rows are written again and again behind its back: what 10,000
patient requests would have made.
"""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import time
from pathlib import Path

from msgspec.structs import replace

import funicular
from funicular.core.record import record_of
from funicular.store.log import Row
from funicular.store.open import open_store
from tests.kit.serving import PATIENCE, Message, Served
from tests.system.hostile.target import Key

# Letters of which the ids of tables are made.
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def poison(place: Path, flips: int) -> None:
    """Write a record of a deal in which nothing happens for so many turns."""
    match = funicular.game("dnpup", seats=2, turn_cap=flips).match().deal(random.Random(3))
    while match.under_way:
        assert match.state is not None
        seat = match.to_act[-1]
        flip = next(move for move in match.state.legal_moves(seat) if str(move) == "flip")
        match = match.play(seat, flip)
    place.write_text(record_of(match, ("Mallory", "Eve")).to_json())


def patient_table(server: Served) -> Key:
    """A table at which a move was made and taken back once."""
    opened = server.open(start=True)
    key = Key(opened["table"], opened["token"])
    deal = _turn_of(server, key)
    move = {"do": "move", "move": deal["legal"][0], "turn": deal["turn"]}
    _do(server, key, "patient-move", move)
    _turn_of(server, key)
    _do(server, key, "patient-undo", {"do": "undo"})
    return key


def _turn_of(server: Served, key: Key) -> Message:
    """The deal as it is once it is the person's turn."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        status, shown = server.ask(f"/api/tables/{key.table}", Authorization=f"Bearer {key.secret}")
        assert status == 200, shown
        deal: Message | None = shown["deal"]
        if deal is not None and deal["legal"]:
            return deal
        time.sleep(0.02)
    raise AssertionError(key.table)


def _do(server: Served, key: Key, name: str, command: Message) -> None:
    status, answer = server.ask(
        f"/api/tables/{key.table}/commands",
        {"id": name, "command": command},
        Authorization=f"Bearer {key.secret}",
    )
    assert status == 200, answer


def make_giants(data: str, patient: Key, tables: int, rows: int) -> tuple[Key, ...]:
    """So many tables like the patient one, each with at least so many rows."""

    async def main() -> tuple[Key, ...]:
        store = await open_store(data, serving=False, making=False)
        try:
            log = await store.read(patient.table)
            made = []
            for _ in range(tables):
                name = "".join(secrets.choice(LETTERS) for _ in range(10))
                await store.append(name, _grown(log, name, rows))
                made.append(Key(name, patient.secret))
            return tuple(made)
        finally:
            await store.close()

    return asyncio.run(main())


def _grown(log: tuple[Row, ...], name: str, rows: int) -> list[Row]:
    """The log under another name, its move and undo repeated until it is so long."""
    first = next(place for place, row in enumerate(log) if row.command == "patient-move")
    last = next(place for place, row in enumerate(log) if row.command == "patient-undo")
    opened = json.loads(log[0].body)
    assert opened["id"] != name
    grown = [replace(log[0], body=json.dumps(opened | {"id": name}).encode()), *log[1:first]]
    cycle = log[first : last + 1]
    for number in range((rows - len(grown)) // len(cycle) + 1):
        for row in cycle:
            command = None if row.command is None else f"{row.command}-{number}"
            grown.append(replace(row, seq=len(grown) + 1, command=command))
    return grown
