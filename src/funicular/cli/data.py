"""Where the tables are kept, if nothing else is said."""

from __future__ import annotations

import os

from funicular.cli.saves import saves_folder

FILE = "tables.db"
# An address can hold a password, and is better not on a command line.
DATA = "FUNICULAR_DATA"


def data_at(text: str | None) -> str:
    """The path or address of the store: as asked for, or as the environment says, or our own."""
    return text or os.environ.get(DATA) or str(saves_folder() / FILE)
