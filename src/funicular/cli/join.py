"""`funicular join`: a seat at a table on a server, for somebody who types or for a program."""

from __future__ import annotations

import argparse
import secrets
from typing import TextIO

from funicular.cli.errors import BadArguments
from funicular.cli.prompt import EndOfInput
from funicular.cli.screen import Screen
from funicular.core.record import is_name
from funicular.lang import Reader

# As the server has it: a name must fit beside a seat.
LONGEST_NAME = 24
NONCE_BYTES = 16
TOKEN_BYTES = 32


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
    """Take a seat, or the one that one had, and play."""
    # Only here: other commands should not wait for the network's parts.
    from funicular.cli.remote.address import read_address  # noqa: PLC0415
    from funicular.cli.remote.line import Line  # noqa: PLC0415
    from funicular.cli.remote.person import Person  # noqa: PLC0415
    from funicular.cli.remote.program_player import Automaton  # noqa: PLC0415
    from funicular.cli.remote.tokens import keep_token, kept_token  # noqa: PLC0415

    if args.name is not None and not (is_name(args.name) and len(args.name) <= LONGEST_NAME):
        raise BadArguments("cli.bad-name", most=LONGEST_NAME)
    address = read_address(args.link)
    screen = Screen(out)
    line = Line(
        address,
        reader.lang,
        kept_token(address.name),
        lambda: screen.say(reader.say("cli.join.lost")),
    )
    try:
        if line.table["you"] is None:
            name = args.name or reader.say("cli.nobody")
            # A secret of our own, kept first: should the answer be lost, the seat is not.
            token = line.token = secrets.token_hex(TOKEN_BYTES)
            keep_token(address.name, token)
            nonce = secrets.token_hex(NONCE_BYTES)
            seated = line.do("sit", name=name, nonce=nonce, token=token)
            if seated["type"] == "refused":
                raise BadArguments("cli.join.server", text=seated["text"])
            while line.table["you"] is None:
                line.listen()
        if args.program is None:
            Person(line, screen, reader.lang).play()
        else:
            Automaton(line, screen, reader, args.program).play()
    except EndOfInput:
        screen.say(reader.say("cli.join.left"))
    finally:
        line.close()
    return 0
