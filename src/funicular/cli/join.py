"""`funicular join`: a seat at a table on a server, for a person who types or for a program."""

from __future__ import annotations

import argparse
from typing import TextIO

from funicular.cli.errors import BadArguments
from funicular.cli.prompt import EndOfInput
from funicular.cli.screen import Screen
from funicular.core.record import is_name
from funicular.lang import Reader
from funicular.table.commands import LONGEST_NAME


def add_arguments(parser: argparse.ArgumentParser, reader: Reader) -> None:
    """Describe what can be asked."""
    parser.add_argument(
        "link",
        nargs="?",
        metavar=reader.say("cli.metavar.link"),
        help=reader.say("cli.help.join.link"),
    )
    parser.add_argument(
        "--name", metavar=reader.say("cli.metavar.name"), help=reader.say("cli.help.name")
    )
    parser.add_argument(
        "--program",
        metavar=reader.say("cli.metavar.command"),
        help=reader.say("cli.help.join.program"),
    )


def run_command(args: argparse.Namespace, reader: Reader, out: TextIO) -> int:
    """Take a seat, or come back to the one that one had, and play."""
    # Only here: other commands should not wait for the network's parts.
    from funicular.cli.remote.blocking import BlockingTable
    from funicular.cli.remote.person import RemotePlayer
    from funicular.cli.remote.program_player import ProgramPlayer
    from funicular.cli.remote.tokens import keep_token, kept_token
    from funicular.client import read_link
    from funicular.client.table import new_token

    if args.name is not None and not (is_name(args.name) and len(args.name) <= LONGEST_NAME):
        raise BadArguments("cli.bad-name", most=LONGEST_NAME)
    if not args.link:
        raise BadArguments("cli.join.which-table")
    address = read_link(args.link)
    screen = Screen(out)
    table = BlockingTable(
        address,
        reader.lang,
        kept_token(address.name),
        lambda: screen.say(reader.say("cli.join.lost")),
    )
    try:
        if table.view.seat is None:
            # Saved before it is sent.
            token = new_token()
            keep_token(address.name, token)
            table.sit(args.name or reader.say("cli.nobody"), token)
        if args.program is None:
            RemotePlayer(table, screen, reader.lang).play()
        else:
            ProgramPlayer(table, screen, reader, args.program).play()
    except EndOfInput:
        screen.say(reader.say("cli.join.left"))
    finally:
        table.close()
    return 0
