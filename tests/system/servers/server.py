"""A server of the tests' own: a real one, in a folder and at a port that nobody else uses.

It is started when first asked for, can be stopped, killed and started again on the same folder and
port, and is gone, with its folder, when the tests are: see `guard`.
"""

import os
import pwd
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any, ClassVar, Self

from tests.system.servers import guard

# Below the ports that systems give to clients. A client that keeps trying a port of theirs, while
# its server is down, may be given that very port and meet itself there.
PORTS = range(20_000, 32_000)
TRIES = 10
IN_USE = "already in use"


class Failed(Exception):
    """What did not work, and the last lines of the log."""


class Server(ABC):
    """What PostgreSQL, Redis and nginx have in common. `close`, or `with`, ends it for good."""

    name: ClassVar[str]
    stop_signal: ClassVar[signal.Signals]

    def __init__(self) -> None:
        self.user = unprivileged_user()
        place = next(place for place in temporary_folders() if self.user is None or is_open(place))
        # A short name: the path of a socket may have about a hundred letters.
        self.folder = Path(tempfile.mkdtemp(prefix=f"{self.name}-", dir=place))
        self.log = self.folder / "log"
        self.port = 0
        self._process: subprocess.Popen[bytes] | None = None
        # Without -S a coverage measurement would begin there and leave its file behind.
        self._guard = subprocess.Popen(
            (sys.executable, "-I", "-S", guard.__file__, str(self.folder)),
            stdin=subprocess.PIPE,
            start_new_session=True,
        )
        if self.user is not None:
            entry = pwd.getpwnam(self.user)
            os.chown(self.folder, entry.pw_uid, entry.pw_gid)

    @abstractmethod
    def prepare(self) -> None:
        """Make in the folder what the server needs before it starts for the first time."""

    @abstractmethod
    def command(self) -> tuple[str, ...]:
        """The command that runs the server at `port`, without leaving the foreground."""

    @abstractmethod
    def answers(self) -> bool:
        """Whether this server, and no other at its port, takes orders by now."""

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Start, unless it runs; return when it answers."""
        if self.running:
            return
        fresh = not self.port
        if fresh:
            self.prepare()
        limit = time.monotonic() + guard.PATIENCE
        for _ in range(TRIES):
            if fresh:
                self.port = free_port()
            if self._launch(limit):
                return
            # Somebody was quicker. A server that had this port already waits until it is free.
            time.sleep(0 if fresh else 1)
        raise self._failed("port")

    def stop(self) -> None:
        """End in good order: what it has to write is written."""
        if self._process is not None and self.running:
            self._process.send_signal(self.stop_signal)
            try:
                self._process.wait(guard.PATIENCE)
            except subprocess.TimeoutExpired:
                self.kill()
        self._tell_guard(0)

    def kill(self) -> None:
        """End it and all its processes at once, as when the power fails."""
        if self._process is not None and self.running:
            guard.kill_with_children(self._process.pid)
            self._process.wait(guard.PATIENCE)
        self._tell_guard(0)

    def restart(self) -> None:
        """Start again, at the same port and with what was kept; stop first if it runs."""
        self.stop()
        self.start()

    def close(self) -> None:
        """Stop, and remove the folder."""
        if self._guard.stdin is None or self._guard.stdin.closed:
            return
        self.stop()
        self._guard.stdin.close()
        self._guard.wait(2 * guard.PATIENCE)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def run(self, *command: str) -> None:
        """Run a program as the server's user, in its folder, to its end."""
        with self.log.open("ab") as log:
            done = subprocess.run(
                command, check=False, stdout=log, stderr=log, **self._surroundings()
            )
        if done.returncode:
            raise self._failed(command[0])

    def _surroundings(self) -> dict[str, Any]:
        """Where a program of the server runs, and as whom."""
        return {
            "cwd": self.folder,
            "env": environment(),
            "stdin": subprocess.DEVNULL,
            "user": self.user,
            "group": self._group(),
            "extra_groups": self._extra_groups(),
            "start_new_session": True,  # Ctrl-C is for the tests
        }

    def _launch(self, limit: float) -> bool:
        """Start it once. False says that its port was taken."""
        with self.log.open("wb") as log:
            self._process = subprocess.Popen(
                self.command(), stdout=log, stderr=log, **self._surroundings()
            )
        self._tell_guard(self._process.pid)
        while not self.answers():
            if not self.running:
                self._tell_guard(0)
                if IN_USE in self._last_lines():
                    return False
                raise self._failed("start")
            if time.monotonic() > limit:
                self.kill()
                raise self._failed("answer")
            time.sleep(guard.PAUSE)
        return True

    def _tell_guard(self, pid: int) -> None:
        if self._guard.stdin is not None and not self._guard.stdin.closed:
            self._guard.stdin.write(f"{pid}\n".encode())
            self._guard.stdin.flush()

    def _group(self) -> int | None:
        return None if self.user is None else pwd.getpwnam(self.user).pw_gid

    def _extra_groups(self) -> list[int] | None:
        return None if self.user is None else []

    def _failed(self, what: str) -> Failed:
        return Failed(self.name, what, self._last_lines())

    def _last_lines(self) -> str:
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-20:])


def unprivileged_user() -> str | None:
    """Whom a server runs as: PostgreSQL refuses to run as root. None says: as whoever we are."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    return next(name for name in ("postgres", "nobody") if name in known)


def temporary_folders() -> list[Path]:
    return [Path(tempfile.gettempdir()).resolve(), Path("/tmp"), Path("/var/tmp")]  # noqa: S108 # mkdtemp


def is_open(folder: Path) -> bool:
    """Whether anybody may pass through it."""
    return all(place.stat().st_mode & 0o001 for place in (folder, *folder.parents))


def environment() -> dict[str, str]:
    """Ours, without what would steer PostgreSQL, and with messages that can be recognised."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PG")} | {
        "LC_ALL": "C"
    }


def free_port() -> int:
    # Drawn apart from `random`, which tests may have seeded alike in two processes.
    for port in random.SystemRandom().sample(PORTS, 100):
        with socket.socket() as tried:
            try:
                tried.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise Failed("port")
