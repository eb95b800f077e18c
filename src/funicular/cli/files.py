"""Reading and writing the files that the person names, with a sentence for what goes wrong."""

from __future__ import annotations

import sys
from pathlib import Path

from funicular.cli.errors import BadArguments
from funicular.lang import Phrase


def read_bytes(name: str) -> bytes:
    """What is in the file; `-` is standard input."""
    if name == "-" and sys.stdin is None:
        # Python has no stdin at all where the shell has closed it.
        raise _refused("cli.cannot-read", name, Phrase.of("cli.problem.closed"))
    try:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except (OSError, ValueError) as error:
        raise _refused("cli.cannot-read", name, problem_of(error)) from error


def check_can_write(name: str) -> None:
    """Refuse at once what could not be written when the match is over."""
    path = Path(name)
    try:
        if path.is_dir():
            raise _refused("cli.cannot-write", name, Phrase.of("cli.problem.folder"))
        if not path.absolute().parent.is_dir():
            raise BadArguments("cli.no-folder", path=name)
    except OSError as error:
        raise _refused("cli.cannot-write", name, problem_of(error)) from error


def write_text(name: str, text: str) -> None:
    """Write the file."""
    try:
        Path(name).write_text(text, encoding="utf-8")
    except (OSError, ValueError) as error:
        raise _refused("cli.cannot-write", name, problem_of(error)) from error


def _refused(key: str, name: str, problem: Phrase | str) -> BadArguments:
    return BadArguments(key, path=name, problem=problem)


def problem_of(error: Exception) -> Phrase | str:
    """What is wrong, in the reader's language where it is one of the usual things."""
    match error:
        case FileNotFoundError():
            return Phrase.of("cli.problem.missing")
        case PermissionError():
            return Phrase.of("cli.problem.forbidden")
        case IsADirectoryError():
            return Phrase.of("cli.problem.folder")
        case OSError(strerror=str(problem)):
            return problem
        case RuntimeError():
            # The only one that `pathlib` raises.
            return Phrase.of("cli.problem.no-home")
        case _:
            return str(error)
