"""`funicular verify`: whether the cards of a record follow from the seed it was dealt with."""

from __future__ import annotations

import argparse
from typing import TextIO

from funicular.cli.errors import BadArguments
from funicular.cli.files import read_bytes
from funicular.cli.screen import Screen
from funicular.core.record import parse_record
from funicular.games.records import read_record
from funicular.lang import Reader
from funicular.table.deals import verify


def add_arguments(parser: argparse.ArgumentParser, reader: Reader) -> None:
    """Describe what can be asked."""
    parser.add_argument(
        "file", nargs="?", metavar=reader.say("cli.metavar.file"), help=reader.say("cli.help.file")
    )


def run_command(args: argparse.Namespace, reader: Reader, out: TextIO) -> int:
    """Check every deal and say what came of it; 1 if any does not follow."""
    if args.file is None:
        raise BadArguments("cli.parser.needs-value", name=reader.say("cli.metavar.file"))
    text = read_bytes(args.file)
    match, players = read_record(text)
    found = verify(parse_record(text), match)
    at_table = Reader(reader.lang, players)
    screen = Screen(out)
    screen.say(at_table.say("cli.replay", game=match.game.name, players=players))
    screen.say(at_table.say("cli.verify.seed"))
    for number, follows in enumerate(found, 1):
        key = "cli.verify.follows" if follows else "cli.verify.differs"
        screen.say(at_table.say(key, number=number))
    wrong = found.count(False)
    screen.say()
    if wrong:
        screen.say(at_table.say("cli.verify.some-differ", n=wrong))
        return 1
    screen.say(at_table.say("cli.verify.all-follow", n=len(found)))
    return 0
