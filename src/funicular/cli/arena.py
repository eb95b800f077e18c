"""`funicular arena`: how strong bots are, measured on duplicate deals.

Without arguments, every level meets a field of the one below, at every game and table size. The
summary is Markdown, so that a run can be kept as it is; `--report` writes a page with plots.
"""

from __future__ import annotations

import argparse
from typing import TextIO

from funicular.cli.arguments import add_rules
from funicular.lang import Reader


def add_arguments(parser: argparse.ArgumentParser, reader: Reader) -> None:
    """Describe what can be asked."""

    def add(name: str, metavar: str, about: str) -> None:
        parser.add_argument(name, metavar=reader.say(metavar), help=reader.say(about))

    add("--games", "cli.metavar.games", "cli.help.games")
    add("--seats", "cli.metavar.numbers", "cli.help.arena-seats")
    add("--bots", "cli.metavar.levels", "cli.help.arena-bots")
    add("--field", "cli.metavar.level", "cli.help.arena-field")
    add("--table", "cli.metavar.levels", "cli.help.arena-table")
    parser.add_argument("--scale", action="store_true", help=reader.say("cli.help.arena-scale"))
    add("--times", "cli.metavar.times", "cli.help.arena-times")
    add("--cards", "cli.metavar.numbers", "cli.help.arena-cards")
    parser.add_argument(
        "--seatings",
        metavar="all|rotations",
        help=reader.say("cli.help.arena-seatings"),
    )
    add("--deals", "cli.metavar.number", "cli.help.arena-deals")
    add("--seed", "cli.metavar.number", "cli.help.arena-seed")
    add_rules(parser, reader)
    add("--detect", "cli.metavar.number", "cli.help.arena-detect")
    add("--out", "cli.metavar.file", "cli.help.arena-out")
    add("--report", "cli.metavar.file", "cli.help.arena-report")
    add("--jobs", "cli.metavar.number", "cli.help.jobs")
    parser.add_argument(
        "--ray",
        nargs="?",
        const="auto",
        metavar=reader.say("cli.metavar.address"),
        help=reader.say("cli.help.arena-ray"),
    )


def run_command(args: argparse.Namespace, reader: Reader, out: TextIO) -> int:
    """Play what is asked for and is not in the results file yet; then report."""
    # Only here: the arena's machinery is large, and other commands should not wait for it.
    from funicular.cli.arena_run import run_arena

    return run_arena(args, reader, out)
