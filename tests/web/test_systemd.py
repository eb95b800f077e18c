"""What systemd hears of a server, over a real datagram socket: ready, alive, ending."""

from __future__ import annotations

import os
import signal
import socket
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from funicular.web.systemd import notify
from tests.kit.serving import PATIENCE, Served


@pytest.fixture
def systemd() -> Iterator[socket.socket]:
    # A short name: the path of a socket may have about a hundred letters.
    with (
        tempfile.TemporaryDirectory(prefix="sd-") as folder,
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as hears,
    ):
        hears.bind(str(Path(folder) / "notify"))
        hears.settimeout(PATIENCE)
        yield hears


def until_silent(systemd: socket.socket) -> Iterator[bytes]:
    with suppress(TimeoutError):
        while True:
            yield systemd.recv(64)


def test_systemd_hears_that_a_server_is_ready_lives_and_ends(
    systemd: socket.socket, tmp_path: Path
) -> None:
    told = {"NOTIFY_SOCKET": systemd.getsockname(), "WATCHDOG_USEC": "200000"}
    with Served(tmp_path, "--data", str(tmp_path / "tables.db"), environment=told) as server:
        heard = [systemd.recv(64)]
        while b"READY=1" not in heard:
            heard.append(systemd.recv(64))
        assert set(heard) <= {b"READY=1", b"WATCHDOG=1"}
        os.kill(server.pid, signal.SIGSTOP)
        try:
            # What was said before, and then nothing.
            systemd.settimeout(1.0)
            assert {*until_silent(systemd)} <= {b"WATCHDOG=1"}
        finally:
            os.kill(server.pid, signal.SIGCONT)
        systemd.settimeout(PATIENCE)
        assert systemd.recv(64) == b"WATCHDOG=1"
    while systemd.recv(64) != b"STOPPING=1":
        pass


def test_signs_of_life_meant_for_another_process_are_not_given(
    systemd: socket.socket, tmp_path: Path
) -> None:
    told = {
        "NOTIFY_SOCKET": systemd.getsockname(),
        "WATCHDOG_USEC": "1000",
        "WATCHDOG_PID": str(os.getpid()),
    }
    with Served(tmp_path, "--data", str(tmp_path / "tables.db"), environment=told):
        assert systemd.recv(64) == b"READY=1"
    assert systemd.recv(64) == b"STOPPING=1"


def test_an_address_may_be_no_file_and_a_socket_that_has_gone_is_no_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    name = f"funicular-{os.getpid()}"
    monkeypatch.setenv("NOTIFY_SOCKET", f"@{name}")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as hears:
        hears.bind(f"\0{name}")
        notify("READY=1")
        assert hears.recv(64) == b"READY=1"
    notify("READY=1")
    monkeypatch.delenv("NOTIFY_SOCKET")
    notify("READY=1")
