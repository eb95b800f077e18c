"""Whether anything costs more the longer a table has lived: a command, a recovery, a replay's look.

    python -m bench.flat                         # an SQLite file
    python -m bench.flat --postgres              # a PostgreSQL of its own beside it

One table at a time, with a log of 100 to 100,000 rows: moves made and taken back, chat, new names,
and one match after another, or all in one deal (`long_logs`). The last snapshot is as old as it can
be, so a recovery plays the most rows. What is counted is the processor's time of the whole process,
store included, because other work on the machine does not change it; the time on the wall is beside
it.
"""

from __future__ import annotations

import argparse
import asyncio
import secrets
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

from msgspec import Struct

from bench.long_logs import LongTable
from funicular.charts.plots import Curve, Figure, Lines, Point, Scale
from funicular.charts.svg import picture
from funicular.live.admission.causes import Cause
from funicular.live.archive import Archive
from funicular.live.bot_pool import BotPool
from funicular.live.cluster import NoCluster
from funicular.live.connection import Connection
from funicular.live.loading import load
from funicular.live.messages import Do
from funicular.live.metrics import Metrics
from funicular.live.room import Room
from funicular.live.room_context import Pools, RoomContext
from funicular.live.rooms import Rooms
from funicular.live.table_log import SNAPSHOT_ROWS
from funicular.store.open import Store, open_store
from funicular.table import commands as ask
from funicular.table.table import key_of
from funicular.table.undo import undo_kind
from funicular.web.replays import Replays

LENGTHS = (100, 1_000, 10_000, 100_000)
RESULTS = Path("docs/results")
NAME = "2026-11-16-flat"
# Rows that are written at a time while a log is made.
AT_A_TIME = 2_000
COMMANDS = 200
TIMES = 15


class Cost(Struct, frozen=True):
    """Milliseconds of one thing: of the processor (least, median, most), and on the wall."""

    least: float
    middle: float
    most: float
    wall: float

    def __str__(self) -> str:
        return f"{self.middle:.2f} ({self.least:.2f}–{self.most:.2f}), {self.wall:.1f}"

    @property
    def figure(self) -> Figure:
        """The median between the ends, for a plot."""
        return Figure(self.middle, self.least, self.most)


class Costs(Struct, frozen=True):
    """What things cost at a table with this many rows."""

    rows: int
    command: Cost
    recovery: Cost
    look: Cost
    snapshot: int


async def measure(store: Store, length: int, *, one_deal: bool) -> Costs:
    """Make a table with a log of this length, and see what things cost there."""
    pools = Pools()
    long = LongTable(deals=1, one_deal=one_deal)
    table = long.where.table
    # The snapshot is kept as far from the end as it ever is.
    early = max(1, length - SNAPSHOT_ROWS + 1)
    for rows in range(min(AT_A_TIME, early), early + 1, AT_A_TIME):
        await store.append(table, long.rows(rows))
    await store.append(table, long.rows(early))
    table_log = await load(store, table, pools, shared=False)
    assert table_log is not None  # noqa: S101 - it has just been made
    kept = _Kept(store)
    if length > SNAPSHOT_ROWS:
        table_log._log = kept  # type: ignore[assignment]  # noqa: SLF001 - to see how large it is
        await table_log.keep(pools.snapshots)
    await store.append(table, long.rows(length))
    recovery = await _each(TIMES, lambda: load(store, table, pools, shared=False))
    metrics = Metrics()
    context = RoomContext(store, BotPool(), metrics, NoCluster(), pools=pools)
    rooms = Rooms(context)
    room = await rooms.find(table)
    look = await _each(TIMES, lambda: _look(store, rooms, table))
    command = await _commands(room, long)
    rooms.close()
    pools.close()
    return Costs(length, command, recovery, look, kept.size)


class _Kept:
    """A store that says how large a snapshot was."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.size = 0

    async def keep_snapshot(self, table: str, form: str, snapshot: object) -> None:
        self.size = len(snapshot.body)  # type: ignore[attr-defined]  # a snapshot
        await self._store.keep_snapshot(table, form, snapshot)  # type: ignore[arg-type]  # as above


async def _commands(room: Room, long: LongTable) -> Cost:
    """A person's commands with one client listening: a move, the same taken back, chat, a name."""
    host = room.table.opened.host
    ear = Connection(host, key_of(long.where.token), "en", 0)
    await room.enter(ear)
    number = 0

    async def do() -> None:
        nonlocal number
        number += 1
        await room.do(host, Do(secrets.token_hex(8), _command(room, number)), ear)
        ear.outbox.clear()

    cost = await _each(COMMANDS, do)
    await room.leave(ear)
    return cost


