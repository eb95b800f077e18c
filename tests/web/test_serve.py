"""`funicular serve` as people run it: a process, its end, and how another goes on from there."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from funicular.web.server import listen
from tests.web.live import PATIENCE, Place, past

Process = subprocess.Popen[str]
GAMES = ("auf-ab", "dnpup", "ascenseur-52", "ascenseur-32")


@contextmanager
def serving(data: Path, *arguments: str) -> Iterator[tuple[Place, Process]]:
    """The command on a free port; the port is read from what it prints."""
    command = [sys.executable, "-m", "funicular", "serve", "--lang", "en", "--port", "0"]
    process = subprocess.Popen(
        [*command, "--data", str(data), "--log-format", "json", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        said = ""
        while "Ctrl-C" not in said:
            line = process.stdout.readline()
            assert line, process.communicate()
            said += line
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", said)
        assert found, said
        assert str(data) in said
        yield Place(int(found[1])), process
    finally:
        process.kill()
        process.communicate()


def ended(process: Process, number: signal.Signals) -> tuple[int, str]:
    """Its exit code and its log, after this signal."""
    process.send_signal(number)
    _, log = process.communicate(timeout=PATIENCE)
    return process.returncode, log


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_asked_to_stop_it_tells_clients_to_come_back_and_ends_well(
    tmp_path: Path, number: signal.Signals
) -> None:
    async def main(place: Place, process: Process) -> int | None:
        async with place.guest(place.open(start=True)) as me:
            process.send_signal(number)
            with suppress(ConnectionClosed):
                async with asyncio.timeout(PATIENCE):
                    async for _ in me.socket:
                        pass
            return me.socket.close_code

    with serving(tmp_path / "tables.db") as (place, process):
        assert asyncio.run(main(place, process)) == 1012
        out, _ = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0
        assert "Goodbye" in out


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_another_server_on_the_same_file_goes_on_with_every_table(
    tmp_path: Path, number: signal.Signals
) -> None:
    """Also after a crash: what was acknowledged is there."""
    data = tmp_path / "tables.db"
    tables = []

    async def begin(place: Place) -> None:
        for game in GAMES:
            opened = place.open(game, start=True)
            async with place.guest(opened) as me:
                await me.until(lambda guest: guest.my_turn)
                assert me.deal is not None
                deal = me.deal
                done = await me.move()
                assert done["type"] == "done"
                await me.until(past("turn", deal))
                await me.do_as("last", "say", text=f"a word at {game}")
                tables.append((opened, me, done["seq"]))

    async def go_on(place: Place) -> None:
        for opened, before, seq in tables:
            async with place.guest(opened, back=before) as me:
                assert me.seq >= seq
                assert me.table["you"] == 0
                again = await me.do_as("last", "say", text="not said twice")
                assert again["type"] == "done"
                await me.play_on(lambda guest: guest.phase != "playing")
                assert len(me.said) <= 1

    with serving(data) as (place, process):
        asyncio.run(begin(place))
        code, _ = ended(process, number)
        assert code == (0 if number == signal.SIGTERM else -number)
    with serving(data) as (place, _):
        asyncio.run(go_on(place))


def test_the_log_has_events_in_json_and_no_secrets(tmp_path: Path) -> None:
    async def main(place: Place) -> list[str]:
        opened = place.open("ascenseur-52", start=True, name="Zoé-Anne")
        async with place.guest(opened) as me:
            await me.play_on(lambda guest: guest.phase == "scored")
            assert me.deal is not None
            cards = [f'"{card}"' for card in me.deal["sight"]["dealt"]]
            await me.socket.send("not even JSON")
            await me.hear("refused")
            return [opened["token"], opened["invite"], *cards]

    with serving(tmp_path / "tables.db") as (place, process):
        secrets = asyncio.run(main(place))
        _, log = ended(process, signal.SIGTERM)
    events = [json.loads(line) for line in log.splitlines()]
    assert {"table-opened", "entered", "left", "stopped"} <= {each["event"] for each in events}
    assert all({"time", "level", "event"} <= each.keys() for each in events)
    assert not [secret for secret in secrets if secret in log]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "funicular", "serve", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)


def test_a_port_that_is_taken_is_said_with_one_that_is_not(tmp_path: Path) -> None:
    with listen("127.0.0.1", 0) as taken:
        port = str(taken.getsockname()[1])
        data = str(tmp_path / "tables.db")
        failed = run("--lang", "en", "--port", port, "--data", data)
    assert failed.returncode != 0
    assert f"Port {port} is taken" in failed.stderr
    assert "--port 0" in failed.stderr


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["--port", "70000"], "at most 65535"),
        (["--log-format", "xml"], "text, json"),
        (["--grace", "soon"], "a number from 0 to"),
        (["--host", "nowhere.invalid"], "nowhere.invalid"),
        (["--port", "0", "--data", "/"], "cannot be used"),
    ],
)
def test_what_it_cannot_do_is_said_in_a_sentence(arguments: list[str], part: str) -> None:
    failed = run("--lang", "en", *arguments)
    assert failed.returncode != 0
    assert part in failed.stderr
    assert "Traceback" not in failed.stderr
