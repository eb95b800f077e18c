"""`funicular review`: what each decision of a recorded match cost, the worst first."""

from __future__ import annotations

import argparse
import sys
from typing import TextIO

from funicular.bots.evaluation import CASUAL, USUAL_WORLDS
from funicular.cli.arguments import read_number, read_seed
from funicular.cli.errors import BadArguments
from funicular.cli.files import check_can_write, write_text
from funicular.cli.progress import with_progress
from funicular.cli.recorded_match import add_recorded_match, read_recorded_match
from funicular.cli.screen import Screen
from funicular.core.seats import check_seat
from funicular.lang import Reader
from funicular.native.evaluated import OBJECTIVES, Objective
from funicular.review.match_review import review_decisions, reviewed
from funicular.review.review_page import review_page


def add_arguments(parser: argparse.ArgumentParser, reader: Reader) -> None:
    """Describe what can be asked."""
    add_evaluation(parser, reader)
    number = reader.say("cli.metavar.number")
    parser.add_argument("--seat", metavar=number, help=reader.say("cli.help.review-seat"))
    file = reader.say("cli.metavar.file")
    parser.add_argument("--html", metavar=file, help=reader.say("cli.help.review-html"))


def add_evaluation(parser: argparse.ArgumentParser, reader: Reader) -> None:
    """A record, and how its decisions are evaluated."""
    number = reader.say("cli.metavar.number")
    add_recorded_match(parser, reader)
    parser.add_argument(
        "--worlds", metavar=number, help=reader.say("cli.help.worlds", n=USUAL_WORLDS)
    )
    parser.add_argument(
        "--objective",
        metavar=reader.say("cli.metavar.name"),
        help=reader.say("cli.help.objective", known=OBJECTIVES),
    )
    parser.add_argument(
        "--opponents",
        metavar=reader.say("cli.metavar.level"),
        help=reader.say("cli.help.opponents"),
    )
    parser.add_argument("--seed", metavar=number, help=reader.say("cli.help.arena-seed"))
    parser.add_argument("--json", action="store_true", help=reader.say("cli.help.review-json"))


def run_command(args: argparse.Namespace, reader: Reader, out: TextIO) -> int:
    """Judge the decisions, with a bar of progress on a terminal; print what came out."""
    match, players = read_recorded_match(args, reader)
    seat = read_number(args.seat, "--seat")
    if seat is not None:
        check_seat(seat, match.game.seats)
    worlds, objective = read_worlds(args), read_objective(args)
    seed = read_seed(args.seed or "0")
    if args.html is not None:
        check_can_write(args.html)
    judged = review_decisions(
        match,
        worlds=worlds,
        seed=seed,
        seat=seat,
        objective=objective,
        opponents=CASUAL if args.opponents is None else args.opponents,
    )
    total = sum(seat in (None, position.seat) for position in match.positions())
    decisions = tuple(with_progress(judged, total, sys.stderr))
    found = reviewed(match, players, decisions, worlds=worlds, seed=seed, objective=objective)
    if args.html is not None:
        write_text(args.html, review_page(found, Reader(reader.lang, players, seat)))
    if args.json:
        print(found.to_json(), file=out)
        return 0
    Screen(out).block(found.text(Reader(reader.lang, players, seat)))
    return 0


def read_worlds(args: argparse.Namespace) -> int:
    """How many worlds each decision is tried in."""
    worlds = read_number(args.worlds, "--worlds")
    return USUAL_WORLDS if worlds is None else worlds


def read_objective(args: argparse.Namespace) -> Objective:
    """What counts."""
    asked = OBJECTIVES[0] if args.objective is None else args.objective
    found = next((each for each in OBJECTIVES if each == asked), None)
    if found is None:
        raise BadArguments("evaluation.objective", given=asked, known=OBJECTIVES)
    return found
