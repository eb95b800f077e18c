"""The recorded match that a command is about: a file, and which of its matches."""

from __future__ import annotations

import argparse

from funicular.cli.arguments import read_number
from funicular.cli.errors import BadArguments
from funicular.cli.files import read_bytes
from funicular.core.match import Match
from funicular.games.records import read_record
from funicular.lang import Reader


def add_recorded_match(parser: argparse.ArgumentParser, reader: Reader) -> None:
    """The file, and the number of the match in it."""
    parser.add_argument(
        "file", nargs="?", metavar=reader.say("cli.metavar.file"), help=reader.say("cli.help.file")
    )
    number = reader.say("cli.metavar.number")
    parser.add_argument("--match", metavar=number, help=reader.say("cli.help.match"))


def read_recorded_match(args: argparse.Namespace, reader: Reader) -> tuple[Match, tuple[str, ...]]:
    """The match that was asked for, and its players' names."""
    if args.file is None:
        raise BadArguments("cli.parser.needs-value", name=reader.say("cli.metavar.file"))
    number = read_number(args.match, "--match", least=1) or 1
    return read_record(_numbered_record(read_bytes(args.file), number))


def _numbered_record(content: bytes, number: int) -> bytes:
    """The only record in the file, or one of those written a line each.

    Every line counts, so that a damaged one does not give its number to the next.
    """
    lines = content.rstrip().splitlines()
    # A record for people has its first brace on a line of its own.
    several = lines if any(line.startswith(b'{"') for line in lines) else [content]
    if number > len(several):
        raise BadArguments("cli.no-such-match", number=number, n=len(several))
    return several[number - 1]
