"""`funicular serve` as people run it: a process, its end, and how another goes on from there."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from funicular.web.server import listen
from tests.kit.serving import Served, unmeasured
from tests.system.servers.server import free_port
from tests.web.live import PATIENCE, Place, past

GAMES = ("auf-ab", "dnpup", "ascenseur-52", "ascenseur-32")


def serving(data: Path) -> Served:
    return Served(data.parent, "--data", str(data), "--log-format", "json")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_asked_to_stop_it_tells_clients_to_come_back_and_ends_well(
    tmp_path: Path, number: signal.Signals
) -> None:
    async def main(server: Served) -> int | None:
        place = Place(server.port)
        async with place.guest(place.open(start=True)) as me:
            os.kill(server.pid, number)
            with suppress(ConnectionClosed):
                async with asyncio.timeout(PATIENCE):
                    async for _ in me.socket:
                        pass
            return me.socket.close_code

    with serving(tmp_path / "tables.db") as server:
        assert str(tmp_path / "tables.db") in server.said
        assert asyncio.run(main(server)) == 1012
        assert server.ended() == 0
        assert "Goodbye" in server.said


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

    with serving(data) as server:
        asyncio.run(begin(Place(server.port)))
        assert server.end(number) == (0 if number == signal.SIGTERM else -number)
        server.start()
        asyncio.run(go_on(Place(server.port)))


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

    with serving(tmp_path / "tables.db") as server:
        secrets = asyncio.run(main(Place(server.port)))
        server.stop()
    log = server.errors
    events = [json.loads(line) for line in log.splitlines()]
    assert {"table-opened", "entered", "left", "stopped"} <= {each["event"] for each in events}
    assert all({"time", "level", "event"} <= each.keys() for each in events)
    assert not [secret for secret in secrets if secret in log]


def test_who_is_banned_fills_no_log_with_errors(tmp_path: Path) -> None:
    """One line says that they came; each refused socket used to be an error of the server's."""
    data = tmp_path / "tables.db"
    with Served(tmp_path, "--data", str(data), "--log-format", "json") as server:
        opened = server.open(start=True)
        command = (sys.executable, "-m", "funicular", "admin", "--data", str(data))
        subprocess.run((*command, "ban", "127.0.0.1"), check=True, env=unmeasured())

        async def knock() -> None:
            place = Place(server.port)
            async with asyncio.timeout(PATIENCE):
                # Until the server has heard of the ban.
                refused: list[int] = []
                while len(refused) < 3:
                    try:
                        async with place.socket(opened["table"]):
                            pass
                    except InvalidStatus as error:
                        refused.append(error.response.status_code)
                assert refused == [403, 403, 403]

        asyncio.run(knock())
        server.stop()
    lines = [json.loads(line) for line in server.errors.splitlines()]
    assert [line["event"] for line in lines if line["level"] == "error"] == []
    assert len([line for line in lines if line["event"] == "banned"]) == 1


def run(
    *arguments: str, environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "funicular", "serve", *arguments]
    own = None if environment is None else unmeasured() | environment
    return subprocess.run(
        command, capture_output=True, text=True, timeout=PATIENCE, check=False, env=own
    )


def test_others_are_let_in_with_a_warning_of_plain_http(tmp_path: Path) -> None:
    """One line for people, one for the log; behind a proxy that was named there is none."""
    command = (sys.executable, "-m", "funicular", "serve", "--lang", "en", "--host", "0.0.0.0")  # noqa: S104 - that is the point
    data = ("--port", "0", "--data", str(tmp_path / "tables.db"))
    behind = ("--trust-proxy", "10.0.0.1", "--origin", "https://cards.example")
    for more, warned in (((), True), (behind, False)):
        with subprocess.Popen(
            (*command, *data, *more),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=unmeasured(),
        ) as process:
            assert process.stdout is not None
            said = ""
            while "Ctrl-C" not in said:
                line = process.stdout.readline()
                assert line
                said += line
            process.terminate()
            _, errors = process.communicate(timeout=PATIENCE)
        assert ("plain HTTP" in said) == ("plain-http" in errors) == warned
        # The first time there was no store.
        assert ("new, empty store" in said) == ("store-made" in errors) == warned


def test_a_store_that_must_be_there_is_not_made(tmp_path: Path) -> None:
    data = tmp_path / "misspelt.db"
    failed = run("--lang", "en", "--port", "0", "--require-store", "--data", str(data))
    assert failed.returncode != 0
    assert str(data) in failed.stderr
    assert not data.exists()


