"""What a live table writes besides its log: snapshots and records, and nobody waits for either."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from funicular.live import table_log
from funicular.store.log import Snapshot
from funicular.table.snapshot import form
from tests.web.live import PATIENCE, Place, live_server, nonce

ROWS = 12


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():  # noqa: ASYNC110 - nobody is told of a snapshot
            await asyncio.sleep(0.005)


def snapshot(server: Place, table: str) -> Snapshot | None:
    found: Snapshot | None = server.inside(server.app.services.store.snapshot(table, form()))
    return found


def test_a_live_table_is_snapshotted_and_no_answer_waits_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_log, "SNAPSHOT_ROWS", ROWS)

    async def play(server: Place) -> None:
        log = server.app.services.store
        keep, gate = log.keep_snapshot, asyncio.Event()
        kept: list[int] = []

        async def slow(table: str, form: str, snapshot: Snapshot) -> None:
            kept.append(snapshot.seq)
            await gate.wait()
            await keep(table, form, snapshot)

        monkeypatch.setattr(log, "keep_snapshot", slow)
        opened = server.open()
        async with server.guest(opened) as me:
            for number in range(4 * ROWS):
                assert (await me.do("rename", name=f"Ada {number}"))["type"] == "done"
            await until(lambda: bool(kept))
            assert (await me.do("rename", name="Ada again"))["type"] == "done"
        assert snapshot(server, opened["table"]) is None
        server._loop.call_soon_threadsafe(gate.set)  # type: ignore[union-attr]  # of this server
        await until(lambda: snapshot(server, opened["table"]) is not None)
        # One for every so many rows, not one for each.
        assert len(kept) <= 5

    with live_server(tmp_path / "tables.db") as server:
        asyncio.run(play(server))


def test_a_match_that_is_over_is_kept_as_a_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(server: Place, opened: dict[str, str]) -> None:
        async with server.guest(opened) as me:
            await me.play_on(lambda me: me.phase == "over")

    with live_server(tmp_path / "tables.db") as server:
        opened = server.open("ascenseur-52", seats=3, deals=1, start=True)
        asyncio.run(play(server, opened))
        log = server.app.services.store
        name = f"{opened['table']}-1"
        asyncio.run(until(lambda: server.inside(log.record(name)) is not None))
        # So the table itself is not needed to look at it.
        monkeypatch.setattr(server.app.services.rooms, "find", None)
        assert server.ask(f"/api/replays/{name}").status == 200
        assert server.ask(f"/api/replays/{name}/deals/1").status == 200
        assert server.ask(f"/api/replays/{name}/record").json["game"] == "ascenseur-52"


def test_a_table_takes_no_deal_that_hardly_ever_ends(tmp_path: Path) -> None:
    def ask(server: Place, turns: int) -> Any:  # noqa: ANN401 - what came back
        wish = {"game": "dnpup", "seats": 2, "name": "Zoé", "lang": "en", "nonce": nonce()}
        return server.ask("/api/tables", wish | {"options": {"turn_cap": turns}})

    with live_server(tmp_path / "tables.db") as server:
        assert ask(server, 1000).status == 201
        refused = ask(server, 1001)
        assert refused.status == 400
        assert "1000" in refused.json["text"]