def _command(room: Room, number: int) -> ask.AnyCommand:
    table = room.table
    seat = table.seat_of(table.opened.host)
    if number % 4 == 1 and seat in table.to_act and table.phase == "playing":
        assert table.state is not None  # noqa: S101 - for the type checker
        assert seat is not None  # noqa: S101 - as above
        return ask.MakeMove(str(table.state.legal_moves(seat)[0]), table.turns[seat])
    if number % 4 == 2 and undo_kind(table, seat) == "free":
        return ask.Undo()
    return ask.Rename(f"Zoé {number}") if number % 4 == 0 else ask.Say(f"line {number}")


async def _look(store: Store, rooms: Rooms, table: str) -> None:
    """The first look at the first deal of the table's first match: nothing is at hand yet."""
    replays = Replays(Archive(store, rooms, rooms.pools.records), rooms.pools)
    await replays.film(f"{table}-1", "en", 1, 1, Cause(("192.0.2.1",)))


async def _each(times: int, do: Callable[[], Awaitable[object]]) -> Cost:
    taken, walls = [], []
    # The first is not counted: it is the one that finds nothing warm.
    for _ in range(times + 1):
        began, wall = process_time(), perf_counter()
        await do()
        taken.append(1e3 * (process_time() - began))
        walls.append(1e3 * (perf_counter() - wall))
    taken, walls = sorted(taken[1:]), walls[1:]
    # Nine in ten: one interruption says nothing about a length.
    return Cost(taken[0], median(taken), taken[int(0.9 * (len(taken) - 1))], median(walls))


def report(found: dict[str, list[Costs]]) -> str:
    """The table that is kept."""
    lines = [
        "| store | rows | a command: CPU (least–p90), wall | recovery | a look | snapshot KiB |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for name, costs in found.items():
        lines += [
            f"| {name} | {each.rows:,} | {each.command} | {each.recovery} | {each.look} |"
            f" {each.snapshot / 1024:.0f} |"
            for each in costs
        ]
    return "\n".join(lines)


async def run(where: str, lengths: tuple[int, ...], *, one_deal: bool = False) -> list[Costs]:
    """All lengths, one after the other, in a store of their own."""
    store = await open_store(where)
    found = []
    try:
        for length in lengths:
            found.append(await measure(store, length, one_deal=one_deal))
            print(report({"so far": found[-1:]}).splitlines()[-1], flush=True)
    finally:
        await store.close()
    return found


def main() -> None:
    """Measure, print, and draw."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--postgres", action="store_true", help="also with a PostgreSQL")
    parser.add_argument("--most", type=int, default=LENGTHS[-1], help="the longest log")
    parser.add_argument("--draw", type=Path, default=RESULTS / f"{NAME}.svg", help="the plot")
    asked = parser.parse_args()
    lengths = tuple(length for length in LENGTHS if length <= asked.most)
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        found["SQLite"] = asyncio.run(run(str(Path(folder) / "matches.db"), lengths))
        found["SQLite, one deal"] = asyncio.run(
            run(str(Path(folder) / "deal.db"), lengths, one_deal=True)
        )
    if asked.postgres:
        from tests.system.servers.postgres import Postgres

        with Postgres() as server:
            found["PostgreSQL"] = asyncio.run(run(server.new_database(), lengths))
    print(report(found))
    curves = tuple(
        Curve(
            f"{what}, {name}", tuple(Point(each.rows, getattr(each, key).figure) for each in costs)
        )
        for name, costs in found.items()
        for what, key in (("a command", "command"), ("recovery", "recovery"), ("a look", "look"))
    )
    title = "What a command, a recovery and a look at a replay cost"
    rows, ms = Scale("rows of the log", log=True, written="{:,.0f}".format), Scale("ms", log=True)
    asked.draw.write_text(picture((Lines("", rows, ms, curves),), title), encoding="utf-8")


if __name__ == "__main__":
    main()
