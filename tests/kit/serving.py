"""`funicular serve` in a process of its own, that can be stopped, killed and started again."""

from __future__ import annotations

import json
import os
import re
import secrets
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any, Self

import funicular
from tests.cli.terminal import uncounted
from tests.system.servers.server import free_port

SRC = Path(funicular.__file__).parents[1]
ROOT = Path(__file__).parents[2]
USUAL = {
    "PYTHONPATH": os.pathsep.join((str(SRC), str(ROOT))),
    "PYTHONUTF8": "1",
    "PYTHONUNBUFFERED": "1",
    "LANG": "en",
    # Bots play as soon as they can: nobody here learns anything from the moment.
    "FUNICULAR_BOT_PAUSE": "0",
}
# Far more seconds than anything takes; a test that waits so long has failed.
PATIENCE = 60.0

Message = dict[str, Any]


class Served:
    """The command with these arguments; what it says on standard error is kept in a file.

    It starts again at the port it had, which lies below those of clients: one that calls a dead
    server must not meet itself there.
    """

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        before: tuple[str, ...] = (),
        command: tuple[str, ...] = (sys.executable, "-m", "funicular"),
        environment: dict[str, str] | None = None,
    ) -> None:
        """`before` is a command that ours is handed to, such as one that enters a namespace.

        `command` is ours, where that is not the one of this environment.
        """
        self.port = free_port()
        # What it has said on standard output since it was last started.
        self.said = ""
        self._arguments = arguments
        self._command = (*before, *command)
        self._environment = unmeasured() | (environment or {})
        self._errors = folder / f"serve-{secrets.token_hex(4)}.err"
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def address(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        """Its process."""
        assert self._process is not None
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether it runs."""
        return self._process is not None and self._process.poll() is None

    @property
    def errors(self) -> str:
        """What it has said on standard error so far."""
        return self._errors.read_text()

    def start(self) -> None:
        """Start it, and wait until it serves."""
        command = (*self._command, "serve", "--lang", "en", "--no-open")
        place = ("--host", "127.0.0.1", "--port", str(self.port))
        with self._errors.open("a") as errors:
            self._process = subprocess.Popen(
                (*command, *place, *self._arguments),
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                env=self._environment,
            )
        assert self._process.stdout is not None
        self.said = ""
        while "Ctrl-C" not in self.said:
            line = self._process.stdout.readline()
            assert line, self.errors
            self.said += line
        assert re.search(rf"{re.escape(self.address)}/", self.said), self.said

    def end(self, how: signal.Signals) -> int:
        """Send it this signal, and say how it ended."""
        if self._process is not None:
            self._process.send_signal(how)
        return self.ended()

    def ended(self) -> int:
        """Wait for its end, which was asked for, and say how it was."""
        process, self._process = self._process, None
        if process is None:
            return 0
        try:
            more, _ = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise
        self.said += more
        return process.returncode

    def stop(self) -> None:
        """Ask it to end, as whoever updates it would."""
        assert self.end(signal.SIGTERM) == 0, self.errors

    def kill(self) -> None:
        """End it in the middle of whatever it does."""
        self.end(signal.SIGKILL)

    def ask(self, path: str, body: object = None, **headers: str) -> tuple[int, Message]:
        """GET, or POST where there is a body: the status and what came back."""
        request = urllib.request.Request(  # noqa: S310 - our own server
            self.address + path, None if body is None else json.dumps(body).encode(), headers
        )
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310 - as above
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.load(error)

    def until_ready(self, status: int) -> None:
        """Wait until `/readyz` says so: it tells what was found last, not what is found now."""
        limit = time.monotonic() + PATIENCE
        while (found := self.ask("/readyz"))[0] != status:
            assert time.monotonic() < limit, found
            time.sleep(0.02)

    def open(self, game: str = "ascenseur-52", **wish: object) -> Message:
        """A new table of quick bots, not begun: its id, its invitation and the host's token."""
        usual = {"seats": 3, "name": "Ada", "lang": "en", "level": "beginner", "pace": "instant"}
        nonce = {"game": game, "nonce": secrets.token_hex(16)}
        status, opened = self.ask("/api/tables", usual | nonce | wish)
        assert status == 201, opened
        return opened


def unmeasured() -> dict[str, str]:
    """Our environment, without the measuring of coverage: a kill would leave half a file of it."""
    return uncounted(dict(os.environ)) | USUAL
