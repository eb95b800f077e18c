"""`funicular rules`: a rules page, or one rule of it."""

from __future__ import annotations

import argparse
from typing import TextIO

from funicular.cli.arguments import add_game, read_game_name
from funicular.cli.rules_pages import readable, single_rule
from funicular.cli.screen import Screen
from funicular.games.rules_pages import rules_page
from funicular.lang import Reader


def add_arguments(parser: argparse.ArgumentParser, reader: Reader) -> None:
    """Describe what can be asked."""
    add_game(parser, reader)
    parser.add_argument(
        "rule", nargs="?", metavar=reader.say("cli.metavar.rule"), help=reader.say("cli.help.rule")
    )


def run_command(args: argparse.Namespace, reader: Reader, out: TextIO) -> int:
    """Print it: readable on a terminal, as Markdown into a file or a pipe."""
    text = rules_page(read_game_name(args.game), reader.lang)
    if args.rule is not None:
        text = single_rule(text, args.rule)
    if out.isatty():
        Screen(out).block(readable(text))
    else:
        print(text.rstrip("\n"), file=out)
    return 0
