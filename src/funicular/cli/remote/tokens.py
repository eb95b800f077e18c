"""What lets one back into a seat, and who one is to servers: files of the state folder."""

from __future__ import annotations

import re
import secrets
from contextlib import suppress
from pathlib import Path

import msgspec

from funicular.cli.saves import saves_folder, write_whole

FILE = "seats.json"
PERSON_FILE = "person"


def kept_token(table: str) -> str | None:
    """The token of the seat that one had at this table."""
    return _read(_file()).get(table)


def keep_token(table: str, token: str) -> None:
    """Remember the seat. Where that cannot be, one plays all the same."""
    path = _file()
    with suppress(OSError, RuntimeError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, msgspec.json.encode(_read(path) | {table: token}))


def kept_person() -> str:
    """The secret by which servers know the person at this terminal; drawn at the first use."""
    path = saves_folder() / PERSON_FILE
    with suppress(OSError, RuntimeError, UnicodeError):
        found = path.read_text(encoding="ascii").strip()
        if re.fullmatch("[0-9a-f]{32}", found):
            return found
    drawn = secrets.token_hex(16)
    with suppress(OSError, RuntimeError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, drawn.encode())
    return drawn


def _file() -> Path:
    return saves_folder() / FILE


def _read(path: Path) -> dict[str, str]:
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, str])
    except (OSError, RuntimeError, msgspec.MsgspecError):
        return {}
