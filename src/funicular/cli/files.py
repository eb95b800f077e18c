"""Reading and writing the files that the person names, with a sentence for what goes wrong."""

from __future__ import annotations

import sys
from pathlib import Path

from funicular.cli.problems import BadArguments
from funicular.lang import Phrase


def read_bytes(name: str) -> bytes:
    """What is in the file; `-` is standard input."""
    try:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except (OSError, ValueError) as error:
        raise _refused("cli.cannot-read", name, error) from error


def write_text(name: str, text: str) -> None:
    """Write the file, ending in a newline."""
    try:
        Path(name).write_text(f"{text}\n", encoding="utf-8")
    except (OSError, ValueError) as error:
        raise _refused("cli.cannot-write", name, error) from error


def _refused(key: str, name: str, error: Exception) -> BadArguments:
    return BadArguments(key, path=name, problem=problem_of(error))


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
        case _:
            return str(error)
