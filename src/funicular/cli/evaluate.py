"""`funicular evaluate`: what each move was worth at one decision of a recorded match."""

from __future__ import annotations

import argparse
from typing import TextIO

from funicular.bots.evaluation import CASUAL, evaluate
from funicular.cli.arguments import read_number, read_seed
from funicular.cli.errors import BadArguments
from funicular.cli.recorded_match import read_recorded_match
from funicular.cli.review import add_evaluation, read_objective, read_worlds
from funicular.cli.screen import Screen
from funicular.cli.seeded_rng import seeded_rng
from funicular.core.game import View
from funicular.core.match import Match
from funicular.lang import Reader
from funicular.review.hint import Hint


def add_arguments(parser: argparse.ArgumentParser, reader: Reader) -> None:
    """Describe what can be asked."""
    number = reader.say("cli.metavar.number")
    add_evaluation(parser, reader)
    parser.add_argument("--deal", metavar=number, help=reader.say("cli.help.at-deal"))
    parser.add_argument("--move", metavar=number, help=reader.say("cli.help.at-move"))


def run_command(args: argparse.Namespace, reader: Reader, out: TextIO) -> int:
    """Print a table of the moves, and the hint that follows from it."""
    match, players = read_recorded_match(args, reader)
    view = _view(match, read_number(args.deal, "--deal"), read_number(args.move, "--move"))
    evaluation = evaluate(
        view,
        seeded_rng(read_seed(args.seed or "0"), "evaluate"),
        worlds=read_worlds(args),
        objective=read_objective(args),
        opponents=CASUAL if args.opponents is None else args.opponents,
    )
    if args.json:
        print(evaluation.to_json(), file=out)
        return 0
    seat = evaluation.seat
    at_table = Reader(reader.lang, players, seat)
    screen = Screen(out)
    screen.say(reader.say("cli.evaluated", player=players[seat], cards=view.hand))
    screen.say()
    screen.block(evaluation.text(at_table))
    screen.say()
    screen.say(Hint(evaluation, view).text(at_table))
    return 0


def _view(match: Match, deal: int | None, move: int | None) -> View:
    """What the player knew at this decision; without numbers, at the one to come."""
    if deal is None and move is None and match.to_act and match.state is not None:
        return match.state.view(match.to_act[0])
    if deal is None or move is None:
        raise BadArguments("cli.which-decision")
    for position in match.positions():
        if (position.deal + 1, position.ply + 1) == (deal, move):
            return position.view
    raise BadArguments("cli.no-such-decision", deal=deal, move=move)
