"""What of ours a move runs through: every file, function and call on the event loop of a server.

    python -m tests.kit.move_trace           # by file
    python -m tests.kit.move_trace --functions

One person's bid at a table of Ascenseur, the last of the deal; two bots play their cards after it,
and then it is the other person's turn. Four are connected: both players and two who watch. The
server is a real one, with its sockets and its store. A call is a frame of Python that is entered,
so a generator counts each time it goes on.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path
from types import FrameType
from typing import Any

from msgspec import Struct

import funicular
from funicular.games.registry import make_game
from funicular.live.table_log import rows_of
from funicular.table.entries import (
    AnyEntry,
    Began,
    BotSeated,
    CardsDealt,
    Committed,
    Seated,
    TableOpened,
)
from funicular.table.table import key_of
from tests.web.live import Guest, Place, live_server

GAME, SEATS, CARDS = "ascenseur-52", 4, 10
ROOT = Path(funicular.__file__).parent
# The dealer bids last; the bots sit next and so play first.
DEALER, BOTS, OTHER = 0, (1, 2), 3
BID = "bid 2"
INVITE = "invite"
# The first table is there so that nothing is read, compiled or remembered for the first time. Of
# the others the quietest counts: now and then a server looks after itself meanwhile.
TABLES = ("warm", "one", "two", "three", "four")


class Trace(Struct, frozen=True):
    """How often each function of each file was called."""

    calls: dict[tuple[str, str], int]

    @property
    def total(self) -> int:
        """All calls."""
        return sum(self.calls.values())

    @property
    def files(self) -> dict[str, int]:
        """The calls of each file."""
        found: Counter[str] = Counter()
        for (file, _), number in self.calls.items():
            found[file] += number
        return found


class _Tracer:
    """Counts calls in the thread that begins it."""

    def __init__(self) -> None:
        self._calls: Counter[tuple[str, str]] = Counter()
        self._names: dict[str, str | None] = {}

    async def begin(self) -> None:
        sys.setprofile(self._called)

    async def end(self) -> Trace:
        sys.setprofile(None)
        return Trace(dict(self._calls))

    def _called(self, frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            path = frame.f_code.co_filename
            if path not in self._names:
                own = Path(path).is_relative_to(ROOT)
                self._names[path] = str(Path(path).relative_to(ROOT)) if own else None
            name = self._names[path]
            if name is not None:
                self._calls[name, frame.f_code.co_qualname] += 1


def entries(table: str) -> list[AnyEntry]:
    """A table where the cards are dealt, and two bots sit."""
    game = make_game(GAME, SEATS, {})
    deal = game.deal(random.Random(1), dealer=DEALER, cards=CARDS).deal
    nonces = [f"{seat:032x}" for seat in range(SEATS)]
    opened = TableOpened(
        id=table,
        game=GAME,
        seats=SEATS,
        options={"schedule": [CARDS]},
        lang="en",
        invite=INVITE,
        host=f"guest-{DEALER}",
        key=key_of(f"token-{DEALER}"),
        level="casual",
        pace="instant",
        deals=1,
    )
    people = [
        Seated(seat, f"guest-{seat}", name, key_of(f"token-{seat}"), nonces[seat])
        for seat, name in ((DEALER, "Ada"), (OTHER, "Bob"))
    ]
    bots = [BotSeated(seat, f"Bot {seat}", "casual") for seat in BOTS]
    began = Began(tuple(nonces))
    return [opened, Committed("00" * 32), *people, *bots, began, CardsDealt(deal)]


async def _play(server: Place, table: str) -> Trace:
    """Let all come, and trace the last bid with what follows it."""
    tracer = _Tracer()
    async with AsyncExitStack() as stack:
        hellos: list[Any] = [{"token": f"token-{seat}"} for seat in (DEALER, OTHER)]
        hellos += [{"invite": INVITE}] * 2
        guests: list[Guest] = [
            await stack.enter_async_context(server.guest({"table": table}, **hello))
            for hello in hellos
        ]
        dealer, other, *_ = guests
        await other.until(lambda me: me.my_turn)
        await other.move("bid 2")
        await dealer.until(lambda me: me.my_turn)
        seq = dealer.seq
        for guest in guests:
            await guest.until(lambda me: me.seq == seq)
        server.inside(tracer.begin())
        done = await dealer.move(BID)
        assert done["type"] == "done", done
        for guest in guests:
            await guest.until(lambda me: me.seq == seq + 3)
        return server.inside(tracer.end())


def traced_move() -> Trace:
    """The trace of that move."""
    with tempfile.TemporaryDirectory() as folder, live_server(Path(folder) / "logs.db") as server:
        traces = []
        for table in TABLES:
            rows = rows_of(entries(table), 1, None, 0.0)
            server.inside(server.app.services.store.append(table, rows))
            traces.append(asyncio.run(_play(server, table)))
        return min(traces[1:], key=lambda trace: (len(trace.files), trace.total))


def main() -> None:
    """Print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--functions", action="store_true")
    wish = parser.parse_args()
    trace = traced_move()
    by_calls = sorted(trace.calls.items(), key=lambda each: -each[1])
    lines = []
    for file, number in sorted(trace.files.items(), key=lambda each: -each[1]):
        lines.append(f"{number:5} {file}")
        if wish.functions:
            lines += [f"{calls:11} {name}" for (of, name), calls in by_calls if of == file]
    lines.append(f"{len(trace.files)} files, {len(trace.calls)} functions, {trace.total} calls")
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
