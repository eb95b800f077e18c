"""`funicular perft`: how many sequences of moves there are, to a depth: a check of the rules."""

from __future__ import annotations

import argparse
from typing import TextIO

from funicular.cli.arguments import add_game, add_table, read_game, read_number, read_seed
from funicular.cli.deal import add_cards, dealt
from funicular.cli.errors import BadArguments
from funicular.cli.screen import Screen
from funicular.core.game import State
from funicular.lang import Reader


def add_arguments(parser: argparse.ArgumentParser, reader: Reader) -> None:
    """Describe what can be asked."""
    number = reader.say("cli.metavar.number")
    add_game(parser, reader)
    add_table(parser, reader)
    add_cards(parser, reader)
    parser.add_argument("--depth", metavar=number, help=reader.say("cli.help.depth"))


def run_command(args: argparse.Namespace, reader: Reader, out: TextIO) -> int:
    """Print a line a depth, as each is counted."""
    game = read_game(args)
    depth = read_number(args.depth, "--depth", least=1)
    if depth is None:
        raise BadArguments("cli.parser.needs-value", name="--depth")
    seed = read_seed(args.seed)
    state = dealt(game, seed, args)
    screen = Screen(out)
    screen.say(reader.say("cli.seed", seed=seed))
    for moves in range(1, depth + 1):
        screen.say(reader.say("cli.perft", depth=moves, n=sequences(state, moves)))
        out.flush()
    return 0


def sequences(state: State, depth: int) -> int:
    """In how many ways this many moves can be made from here. A deal that ends earlier has none.

    While several seats may move, each order in which they do counts.
    """
    if depth == 1:
        return sum(len(state.legal_moves(seat)) for seat in state.to_act)
    return sum(
        sequences(state.play(seat, move), depth - 1)
        for seat in state.to_act
        for move in state.legal_moves(seat)
    )
