"""Running the command in the tests' own process, for commands that need no terminal."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

from funicular.cli import main


class Told(NamedTuple):
    """How the command ended and what it wrote."""

    code: int
    out: str
    problem: str


Run = Callable[..., Told]


def run_here(capfd: pytest.CaptureFixture[str], *arguments: str, lang: str) -> Told:
    """The command with these arguments; what was written before does not count."""
    capfd.readouterr()
    code = main(["--lang", lang, *arguments])
    return Told(code, *capfd.readouterr())
