"""Where the tables are kept, if nothing else is said."""

from __future__ import annotations

import os
from pathlib import Path

from funicular.cli.errors import BadArguments
from funicular.cli.files import problem_of
from funicular.cli.saves import saves_folder

FILE = "tables.db"
# An address can hold a password, and is better not on a command line.
DATA = "FUNICULAR_DATA"


def data_at(text: str | None) -> str:
    """The path or address of the store: as asked for, or as the environment says, or our own."""
    return text or os.environ.get(DATA) or str(saves_folder() / FILE)


def check_folder(where: str, *, own: bool) -> None:
    """Refuse a file in a folder that is not there: a server would begin with an empty store in it.

    Our own folder is made, so that a first start needs nothing. A new file in a folder that is
    there is made too, and said to be new: a mistyped file name is seen at once.
    """
    name = where.removeprefix("sqlite:")
    if "://" in name and not name.startswith("//"):
        return
    try:
        folder = Path(name.removeprefix("//") if name != where else name).expanduser().parent
        if own:
            folder.mkdir(parents=True, exist_ok=True)
        elif not folder.is_dir():
            raise BadArguments("cli.serve.no-folder", path=where, folder=folder)
    except (OSError, RuntimeError) as error:
        raise BadArguments("cli.cannot-write", path=where, problem=problem_of(error)) from error
