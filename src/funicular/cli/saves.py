"""Matches left in the middle, one file a game, to go on with another day.

A save is written to a file beside it and then moved into place, so that there is always a whole
one. One that cannot be read is set aside under another name, never deleted.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Literal

from msgspec import Struct

from funicular.bots.levels import bot
from funicular.cli.sitting import Sitting
from funicular.core.errors import BadRecord, FunicularError
from funicular.core.record import Record, record_of
from funicular.core.wire import from_json, to_json
from funicular.games.records import read_record
from funicular.lang import Reader


class Save(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A sitting on paper: the record of its match, and what a record does not say."""

    format: Literal["funicular-save"] = "funicular-save"
    version: Literal[1] = 1
    name: str | None
    level: str
    seed: int
    record: Record


def saves_folder() -> Path:
    """Where the desktop standard wants a program's state to be."""
    state = os.environ.get("XDG_STATE_HOME", "")
    # The standard says that a relative path there is to be ignored.
    base = Path(state) if Path(state).is_absolute() else Path.home() / ".local" / "state"
    return base / "funicular"


def save_path(game: str) -> Path:
    """The file of this game."""
    return saves_folder() / f"{game}.json"


def write_save(sitting: Sitting, reader: Reader) -> Path:
    """Save a sitting in place of the last one of its game; `OSError` if that is not possible."""
    save = Save(
        name=sitting.name,
        level=sitting.level,
        seed=sitting.seed,
        record=record_of(sitting.match, sitting.players(reader)),
    )
    path = save_path(sitting.match.game.name)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, to_json(save))
    return path


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


def read_save(path: Path) -> Sitting:
    """The sitting in a file; `BadRecord` says what is wrong with it."""
    save = from_json(path.read_bytes(), Save)
    match, _ = read_record(to_json(save.record))
    try:
        bot(save.level)
    except FunicularError as error:
        raise BadRecord("record.options", problem=error.phrase) from error
    return Sitting(match, save.name, save.level, save.seed)


def set_aside(path: Path) -> Path:
    """Rename a save that cannot be read, so that it is out of the way and not lost."""
    number = 1
    while (aside := path.with_suffix(f".damaged-{number}.json")).exists():
        number += 1
    return path.rename(aside)


def forget_save(game: str) -> None:
    """The match is over: there is nothing to go on with."""
    save_path(game).unlink(missing_ok=True)
