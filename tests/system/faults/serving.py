"""A server whose log can be read behind its back."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import msgspec
from msgspec import Struct

from funicular.store.log import Row
from tests.kit.serving import Message, Served, unmeasured
from tests.system.faults.reading import read_logs


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


class Server(Served):
    """A server that was started so."""

    def __init__(self, start: Start, folder: Path) -> None:
        self.how = start
        super().__init__(
            folder,
            *("--data", start.data, "--grace", str(start.grace), *start.more),
            before=start.before,
            environment=start.environment,
        )

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
        words = (*how.before, sys.executable, "-m", "tests.system.faults.reading", how.data, table)
        found = subprocess.run(words, check=True, stdout=subprocess.PIPE, env=unmeasured())
        return msgspec.json.decode(found.stdout, type=tuple[Row, ...])
