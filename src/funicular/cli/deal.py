"""`funicular deal`: a random deal, to look at or to use elsewhere."""

from __future__ import annotations

import argparse
import random
from typing import TextIO

from msgspec import Struct

from funicular.cli.arguments import add_game, add_table, read_game, read_number, read_seed
from funicular.cli.screen import Screen
from funicular.core.game import Deal, Game, State
from funicular.core.wire import to_json
from funicular.lang import Reader


class DealJson(Struct, frozen=True):
    """What `--json` prints."""

    game: str
    seats: int
    seed: int
    deal: Deal


def add_arguments(parser: argparse.ArgumentParser, reader: Reader) -> None:
    """Describe what can be asked."""
    add_game(parser, reader)
    add_table(parser, reader)
    add_cards(parser, reader)
    parser.add_argument("--json", action="store_true", help=reader.say("cli.help.json"))


def add_cards(parser: argparse.ArgumentParser, reader: Reader) -> None:
    """How many cards a hand has, where one may choose."""
    number = reader.say("cli.metavar.number")
    parser.add_argument("--cards", metavar=number, help=reader.say("cli.help.cards"))


def run_command(args: argparse.Namespace, reader: Reader, out: TextIO) -> int:
    """Print the deal, and the seed that gives it again."""
    game = read_game(args)
    seed = read_seed(args.seed)
    state = dealt(game, seed, args)
    if args.json:
        shown = DealJson(game.name, game.seats, seed, state.deal)
        print(to_json(shown).decode(), file=out)
        return 0
    screen = Screen(out)
    show_deal(state, screen, reader)
    screen.say(reader.say("cli.seed", seed=seed))
    return 0


def dealt(game: Game, seed: int, args: argparse.Namespace) -> State:
    """The same deal that `game.deal(random.Random(seed))` gives in Python."""
    return game.deal(random.Random(seed), cards=read_number(args.cards, "--cards"))


def show_deal(state: State, screen: Screen, reader: Reader, seat: int | None = None) -> None:
    """What everybody sees of a deal, then the hands: all of them, or one seat's."""
    screen.say(reader.say(state.view(seat).events[0].phrase))
    for place in range(state.setup.seats):
        if seat in (None, place):
            dealt = state.view(place).dealt
            screen.say(reader.say("cli.hand-of", player=place, cards=dealt))
