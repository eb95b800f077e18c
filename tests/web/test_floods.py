"""Whatever a connection floods the server with, it is cut, named once, and nobody else waits."""

from __future__ import annotations

import importlib.util
import json
import secrets
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from funicular.live.admission.figures import OF_CONNECTION
from funicular.live.admission.rates import Bucket, Rate
from funicular.web.guards.guard import MOST_AFTER_CLOSE
from funicular.web.guards.socket_budget import Excess, SocketBudget
from tests.kit.serving import Served
from tests.system.fuzz.wire import Closed, Line, frame, line
from tests.web.flooding import FLOODS, cuts, flood, greeted
from tests.web.live import live_server

MB = 1 << 20
# What a server may grow by while it is flooded: nothing is kept of what was not read.
MOST_GROWN = 24 * MB
MANY_REQUESTS = 10_000


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("flooded")
    with Served(folder, "--data", str(folder / "tables.db")) as server:
        yield server


def rename(server: Served, opened: dict[str, str]) -> None:
    """A command at another table, which is answered."""
    wish = {"id": secrets.token_hex(8), "command": {"do": "rename", "name": "Bea"}}
    path = f"/api/tables/{opened['table']}/commands"
    status, done = server.ask(path, wish, Authorization=f"Bearer {opened['token']}")
    assert (status, done["type"]) == (200, "done")


def memory(pid: int) -> int:
    """The bytes that a process has in memory."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    found = next(each for each in lines if each.startswith("VmRSS"))
    return int(found.split()[1]) * 1024


@pytest.mark.parametrize("name", FLOODS)
@pytest.mark.parametrize("where", ["at a table", "before hello", "where no table is"])
def test_every_kind_of_frame_is_counted_and_a_flood_is_cut(
    served: Served, name: str, where: str
) -> None:
    victim, other = served.open(), served.open()
    with line(served.port) as wire:
        if where == "at a table":
            greeted(wire, victim)
        else:
            table = "nowhere" if where == "where no table is" else victim["table"]
            wire.upgrade(f"/api/tables/{table}/socket")
        assert flood(wire, name, lambda: rename(served, other))
    rename(served, other)


def test_what_is_never_read_does_not_fill_the_memory(served: Served) -> None:
    opened = served.open()
    before = memory(served.pid)
    for _ in range(20):
        with line(served.port) as wire:
            greeted(wire, opened)
            assert flood(wire, "long pings", lambda: None)
    assert memory(served.pid) - before < MOST_GROWN


def test_who_goes_on_after_a_close_is_cut(tmp_path: Path) -> None:
    """Without the two seconds that others have to answer it."""
    with live_server(tmp_path / "tables.db") as place, line(place.port) as wire:
        wire.upgrade(f"/api/tables/{place.open()['table']}/socket")
        hello = {"type": "hello", "protocol": 1, "lang": "en", "invite": "wrong"}
        wire.send(frame(json.dumps(hello).encode()))
        assert wire.message()["code"] == "no-entry"
        with pytest.raises(Closed):
            wire.frame()
        wire.send(frame(b"{}") * MOST_AFTER_CLOSE)
        wire.rest()
        assert cuts(place.app, "after-close") == 1


def test_the_log_names_an_attacker_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with live_server(tmp_path / "tables.db") as place:
        opened = place.open()
        for name in ("pings", "tiny fragments", "short texts", "pings"):
            with line(place.port) as wire:
                greeted(wire, opened)
                assert flood(wire, name, lambda: None)
        with line(place.port) as wire:
            assert pipelined(wire)
    named = [each for each in caplog.records if "address" in getattr(each, "about", {})]
    assert [(each.levelname, each.message) for each in named] == [("WARNING", "cut")]
    about = named[0].__dict__["about"]
    assert about["address"] == "127.0.0.1"
    assert about["reason"] == "control-frames"
    assert about["table"] == opened["table"]
    assert about["frames"] > OF_CONNECTION["control-frames"].burst
    assert about["bytes"] > about["frames"]


def pipelined(wire: Line) -> bool:
    """Send requests without end, and read no answer; whether that is stopped."""
    try:
        for _ in range(1000):
            wire.socket.sendall(b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n" * 1000)
    except ConnectionError:
        return True
    return False


@pytest.mark.parametrize(
    "http",
    [
        pytest.param(
            name,
            marks=pytest.mark.skipif(
                importlib.util.find_spec(name) is None, reason="not installed"
            ),
        )
        for name in ("httptools", "h11")
    ],
)
def test_whatever_reads_requests_the_guard_stands_before_it(
    tmp_path: Path, http: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("funicular.web.guards.guard.CLOSE_SECONDS", 0.2)
    monkeypatch.setattr("funicular.web.guards.guard.DEAF_SECONDS", 0.2)
    with live_server(tmp_path / "tables.db", protocols={"http": http}) as place:
        opened = place.open()
        for name in ("long pings", "empty continuations", "short texts"):
            for known in (True, False):
                with line(place.port) as wire:
                    if known:
                        greeted(wire, opened)
                    else:
                        wire.upgrade("/api/tables/nowhere/socket")
                    assert flood(wire, name, lambda: None)
        with line(place.port) as wire:
            assert pipelined(wire)
        # A close that is not answered is not waited for.
        with line(place.port) as wire:
            wire.upgrade(f"/api/tables/{opened['table']}/socket")
            wire.send(frame(b'{"type":"hello","protocol":2,"lang":"en"}'))
            assert wire.message()["code"] == "protocol"
            wire.rest()
        assert cuts(place.app, "slow-close") == 1
        with line(place.port) as wire:
            greeted(wire, opened)
            wire.send(frame(b'{"type":"ping"}'))
            assert wire.message()["type"] == "pong"


def test_requests_on_one_connection_are_bounded_for_this_machine_too(served: Served) -> None:
    answers = 0
    with line(served.port) as wire, suppress(Closed):
        while answers < MANY_REQUESTS:
            wire.send(b"HEAD /api/languages HTTP/1.1\r\nHost: localhost\r\n\r\n")
            wire.until(b"\r\n\r\n")
            answers += 1
    assert OF_CONNECTION["requests"].burst <= answers < MANY_REQUESTS


def test_a_flood_at_a_table_ends_the_connections_that_flood_and_no_others() -> None:
    shared = (("table", Bucket(Rate(1000, 1 / 1000))),)
    storms, quiet = [SocketBudget() for _ in range(3)], SocketBudget()
    for each in (*storms, quiet):
        each.begin(shared, hello_only=False)
        each.welcome()
    message = frame(b"{}")
    for each in (*storms, *storms, *storms, storms[0]):
        assert each.read(message * 100) == ["{}"] * 100
    for each in storms:
        with pytest.raises(Excess) as excess:
            each.read(message)
        assert excess.value.of == "table"
    assert quiet.read(message) == ["{}"]
