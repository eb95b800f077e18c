"""The commands by name. A new command is one more file and one more line here."""

from __future__ import annotations

import argparse
from typing import Protocol, TextIO

from funicular.cli import (
    admin,
    arena,
    deal,
    join,
    match,
    perft,
    play,
    replay,
    rules,
    serve,
    store,
    verify,
)
from funicular.lang import Reader


class Command(Protocol):
    """What a command's file holds."""

    def add_arguments(self, parser: argparse.ArgumentParser, reader: Reader, /) -> None:
        """Describe what can be asked."""

    def run_command(self, args: argparse.Namespace, reader: Reader, out: TextIO, /) -> int:
        """Do it; the exit code."""


COMMANDS: dict[str, Command] = {
    "play": play,
    "serve": serve,
    "store": store,
    "admin": admin,
    "join": join,
    "rules": rules,
    "replay": replay,
    "verify": verify,
    "deal": deal,
    "perft": perft,
    "match": match,
    "arena": arena,
}
