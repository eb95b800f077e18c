"""Whoever begins a request and never ends it is not waited for."""

from __future__ import annotations

from pathlib import Path
from time import monotonic, sleep

import pytest

from funicular.web.guards.request_scanner import LONGEST_HEAD
from tests.kit.serving import Served
from tests.system.fuzz.wire import PING, PONG, frame, line
from tests.web.live import live_server

HEAD = b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n"
UNFINISHED = {
    "nothing": b"",
    "half a line": b"GET /api/ga",
    "half a head": HEAD + b"X-Half: ",
    "a second one by halves": HEAD + b"\r\n" + HEAD,
}


@pytest.mark.parametrize("begun", UNFINISHED.values(), ids=UNFINISHED)
@pytest.mark.parametrize("parser", ["httptools", "h11"])
def test_a_request_that_never_comes_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, begun: bytes, parser: str
) -> None:
    monkeypatch.setattr("funicular.web.guards.guard.HEAD_SECONDS", 0.2)
    server_of_it = live_server(tmp_path / "tables.db", protocols={"http": parser})
    with server_of_it as server, line(server.port) as wire:
        wire.send(begun)
        # Ends only when the server closes; `Wrong` if it never does.
        came = wire.rest()
    assert came.count(b"HTTP/1.1 200") == begun.count(b"\r\n\r\n")


HANDSHAKE = (
    b"POST /api/tables/x/socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n"
    b"Upgrade: websocket\r\nContent-Length: 2\r\n\r\n{}"
)


@pytest.mark.parametrize("hangs_up", [True, False])
def test_a_handshake_that_cannot_be_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, hangs_up: bool
) -> None:
    """Uvicorn neither answers it nor closes."""
    monkeypatch.setattr("funicular.web.guards.guard.CLOSE_SECONDS", 0.2)
    with live_server(tmp_path / "tables.db") as server, line(server.port) as wire:
        wire.send(HANDSHAKE)
        if hangs_up:
            wire.hang_up()
        wire.rest()


def test_a_head_without_an_end_is_refused(tmp_path: Path) -> None:
    with live_server(tmp_path / "tables.db") as server, line(server.port) as wire:
        wire.send(HEAD + b"X-Long: ")
        for _ in range(LONGEST_HEAD // 1024 + 1):
            wire.send(b"x" * 1024)
        assert wire.until(b"\r\n").startswith(b"HTTP/1.1 400 ")


def test_the_clock_is_for_heads_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection is used again, and as a socket it stays as long as it likes."""
    monkeypatch.setattr("funicular.web.guards.guard.HEAD_SECONDS", 0.2)
    with live_server(tmp_path / "tables.db") as server:
        path = f"/api/tables/{server.open()['table']}/socket"
        with line(server.port) as wire:
            for _ in range(3):
                wire.send(HEAD + b"\r\n")
                head = wire.until(b"\r\n\r\n").lower()
                wire.exactly(int(head.partition(b"content-length: ")[2].partition(b"\r\n")[0]))
            wire.upgrade(path)
            began = monotonic()
            while monotonic() < began + 0.5:
                wire.send(frame(b"", PING))
                assert wire.frame().opcode == PONG
                sleep(0.02)


def test_a_handshake_that_cannot_be_does_not_disturb_the_end(tmp_path: Path) -> None:
    """Uvicorn's own shutdown fails on it, and would leave the store as after a kill."""
    server = Served(tmp_path, "--data", str(tmp_path / "tables.db"))
    with server, line(server.port) as wire:
        wire.send(HANDSHAKE)
        assert server.ask("/api/languages")[0] == 200
        server.stop()
    assert "Traceback" not in server.errors