def test_a_database_is_waited_for_only_so_long() -> None:
    away = f"postgresql://nobody@127.0.0.1:{free_port()}/none"
    failed = run("--lang", "en", "--port", "0", "--data", away, "--wait-for-store", "1.5")
    assert failed.returncode != 0
    assert "store-awaited" in failed.stderr
    assert "cannot be used" in failed.stderr
    assert "Traceback" not in failed.stderr


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
        (["--bot-pause", "never"], "--bot-pause"),
        (["--trust-proxy", "0.0.0.0/0"], "every visitor"),
        (["--host", "nowhere.invalid"], "nowhere.invalid"),
        (["--port", "0", "--data", "/"], "cannot be used"),
        (["--port", "0", "--data", "no/such/folder/tables.db"], "there is no folder"),
        (["--close-after", "0"], "--close-after is a number above 0"),
        (["--keep-tables", "0"], "--keep-tables is a number above 0"),
        (["--keep-chat", "soon"], "--keep-chat is a number above 0"),
        (["--contact", "x" * 201], "at most 200"),
    ],
)
def test_what_it_cannot_do_is_said_in_a_sentence(arguments: list[str], part: str) -> None:
    failed = run("--lang", "en", *arguments)
    assert failed.returncode != 0
    assert part in failed.stderr
    assert "Traceback" not in failed.stderr


def test_a_new_store_is_said_to_be_new_and_an_old_one_is_not(tmp_path: Path) -> None:
    """A mistyped --data looks like a server whose tables are all gone."""
    with serving(tmp_path / "tables.db") as server:
        assert "A new, empty store was made" in server.said
        assert '"event":"store-made"' in server.errors
        server.stop()
        server.start()
        assert "Everything is kept in" in server.said
        assert server.errors.count("store-made") == 1


# Read by the server's Python before anything else: what goes wrong once the log is set up.
STUMBLES = """
import asyncio, sys, threading, warnings

async def forgotten():
    task = asyncio.ensure_future(failing())
    await asyncio.sleep(0)
    del task

async def failing():
    raise RuntimeError("in a task")

class Stumbles:
    def __del__(self):
        raise RuntimeError("in the end of an object")

def in_a_thread():
    raise RuntimeError("in a thread")

def stumble(event, _):
    global begun
    if event != "socket.bind" or begun:
        return
    begun = True
    asyncio.new_event_loop().run_until_complete(forgotten())
    Stumbles()
    thread = threading.Thread(target=in_a_thread)
    thread.start()
    thread.join()
    warnings.warn("a word of warning", RuntimeWarning)
    if "--no-limit-loopback" in sys.argv:
        raise RuntimeError("in the command")

begun = False
sys.addaudithook(stumble)
"""


def stumbling(folder: Path) -> dict[str, str]:
    """What makes a server meet every kind of trouble that Python tells of by itself."""
    (folder / "sitecustomize.py").write_text(STUMBLES)
    return {"PYTHONPATH": os.pathsep.join((str(folder), unmeasured()["PYTHONPATH"]))}


def test_every_line_of_a_server_that_stumbles_is_json(tmp_path: Path) -> None:
    """Its own lines, uvicorn's, warnings, whatever nothing has handled, and words for people."""
    json_log = ("--data", str(tmp_path / "tables.db"), "--log-format", "json")
    with Served(tmp_path, *json_log, environment=stumbling(tmp_path)) as server:
        with socket.create_connection(("127.0.0.1", server.port)) as nonsense:
            nonsense.sendall(b"\x16\x03\x01 no HTTP\r\n\r\n")
            while nonsense.recv(1000):
                pass
        server.stop()
        lines = [*server.errors.splitlines(), *server.said.splitlines()]
    events = [json.loads(line) for line in lines]
    assert all({"time", "level", "event"} <= each.keys() for each in events)
    told = "\n".join(lines)
    for part in (
        *("in a task", "in the end of an object", "in a thread", "a word of warning"),
        *("Invalid HTTP request", "Goodbye"),
    ):
        assert part in told


def test_the_end_of_a_server_that_cannot_go_on_is_json(tmp_path: Path) -> None:
    json_log = ("--port", "0", "--data", str(tmp_path / "tables.db"), "--log-format", "json")
    failed = run(*json_log, "--no-limit-loopback", environment=stumbling(tmp_path))
    assert failed.returncode == 1
    last = [json.loads(line) for line in failed.stderr.splitlines()][-1]
    assert last["event"] == "crashed"
    assert "in the command" in last["exception"]


@pytest.mark.parametrize("wrong", [("--grace", "soon"), ("--data", "/")])
def test_why_a_server_does_not_start_is_json(wrong: tuple[str, str]) -> None:
    failed = run("--lang", "en", "--port", "0", "--log-format", "json", *wrong)
    assert failed.returncode != 0
    (line,) = failed.stderr.splitlines()
    assert json.loads(line)["event"] == "not-started"


def test_a_first_start_without_data_warns_of_nothing(tmp_path: Path) -> None:
    """Where no place was named, none can be mistyped."""
    own = {"XDG_STATE_HOME": str(tmp_path)}
    with Served(tmp_path, "--log-format", "json", environment=own) as server:
        assert "Everything is kept in" in server.said
        server.stop()
    (made,) = [
        each
        for each in map(json.loads, server.errors.splitlines())
        if each["event"] == "store-made"
    ]
    assert made["level"] == "info"
