"""The clock on the wall is set forward and back in the middle of a match: nothing runs out, nobody
loses their seat or their connection, and in the log time never goes back.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.system.faults.matches import play_match
from tests.system.faults.player import Player
from tests.system.faults.proxy import Proxy
from tests.system.faults.serving import Server, Start
from tests.system.faults.shims import Faults, needs_linux

pytestmark = needs_linux
DAY = 86_400


@pytest.mark.parametrize("jumps", [(DAY,), (-DAY,), (DAY, -DAY, DAY)], ids=["on", "back", "both"])
def test_the_clock_jumps(tmp_path: Path, faults: Faults, jumps: Sequence[int]) -> None:
    async def jump(_: Sequence[Proxy], players: Sequence[Player]) -> None:
        for offset in jumps:
            seen = players[0].picture.seq
            await players[0].until(lambda me, seen=seen: me.picture.seq > seen + 5)  # type: ignore[misc]  # bound early
            faults.set(clock=offset)

    start = Start(str(tmp_path / "data" / "tables.db"), environment=faults.environment)
    with Server(start, tmp_path) as server:
        _, players = asyncio.run(play_match([server], jump))
        assert not any(player.breaks or player.refused for player in players)
        # A new table and a new connection work by the new clock, too.
        asyncio.run(play_match([server], deals=2))
        assert server.ask("/healthz")[0] == 200
