"""`funicular join` and clocks: they are shown, the game can be stopped, no seat is lost."""

from __future__ import annotations

import asyncio
import shlex
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from tests.cli.terminal import COMMAND, environment
from tests.web.live import PATIENCE, Guest, Place
from tests.web.test_join import EXAMPLE, link

PIPE = subprocess.PIPE
TIMED: dict[str, Any] = {"seats": 2, "clock": {"turn": 600, "bank": 90}}


class Typist:
    """A terminal that somebody types at when the time has come."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.said = ""

    async def hears(self, text: str) -> None:
        """Wait until the terminal says this, from here on."""
        assert self._process.stdout is not None
        start = len(self.said)
        async with asyncio.timeout(PATIENCE):
            while text not in self.said[start:]:
                more = await self._process.stdout.read(4096)
                assert more, self.said
                self.said += more.decode()

    async def types(self, text: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{text}\n".encode())
        await self._process.stdin.drain()

    async def leaves(self) -> None:
        await self.types("quit")
        await self.hears("Your seat is kept")
        await self.ends()

    async def ends(self) -> None:
        """Let it go, whether it waits for an answer or for others."""
        with suppress(ProcessLookupError):
            self._process.terminate()
        await self._process.communicate()


async def joined(server: Place, opened: dict[str, Any], folder: Path, *more: str) -> Typist:
    return Typist(
        await asyncio.create_subprocess_exec(
            *(*COMMAND, "join", link(server, opened), "--name", "Max", *more),
            env=environment(folder),
            stdin=PIPE,
            stdout=PIPE,
            stderr=subprocess.STDOUT,
        )
    )


def kept_tokens(folder: Path) -> list[str]:
    kept = msgspec.json.decode(next(folder.rglob("seats.json")).read_bytes(), type=dict[str, str])
    return list(kept.values())


async def begun(host: Guest) -> None:
    """Max has come; the match begins, and it is his turn."""
    await host.until(lambda me: me.table["chairs"][1]["kind"] == "person")
    await host.do("start")
    await host.until(lambda me: me.deal is not None)
    while host.my_turn:
        assert host.deal is not None
        turn = host.deal["turn"]
        await host.move()
        await host.until(lambda me, turn=turn: me.deal["turn"] != turn)  # type: ignore[misc]  # as it was


def test_the_clock_is_shown_and_the_game_can_be_stopped(server: Place, tmp_path: Path) -> None:
    async def main() -> None:
        opened = server.open("dnpup", **TIMED)
        async with server.guest(opened) as host:
            max_ = await joined(server, opened, tmp_path)
            await begun(host)
            await max_.hears("reserve 1:30):")
            assert "Your move (" in max_.said
            await max_.types("pause")
            await host.until(lambda me: me.table["paused"] == 1)
            await max_.hears("Max has paused the game. Enter goes on:")
            await max_.types("")
            await host.until(lambda me: me.table["paused"] is None)
            await max_.hears("Your move (")
            # Somebody else may stop it too; a move then waits.
            await host.do("pause")
            await max_.types("1")
            await max_.hears("Zoé has paused the game. Enter goes on:")
            await host.until(lambda me: me.table["paused"] == 0)
            await max_.types("")
            await max_.hears("Your move (")
            await max_.leaves()

    asyncio.run(main())


def test_a_program_waits_while_the_game_is_stopped(server: Place, tmp_path: Path) -> None:
    async def main() -> None:
        opened = server.open("dnpup", options={"points_to_win": 2}, **TIMED)
        async with server.guest(opened) as host:
            program = shlex.join([sys.executable, str(EXAMPLE)])
            max_ = await joined(server, opened, tmp_path, "--program", program)
            await host.until(lambda me: me.table["chairs"][1]["kind"] == "person")
            await host.do("start")
            await host.until(lambda me: me.deal is not None)
            await host.do("pause")
            await host.until(lambda me: me.table["paused"] is not None)
            await host.do("resume")
            await host.until(lambda me: me.table["paused"] is None)
            await host.play_on(lambda me: me.phase == "over")
            await max_.hears("win")
            await max_.ends()
            assert host.table["chairs"][1]["kind"] == "person"

    asyncio.run(main())


def test_the_secret_of_a_seat_is_kept_before_it_is_asked_for(server: Place, tmp_path: Path) -> None:
    async def main() -> None:
        opened = server.open("dnpup", seats=2)
        async with server.guest(opened) as host:
            max_ = await joined(server, opened, tmp_path)
            await host.until(lambda me: me.table["chairs"][1]["kind"] == "person")
            (token,) = kept_tokens(tmp_path)
            assert len(token) == 64
            async with server.guest(opened, token=token) as max_again:
                assert max_again.table["you"] == 1
            await max_.hears("You have a seat")
            await max_.ends()

    asyncio.run(main())
