"""`funicular arena`: every level against the one below, at every game and table size.

The table is Markdown, so that a run can be kept as it is. Its numbers are written the same in
every language, so that runs can be compared.
"""

from __future__ import annotations

import argparse
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from typing import TextIO

from funicular.arena.duplicate import Contest, DealResult, run
from funicular.arena.interval import Interval, bootstrap
from funicular.bots.levels import LEVELS
from funicular.cli.arguments import MOST_TO_PLAY, read_game_name, read_levels, read_number
from funicular.cli.errors import BadArguments
from funicular.cli.progress import with_progress
from funicular.games.registry import GAMES, SEATS, game
from funicular.lang import Reader

USUAL_DEALS = 200
MOST_JOBS = 256


def add_arguments(parser: argparse.ArgumentParser, reader: Reader) -> None:
    """Describe what can be asked."""
    number = reader.say("cli.metavar.number")
    parser.add_argument(
        "--games", metavar=reader.say("cli.metavar.games"), help=reader.say("cli.help.games")
    )
    parser.add_argument("--seats", metavar=number, help=reader.say("cli.help.arena-seats"))
    parser.add_argument(
        "--bots", metavar=reader.say("cli.metavar.levels"), help=reader.say("cli.help.arena-bots")
    )
    parser.add_argument("--deals", metavar=number, help=reader.say("cli.help.arena-deals"))
    parser.add_argument("--seed", metavar=number, help=reader.say("cli.help.arena-seed"))
    parser.add_argument("--jobs", metavar=number, help=reader.say("cli.help.jobs"))


def run_command(args: argparse.Namespace, reader: Reader, out: TextIO) -> int:
    """Print one line a contest: the margin in points a deal and the share of first places."""
    contests = _contests(args)
    deals = read_number(args.deals, "--deals", least=2, most=MOST_TO_PLAY) or USUAL_DEALS
    seed = read_number(args.seed, "--seed") or 0
    jobs = read_number(args.jobs, "--jobs", least=1, most=MOST_JOBS) or os.cpu_count() or 1
    print(reader.say("cli.arena.heading"), file=out)
    print("| --- | ---: | --- | --- | ---: | ---: | ---: | ---: |", file=out)
    with ProcessPoolExecutor(jobs) as pool:
        for contest in contests:
            played = run(contest, deals, seed=seed, pool=pool)
            results = list(with_progress(played, deals, sys.stderr))
            print(_line(contest, results, reader), file=out, flush=True)
    return 0


def _contests(args: argparse.Namespace) -> list[Contest]:
    levels = list(LEVELS) if args.bots is None else [each.name for each in read_levels(args.bots)]
    if len(levels) < 2:
        raise BadArguments("cli.two-levels")
    names = GAMES if args.games is None else map(read_game_name, args.games.split(","))
    seats = read_number(args.seats, "--seats")
    return [
        Contest(name, size, stronger, weaker)
        for name in names
        for size in (SEATS[name] if seats is None else (game(name, seats=seats).seats,))
        for weaker, stronger in pairwise(levels)
    ]


def _line(contest: Contest, results: list[DealResult], reader: Reader) -> str:
    return reader.say(
        "cli.arena.line",
        game=contest.game,
        seats=contest.seats,
        challenger=contest.challenger,
        field=contest.field,
        deals=len(results),
        margin=_with_interval(bootstrap([result.margin for result in results]), "+.2f"),
        firsts=_with_interval(bootstrap([result.firsts for result in results]), ".0%"),
        fair=f"{1 / contest.seats:.0%}",
    )


def _with_interval(interval: Interval, form: str) -> str:
    return f"{interval.mean:{form}} [{interval.low:{form}}, {interval.high:{form}}]"
