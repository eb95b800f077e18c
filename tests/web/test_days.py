"""A wrong clock closes no table: only days on which a server ran are counted."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from funicular.live.days import DAY, Days
from funicular.store.open import Store, open_store
from tests.web.live import Place, live_server

NOW = 1_800_000_000.0


def with_days(path: Path, use: Callable[[Days], Awaitable[None]]) -> None:
    async def main() -> None:
        store: Store = await open_store(str(path))
        try:
            await use(Days(store))
        finally:
            await store.close()

    asyncio.run(main())


async def note(days: Days, *numbers: int) -> None:
    for number in numbers:
        await days.note(NOW + number * DAY)


@pytest.mark.parametrize("again", [False, True], ids=["running", "started again"])
def test_a_clock_far_ahead_adds_one_day_and_no_more(tmp_path: Path, *, again: bool) -> None:
    async def use(days: Days) -> None:
        if not again:
            await note(days, *range(-40, 1))
        await note(days, 40)
        before = await days.before(NOW + 40 * DAY, 30)
        assert before is not None
        # By the true clock, 29 days ago and not a day later.
        assert before <= NOW - 28 * DAY

    if again:
        with_days(tmp_path / "tables.db", lambda days: note(days, *range(-40, 1)))
    with_days(tmp_path / "tables.db", use)


def test_a_server_that_always_runs_closes_after_the_days_that_were_chosen(tmp_path: Path) -> None:
    async def use(days: Days) -> None:
        await note(days, *range(-40, 1))
        assert await days.before(NOW, 30) == NOW - 30 * DAY
        assert await days.before(NOW, 0.5) == NOW - 0.5 * DAY

    with_days(tmp_path / "tables.db", use)


def test_days_without_a_server_do_not_count(tmp_path: Path) -> None:
    async def use(days: Days) -> None:
        await note(days, *range(-100, 1, 2))
        assert await days.before(NOW, 30) == NOW - 58 * DAY
        assert await days.before(NOW + 20 * DAY, 30) == NOW - 58 * DAY

    with_days(tmp_path / "tables.db", use)


def test_a_new_store_closes_nothing(tmp_path: Path) -> None:
    async def use(days: Days) -> None:
        await note(days, 0)
        assert await days.before(NOW, 30) is None

    with_days(tmp_path / "tables.db", use)


def test_a_clock_forty_days_ahead_gives_no_match_up(tmp_path: Path) -> None:
    """Neither while the server runs nor after it is started again, played at in between."""
    data = tmp_path / "tables.db"

    def phase(server: Place, opened: dict[str, str]) -> str:
        answer = server.ask(
            f"/api/tables/{opened['table']}", Authorization=f"Bearer {opened['token']}"
        )
        found: str = answer.json["table"]["phase"]
        return found

    with live_server(data) as server:
        opened = server.open("ascenseur-52", start=True)
        for ahead in (0.0, 40.0):
            server.inside(server.app.services.rooms.close_old(time.time() + ahead * DAY))
            assert phase(server, opened) == "playing"
    with live_server(data) as server:
        for ahead in (40.0, 41.0):
            server.inside(server.app.services.rooms.close_old(time.time() + ahead * DAY))
            assert phase(server, opened) == "playing"
        # A server that has run for thirty days more closes it.
        for ahead in range(42, 75):
            server.inside(server.app.services.rooms.close_old(time.time() + ahead * DAY))
        assert phase(server, opened) == "over"
