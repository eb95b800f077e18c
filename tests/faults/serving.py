"""A server in a process of its own, that can be stopped, killed and started again at its port."""

from __future__ import annotations

import json
import os
import re
import secrets
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any, Self

import msgspec
from msgspec import Struct

import funicular
from funicular.store.log import Row
from tests.faults.reading import read_logs

SRC = Path(funicular.__file__).parents[1]
ROOT = Path(__file__).parents[2]
USUAL = {
    "PYTHONPATH": os.pathsep.join((str(SRC), str(ROOT))),
    "PYTHONUTF8": "1",
    "PYTHONUNBUFFERED": "1",
    "LANG": "en",
}
# Far more than anything takes; a test that waits so long has failed.
PATIENCE = 30.0

Message = dict[str, Any]


class Start(Struct, frozen=True):
    """How to start a server: where its log is, and whatever is special about it."""

    # A file, or the address of a database.
    data: str
    # More arguments of `funicular serve`.
    more: tuple[str, ...] = ()
    # A command that the server's is handed to, such as one that enters another namespace.
    before: tuple[str, ...] = ()
    # Whether the data can be reached only by that command.
    apart: bool = False
    environment: dict[str, str] = {}
    # Nobody's seat is kept unless a test wants it.
    grace: float = 3600.0


class Server:
    """`funicular serve`; what it says on standard error is kept in a file of the folder."""

    def __init__(self, start: Start, folder: Path) -> None:
        self.how = start
        self.port = 0
        self._errors = folder / f"serve-{secrets.token_hex(4)}.err"
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def pid(self) -> int:
        """Its process."""
        assert self._process is not None
        return self._process.pid

    @property
    def errors(self) -> str:
        """What it has said on standard error so far."""
        return self._errors.read_text()

    def start(self) -> None:
        how = self.how
        words = ("--host", "127.0.0.1", "--port", str(self.port), "--no-open", "--data", how.data)
        with self._errors.open("a") as errors:
            self._process = subprocess.Popen(
                (
                    *how.before,
                    *(sys.executable, "-m", "funicular", "serve"),
                    *words,
                    *("--grace", str(how.grace), *how.more),
                ),
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                env=environment() | how.environment,
            )
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if found := re.search(r"http://127\.0\.0\.1:(\d+)", line):
                self.port = int(found[1])
                return
        raise AssertionError(self.errors)

    def stop(self) -> None:
        """Ask it to end, as whoever updates it would."""
        if self._end(signal.SIGTERM) != 0:
            raise AssertionError(self.errors)

    def kill(self) -> None:
        """End it in the middle of whatever it does."""
        self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> int:
        process, self._process = self._process, None
        if process is None:
            return 0
        process.send_signal(how)
        try:
            process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise
        return process.returncode

    def ask(self, path: str, body: object = None, **headers: str) -> tuple[int, Message]:
        """GET, or POST where there is a body: the status and what came back."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}",
            None if body is None else json.dumps(body).encode(),
            headers,
        )
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310 - as above
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.load(error)

    def open(self, game: str = "ascenseur-52", **wish: object) -> Message:
        """A new table of quick bots, not begun: its id, its invitation and the host's token."""
        usual = {"seats": 3, "name": "Ada", "lang": "en", "level": "beginner", "pace": "instant"}
        nonce = {"game": game, "nonce": secrets.token_hex(16)}
        status, opened = self.ask("/api/tables", usual | nonce | wish)
        assert status == 201, opened
        return opened

    def snapshot(self, table: str, secret: str, lang: str = "en") -> Message:
        """What a socket would be welcomed with, by HTTP."""
        status, shown = self.ask(
            f"/api/tables/{table}?lang={lang}", Authorization=f"Bearer {secret}"
        )
        assert status == 200, shown
        return shown

    def rows(self, table: str) -> tuple[Row, ...]:
        """The rows of a table from the store itself, whether the server runs or not."""
        how = self.how
        if not how.apart:
            return read_logs(how.data, [table])[0]
        words = (*how.before, sys.executable, "-m", "tests.faults.reading", how.data, table)
        found = subprocess.run(words, check=True, stdout=subprocess.PIPE, env=environment())
        return msgspec.json.decode(found.stdout, type=tuple[Row, ...])


def environment() -> dict[str, str]:
    """Ours, without the measuring of coverage: whoever is killed would leave half a file of it."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}
    return kept | USUAL
