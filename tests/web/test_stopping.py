"""Asked to stop, the server is gone in time, whatever it was doing."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bench.long_logs import LongTable
from funicular.store.log import StoreFailed
from funicular.store.open import open_store
from funicular.web.shutdown import (
    CONNECTIONS_SECONDS,
    FAREWELL_SECONDS,
    LIMIT_SECONDS,
    STORE_SECONDS,
    TASKS_SECONDS,
    Shutdown,
)
from tests.kit.serving import PATIENCE, Served
from tests.web.test_replay_costs import flipped

TEN = 10.0


def test_the_deadlines_together_are_shorter_than_the_last_one() -> None:
    together = CONNECTIONS_SECONDS + TASKS_SECONDS + FAREWELL_SECONDS + STORE_SECONDS
    assert together < LIMIT_SECONDS < TEN


def test_a_phase_that_does_not_end_is_given_up_and_named() -> None:
    async def use() -> Shutdown:
        stopping = Shutdown()
        await stopping.wait("store", asyncio.Event().wait(), 0.01)
        await stopping.wait("farewell", failing(), 1.0)
        await stopping.wait("tasks", asyncio.sleep(0), 1.0)
        return stopping

    async def failing() -> None:
        raise StoreFailed("store.closed")

    assert asyncio.run(use()).given_up == ["store", "farewell"]


@pytest.mark.parametrize(("phase", "code"), [("store", 1), ("threads", 0)])
def test_a_process_that_hangs_is_ended_all_the_same(phase: str, code: int) -> None:
    """What hangs after all is safe is no failure."""
    program = (
        "import threading; from funicular.web.shutdown import Shutdown;"
        f"end = Shutdown(); end.phase = {phase!r}; end.begin(0.05); threading.Event().wait()"
    )
    ended = subprocess.run((sys.executable, "-c", program), check=False, timeout=PATIENCE)
    assert ended.returncode == code


@contextmanager
def deaf(server: Served, path: str) -> Iterator[socket.socket]:
    """A client that opens a socket and never reads."""
    with socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.connect(("127.0.0.1", server.port))
        key = "dGhlIHNhbXBsZSBub25jZQ=="
        deaf.sendall(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        yield deaf


def poisoned(data: Path, length: int) -> str:
    """A store with a table that has a long log and no snapshot."""

    async def make() -> str:
        store = await open_store(str(data))
        long = LongTable()
        await store.append(long.where.table, long.rows(length))
        await store.close()
        return long.where.table

    return asyncio.run(make())


@pytest.mark.parametrize("hurried", [False, True], ids=["once", "twice"])
def test_it_ends_in_time_while_loading_checking_thinking_and_with_deaf_clients(
    tmp_path: Path, *, hurried: bool
) -> None:
    data = tmp_path / "tables.db"
    table = poisoned(data, 1500)
    record = flipped(3000)
    with Served(tmp_path, "--data", str(data), "--log-format", "json") as server:
        opened = server.open("auf-ab", seats=3, level="strong", start=True)
        with (
            deaf(server, f"/api/tables/{opened['table']}/socket"),
            deaf(server, f"/api/tables/{table}/socket"),
            socket.create_connection(("127.0.0.1", server.port)) as loading,
            socket.create_connection(("127.0.0.1", server.port)) as uploading,
        ):
            host = f"Host: 127.0.0.1:{server.port}\r\n"
            loading.sendall(f"GET /api/tables/{table} HTTP/1.1\r\n{host}\r\n".encode())
            head = f"POST /api/replays HTTP/1.1\r\n{host}Content-Length: {len(record)}\r\n\r\n"
            uploading.sendall(head.encode() + record)
            began = time.monotonic()
            os.kill(server.pid, signal.SIGINT)
            if hurried:
                os.kill(server.pid, signal.SIGINT)
            assert server.ended() in ((0, 1) if hurried else (0,))
            # The limit is the point here, and generous enough for a busy machine.
            assert time.monotonic() - began < 3 * TEN
        last = json.loads(server.errors.splitlines()[-1])
        assert last["event"] == "stopped"
