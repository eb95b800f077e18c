"""Logs, snapshots and records as each release wrote them: every later release has to read them.

A folder is a release. In it, for each game, `GAME.log.jsonl` has the rows of a table's log, their
bodies byte for byte; `GAME.facts.json` what the table looked like after some of the rows, and the
records of its matches, both as that release saw them; `GAME.snapshot.json` a snapshot.

The files are never written again. A release adds a folder: `python -m tests.golden.logs`.
"""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

FOLDER = Path(__file__).parent


class RowLine(Struct, frozen=True):
    """A row of a log, as a line of a file."""

    seq: int
    guest: str | None
    command: str | None
    at: float
    body: str


class SnapshotFile(Struct, frozen=True):
    """A snapshot, as the store had it."""

    form: str
    seq: int
    body: bytes


def releases() -> list[str]:
    """The releases of which there are files."""
    return sorted(each.name for each in FOLDER.iterdir() if each.is_dir() and each.name[0] != "_")
