"""Bots that think in processes of their own, as without the kernels, die with their server."""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
import time
from pathlib import Path

from tests.kit.serving import PATIENCE
from tests.system.faults.player import Player
from tests.system.faults.serving import Server, Start
from tests.system.servers.guard import PAUSE, processes


def children(of: int) -> set[int]:
    return {process for process, parent in processes().items() if parent == of}


async def let_bots_move(server: Server) -> None:
    opened = await asyncio.to_thread(server.open)
    player = Player("Ada", lambda: server.port, opened["table"], token=opened["token"])
    player.come()
    try:
        await player.do("start", nonce=secrets.token_hex(16))
        # By then at least one deal has ended: everybody has moved.
        await player.until(lambda me: (me.picture.deal or {"number": 0})["number"] > 1)
    finally:
        await player.go()


def test_a_server_that_is_killed_leaves_no_bots_behind(tmp_path: Path) -> None:
    how = Start(str(tmp_path / "tables.db"), environment={"FUNICULAR_PURE": "1"})
    others = children(os.getpid())
    with Server(how, tmp_path) as server:
        (started,) = children(os.getpid()) - others
        asyncio.run(let_bots_move(server))
        thinking = children(started)
        assert thinking
        os.kill(started, signal.SIGKILL)
        limit = time.monotonic() + PATIENCE
        while (left := thinking & processes().keys()) and time.monotonic() < limit:
            time.sleep(PAUSE)
        for process in left:
            os.kill(process, signal.SIGKILL)
        server.kill()
        assert not left
