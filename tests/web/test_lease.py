"""Bots play once: a server that stands still loses its tables, and plays for nobody later.

Those who are still connected to it then are sent elsewhere.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections import Counter
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from funicular.live.connection import MOVED_CLOSE
from funicular.live.table_log import read_row
from funicular.store.open import open_store
from funicular.table.entries import Moved
from funicular.table.fold import after, opening
from funicular.table.table import Table
from tests.system.faults.serving import Server, Start
from tests.web.live import Guest, Message, Place, nonce


def played(data: str, table: str) -> Counter[tuple[int, int]]:
    """How often each seat has moved in each of its turns, by the log."""

    async def read() -> Counter[tuple[int, int]]:
        store = await open_store(data, serving=False)
        rows = await store.read(table)
        await store.close()
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
        found: Counter[tuple[int, int]] = Counter()
        first, *rest = (read_row(row) for row in rows)
        now: Table = opening(first[0])  # type: ignore[arg-type]  # a log begins so
        for entry, at in rest:
            if isinstance(entry, Moved):
                found[entry.seat, now.turns[entry.seat]] += 1
            now = after(now, entry, at)
        return found

    return asyncio.run(read())


def test_who_was_thought_dead_plays_nobodys_move(postgres_url: str, tmp_path: Path) -> None:
    """The server that leads is stopped in mid-deal; the other takes over; the first wakes up."""
    start = Start(postgres_url, grace=1.0)
    with Server(start, tmp_path) as one, Server(start, tmp_path) as other:
        here, there = Place(one.port), Place(other.port)

        async def main() -> Message:
            opened = here.open("ascenseur-52", seats=4, deals=6, level="beginner", pace="quick")
            invited = {"invite": opened["invite"], "token": None}
            async with (
                there.guest(opened, **invited) as friend,
                here.guest(opened, **invited) as watcher,
            ):
                async with here.guest(opened) as host:
                    done = await friend.do("sit", name="Max", nonce=nonce())
                    assert done["type"] == "done"
                    await host.until(lambda me: me.table["chairs"][1]["present"])
                    assert (await host.do("start", nonce=nonce()))["type"] == "done"
                    await host.until(lambda me: me.deal is not None)
                    os.kill(one.pid, signal.SIGSTOP)
                    # A server that stands still says no goodbye.
                    host.socket.transport.abort()
                try:
                    # The bots play on, and one of them plays for the host, who is away.
                    await friend.play_on(lambda me: me.phase == "scored")
                finally:
                    os.kill(one.pid, signal.SIGCONT)
                # Who has not noticed anything is told to come again.
                with pytest.raises(ConnectionClosed) as closed:
                    await watcher.until(lambda _: False)
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == MOVED_CLOSE
                await friend.play_on(lambda me: (me.deal or {})["number"] == 3)
            # The host comes back to the server that stood still.
            async with here.guest(opened) as host:
                await goes_on(host)
            return opened

        opened = asyncio.run(main())
        counts = played(postgres_url, opened["table"])
    assert set(counts.values()) == {1}


async def goes_on(guest: Guest) -> None:
    """Play to the end of the deal. The bot that kept the seat may still be quicker at first."""
    number = (guest.deal or {})["number"]
    while guest.phase == "playing" and (guest.deal or {})["number"] == number:
        seen = guest.seq
        if guest.my_turn:
            done = await guest.move()
            assert done.get("code") in (None, "not-your-turn", "stale"), done
        await guest.until(lambda me, seen=seen: me.seq > seen)  # type: ignore[misc]  # a default
