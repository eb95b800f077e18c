"""Processes of `funicular` by the hundred: one Python imports it once, and forks for each command.

To start Python and import the package takes far longer than most commands do. A fork has that
behind it and is otherwise a process like any other, with arguments, environment, folder, standard
streams and exit code of its own. What Python or the package reads while it starts (`PYTHON…`,
`FUNICULAR_PURE`) cannot be changed for a fork.

This file holds both ends of a socket. The program takes requests from the one it was started with,
one at a time, and ends when nobody holds the other end.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import runpy
import signal
import socket
import subprocess
import sys
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

from funicular.cli.commands import COMMANDS, command
from funicular.lang import catalogue, languages

ROOT = Path(__file__).parents[2]
STREAMS = 3
CHUNK = 1 << 16


class ForkServer:
    """The end that asks for processes."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        """Start a Python in this environment that imports every command and reads the sentences."""
        self._socket, other = socket.socketpair()
        self._answers = self._socket.makefile()
        with other:
            self._process = subprocess.Popen(
                (sys.executable, "-m", "tests.kit.fork_server", str(other.fileno())),
                cwd=ROOT,
                env=dict(environment),
                pass_fds=(other.fileno(),),
                start_new_session=True,  # Ctrl-C is for the tests
            )
        atexit.register(self._close)

    def _close(self) -> None:
        self._answers.close()
        self._socket.close()
        self._process.wait()

    def run(
        self, arguments: Iterable[str], environment: Mapping[str, str], typed: bytes, seconds: float
    ) -> tuple[int, bytes, bytes]:
        """Run a command, this on its standard input: exit code, standard output, and errors."""
        request = {
            "arguments": list(arguments),
            "environment": dict(environment),
            "folder": str(Path.cwd()),
        }
        stdin, stdout, stderr = os.pipe(), os.pipe(), os.pipe()
        theirs = (stdin[0], stdout[1], stderr[1])
        socket.send_fds(self._socket, [b"?"], theirs)
        self._socket.sendall(f"{json.dumps(request)}\n".encode())
        for end in theirs:
            os.close(end)
        with ThreadPoolExecutor(STREAMS) as threads:
            threads.submit(_write, stdin[1], typed)
            said, complained = (threads.submit(_read, end[0]) for end in (stdout, stderr))
            pid = int(self._answers.readline())
            self._socket.settimeout(seconds)
            try:
                status = int(self._answers.readline())
            except TimeoutError:
                os.kill(pid, signal.SIGKILL)
                raise
            finally:
                self._socket.settimeout(None)
            return os.waitstatus_to_exitcode(status), said.result(), complained.result()


def _write(end: int, typed: bytes) -> None:
    # A command may end without having read all of it.
    with suppress(BrokenPipeError), open(end, "wb", buffering=0) as stream:
        while typed:
            typed = typed[stream.write(typed) or 0 :]


def _read(end: int) -> bytes:
    with open(end, "rb") as stream:
        return stream.read()


def serve(asked: socket.socket) -> None:
    """Fork for each request, and answer with the pid, then with how the process ended."""
    for name in COMMANDS:
        command(name)
    for lang in languages():
        catalogue(lang)
    gc.freeze()
    while True:
        sign, streams, _, _ = socket.recv_fds(asked, 1, STREAMS)
        if not sign:
            return
        line = b""
        while not line.endswith(b"\n"):
            line += asked.recv(CHUNK)
        pid = os.fork()
        if pid == 0:
            asked.close()
            become_command(streams, **json.loads(line))
        for end in streams:
            os.close(end)
        asked.sendall(f"{pid}\n".encode())
        asked.sendall(f"{os.waitpid(pid, 0)[1]}\n".encode())


def become_command(
    streams: Iterable[int], arguments: list[str], environment: dict[str, str], folder: str
) -> None:
    """Do what `python -m funicular` does; this does not return."""
    for number, end in enumerate(streams):
        os.dup2(end, number)
        os.close(end)
    # As Python makes them where PYTHONUTF8=1.
    sys.stdin = open(0, encoding="utf-8", errors="surrogateescape")  # noqa: SIM115 - for good
    sys.stdout = open(1, "w", encoding="utf-8", errors="surrogateescape")  # noqa: SIM115 - for good
    sys.stderr = open(2, "w", 1, encoding="utf-8", errors="backslashreplace")  # noqa: SIM115 - for good
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.argv[1:] = arguments
    runpy.run_module("funicular", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    with socket.socket(fileno=int(sys.argv[1])) as mine:
        serve(mine)
