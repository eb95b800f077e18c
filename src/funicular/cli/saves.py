"""Matches left in the middle, one file a game, to go on with another day.

A save is written to a file beside it and then moved into place, so that there is always a whole
one. One that cannot be read is set aside under another name, never deleted. Whatever keeps us from
the file or its folder becomes a sentence (`BadArguments`).
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from msgspec import Struct

from funicular.bots.levels import bot
from funicular.cli.errors import BadArguments
from funicular.cli.files import problem_of
from funicular.cli.sitting import Sitting
from funicular.core.errors import BadRecord, FunicularError
from funicular.core.record import PlayerName, Record, record_of
from funicular.core.wire import from_json, to_json
from funicular.games.records import read_record
from funicular.lang import Reader


class Save(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A sitting on paper: the record of its match, and what a record does not say."""

    format: Literal["funicular-save"] = "funicular-save"
    version: Literal[1] = 1
    name: PlayerName | None
    level: str
    seed: int
    record: Record


def saves_folder() -> Path:
    """Where the desktop standard wants a program's state to be."""
    state = os.environ.get("XDG_STATE_HOME", "")
    # The standard says that a relative path there is to be ignored.
    base = Path(state) if Path(state).is_absolute() else Path.home() / ".local" / "state"
    return base / "funicular"


@contextmanager
def _file_of(game: str, refusal: str) -> Iterator[Path]:
    """The file of this game; what goes wrong with it is told in the sentence of this key."""
    path: Path | str = "~"
    try:
        path = saves_folder() / f"{game}.json"
        yield path
    except (OSError, RuntimeError) as error:
        raise BadArguments(refusal, path=path, problem=problem_of(error)) from error


def saved_at(game: str) -> float | None:
    """When a match of this game was saved last; None if there is none."""
    with _file_of(game, "cli.cannot-use-save") as path:
        try:
            return path.stat().st_mtime
        except (FileNotFoundError, NotADirectoryError):
            return None


def write_save(sitting: Sitting, reader: Reader) -> None:
    """Save a sitting in place of the last one of its game."""
    save = Save(
        name=sitting.name,
        level=sitting.level,
        seed=sitting.seed,
        record=record_of(sitting.match, sitting.players(reader)),
    )
    content = to_json(save)
    with _file_of(sitting.match.game.name, "cli.not-saved") as path:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, content)


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that it is never seen half written."""
    handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(beside).replace(path)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise


def read_save(game: str) -> Sitting:
    """The sitting that was saved; `BadRecord` says what is wrong with it."""
    with _file_of(game, "cli.cannot-use-save") as path:
        content = path.read_bytes()
    save = from_json(content, Save)
    match, _ = read_record(to_json(save.record))
    try:
        bot(save.level)
    except FunicularError as error:
        raise BadRecord("record.options", problem=error.phrase) from error
    return Sitting(match, save.name, save.level, save.seed)


def set_aside(game: str) -> Path:
    """Rename a save that cannot be read, so that it is out of the way and not lost."""
    with _file_of(game, "cli.cannot-use-save") as path:
        number = 1
        while (aside := path.with_suffix(f".damaged-{number}.json")).exists():
            number += 1
        return path.rename(aside)


def forget_save(game: str) -> None:
    """The match is over: there is nothing to go on with."""
    with _file_of(game, "cli.not-forgotten") as path:
        path.unlink(missing_ok=True)
