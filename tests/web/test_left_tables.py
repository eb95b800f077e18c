"""Tables that people open and leave take no turn from others, and after a while stand still."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from ipaddress import ip_network
from pathlib import Path

import pytest

from funicular.core.game import View
from funicular.live import audience, bot_pool
from funicular.live.admission.figures import BOTS
from funicular.native import COMPILED
from funicular.web.network_settings import NetworkSettings
from tests.web.live import PATIENCE, Message, Place, live_server, nonce

LEFT = 60
BEHIND_PROXY = NetworkSettings(proxies=(ip_network("127.0.0.1"),))


STRANGER = {"X-Forwarded-For": "203.0.113.1"}


def leave(place: Place, **wish: object) -> Message:
    """Open a table, stand up and go: bots have all seats, and play on."""
    usual = {"seats": 3, "name": "Eve", "lang": "en", "pace": "instant", "start": True}
    opened: Message = place.ask("/api/tables", usual | {"nonce": nonce()} | wish, **STRANGER).json
    stand = {"id": nonce(), "command": {"do": "stand"}}
    key = {"Authorization": f"Bearer {opened['token']}"}
    path = f"/api/tables/{opened['table']}/commands"
    answer = place.ask(path, stand, **key, **STRANGER)
    assert answer.status == 200, answer.body
    return opened


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():  # noqa: ASYNC110 - the server tells nobody
            await asyncio.sleep(0.002)


@pytest.mark.skipif(not COMPILED, reason="another process sees nothing of this one's")
def test_sixty_tables_left_with_experts_keep_nobody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Experts think as long as the test takes; a person and their bots play a deal to its end."""
    free, begun = threading.Event(), []
    choose = bot_pool._choose

    def thinking(level: str, view: View, seed: int) -> str:
        if level.startswith("expert"):
            begun.append(level)
            assert free.wait(PATIENCE)
        return choose("casual", view, seed)

    monkeypatch.setattr(bot_pool, "_choose", thinking)

    async def main(place: Place) -> None:
        for _ in range(LEFT):
            leave(place, game="dnpup", level="expert")
        queue = place.app.services.rooms._context.bot_pool.searches.queue
        await until(lambda: queue.waiting >= LEFT - BOTS.most_of_a_network)
        opened = place.open("ascenseur-52", level="strong", start=True, deals=1)
        async with place.guest(opened) as me:
            await me.play_on(lambda guest: guest.phase == "over")
        assert len(begun) <= BOTS.most_of_a_network
        free.set()

    try:
        with live_server(tmp_path / "tables.db", door=BEHIND_PROXY) as place:
            asyncio.run(main(place))
    finally:
        free.set()


def test_a_table_that_all_have_left_stands_still_until_somebody_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audience, "UNATTENDED_AFTER_SECONDS", 0.1)
    monkeypatch.setattr(audience, "PAUSED_AFTER_SECONDS", 0.2)

    async def main(place: Place) -> None:
        opened = leave(place, game="ascenseur-52", level="casual", options={"schedule": [8] * 40})
        room = place.app.services.rooms.by_table[opened["table"]]
        await until(lambda: room.idle)
        stopped = room.seq
        assert room.table.phase == "playing"
        # Whoever only asks how it stands has not come.
        key = {"Authorization": f"Bearer {opened['invite']}"}
        path = f"/api/tables/{opened['table']}"
        assert place.ask(f"{path}?glance", **key).status == 200
        assert (room.seq, room.idle) == (stopped, True)
        # With a socket, or without one.
        async with place.guest(opened, invite=opened["invite"], token=None):
            await until(lambda: room.seq > stopped)
        await until(lambda: room.idle)
        stopped = room.seq
        assert place.ask(path, **key).status == 200
        await until(lambda: room.seq > stopped)

    with live_server(tmp_path / "tables.db", bot_pause=0.05) as place:
        asyncio.run(main(place))
