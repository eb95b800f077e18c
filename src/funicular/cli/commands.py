"""The commands by name. A new command is one more file and one more line here."""

from __future__ import annotations

import argparse
from importlib import import_module
from typing import Protocol, TextIO, cast

from funicular.lang import Reader


class CommandModule(Protocol):
    """What a command's file holds."""

    def add_arguments(self, parser: argparse.ArgumentParser, reader: Reader, /) -> None:
        """Describe what can be asked."""

    def run_command(self, args: argparse.Namespace, reader: Reader, out: TextIO, /) -> int:
        """Do it; the exit code."""


COMMANDS = (
    "play",
    "serve",
    "store",
    "admin",
    "join",
    "rules",
    "replay",
    "review",
    "evaluate",
    "puzzle",
    "daily",
    "verify",
    "deal",
    "perft",
    "match",
    "arena",
)


def command(name: str) -> CommandModule:
    """The file of this command. It alone is imported: the others would only make a start slower."""
    return cast("CommandModule", import_module(f"funicular.cli.{name}"))
