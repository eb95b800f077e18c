"""What a move costs a room alone: no sockets, no store, four people connected in one process.

    python -m bench.room_cost             # microseconds of processor a move
    python -m bench.room_cost --calls     # how often what is rendered and asked, a move

The quickest of many tables is what to compare: the others were disturbed by the machine.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import pstats
import random
from collections.abc import Sequence
from statistics import median
from time import process_time
from typing import cast

from bench.people import DEALS, GAME, NAMES, SEATS, SIZES
from funicular.live.bot_pool import BotPool
from funicular.live.cluster import NoCluster
from funicular.live.connection import Connection
from funicular.live.messages import Do
from funicular.live.metrics import Metrics
from funicular.live.room import Room
from funicular.live.room_context import RoomContext
from funicular.live.table_log import TableLog, rows_of
from funicular.store.log import Row
from funicular.store.open import Store
from funicular.table import commands as ask
from funicular.table.entries import AnyEntry, Committed, Seated, TableOpened
from funicular.table.table import key_of

TABLES = 50
MOVES = 80
# Nobody is away for so long.
FOR_EVER = 1e9
RENDERED = (
    *("public_table", "own_table", "show_deal", "own_deal", "say"),
    *("tell", "unchained", "to_json"),
)


class Forgetful:
    """A store that believes everything and keeps nothing."""

    shared = False

    async def append(self, table: str, rows: Sequence[Row], **_: object) -> None:
        """Kept, as far as anybody can tell."""


def new_room(context: RoomContext) -> Room:
    """A table where all seats are people's."""
    tokens = [f"token-{seat}" for seat in range(SEATS)]
    opened = TableOpened(
        id="table",
        game=GAME,
        seats=SEATS,
        options={"schedule": [SIZES[deal % len(SIZES)] for deal in range(DEALS)]},
        lang="en",
        invite="invite",
        host="guest-0",
        key=key_of(tokens[0]),
        level="casual",
        pace="instant",
    )
    entries: list[AnyEntry] = [opened, Committed("00" * 32)]
    entries += [
        Seated(seat, f"guest-{seat}", name, key_of(tokens[seat]), f"{seat:032x}")
        for seat, name in enumerate(NAMES)
    ]
    return Room(TableLog.unfolded(context.store, rows_of(entries, 1, None, 0.0)), context)


async def played(context: RoomContext, rng: random.Random, moves: int) -> float:
    """Play this many moves; seconds of processor for each."""
    room = new_room(context)
    await room.lead(leads=True, fence=None)
    people = [
        Connection(f"guest-{seat}", key_of(f"token-{seat}"), "en", 0) for seat in range(SEATS)
    ]
    for connection in people:
        await room.enter(connection)
    await room.do("guest-0", Do("start", ask.Start()), people[0])
    number = made = 0
    began = process_time()
    while made < moves:
        table = room.table
        number += 1
        seat = table.to_act[0] if table.phase == "playing" else number % SEATS
        command: ask.AnyCommand = ask.Ready()
        if table.phase == "playing":
            move = rng.choice(table.match.states[-1].legal_moves(seat))
            command = ask.MakeMove(str(move), table.turns[seat])
            made += 1
        await room.do(f"guest-{seat}", Do(str(number), command), people[seat])
        for connection in people:
            connection.outbox.clear()
    room.close()
    return (process_time() - began) / moves


async def costs(tables: int, moves: int) -> list[float]:
    """The cost of a move at each of these tables."""
    # It has all that a room asks of a store.
    store = cast("Store", Forgetful())
    context = RoomContext(store, BotPool(), Metrics(), NoCluster(), FOR_EVER)
    rng = random.Random(1)
    return [await played(context, rng, moves) for _ in range(tables)]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--moves", type=int, default=MOVES)
    parser.add_argument("--calls", action="store_true")
    wish = parser.parse_args()
    if not wish.calls:
        found = asyncio.run(costs(wish.tables, wish.moves))
        print(f"{1e6 * min(found):.0f} us a move; median of the tables {1e6 * median(found):.0f}")
        return
    profile = cProfile.Profile()
    profile.runcall(asyncio.run, costs(wish.tables, wish.moves))
    made = wish.tables * wish.moves
    for (path, _, name), values in pstats.Stats(profile).stats.items():  # type: ignore[attr-defined]  # not in the stubs
        if name in RENDERED and "funicular" in path:
            print(f"{values[0] / made:.2f} {name}")


if __name__ == "__main__":
    main()
