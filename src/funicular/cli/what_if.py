"""`funicular play --from FILE`: playing on from a move of a recorded match."""

from __future__ import annotations

import argparse

from msgspec.structs import replace

from funicular.cli.arguments import read_number, read_seed
from funicular.cli.errors import BadArguments
from funicular.cli.files import read_bytes
from funicular.cli.seeded_rng import seeded_rng
from funicular.cli.sitting import Sitting
from funicular.core.match import Ending, Match
from funicular.core.record import DealRecord, Record, WhatIf, parse_record, play_deal
from funicular.games.records import game_in, replay_record
from funicular.lang import Reader
from funicular.table.entries import GivenPosition
from funicular.table.what_if import given_position, position_in

# What the record says itself, so that it cannot be asked for.
OF_THE_RECORD = ("game", "seats", "deals", "target", "house", "option", "resume", "new")
ONLY_HERE = ("deal", "move", "seat", "plausible")
# What a file is called as the source of a position, which has to have a name.
FILE = "file"


def add_what_if(parser: argparse.ArgumentParser, reader: Reader) -> None:
    """The file, and the decision to play on from."""
    number = reader.say("cli.metavar.number")
    file = reader.say("cli.metavar.file")
    parser.add_argument(
        "--from", dest="source", metavar=file, help=reader.say("cli.help.from-record")
    )
    parser.add_argument("--deal", metavar=number, help=reader.say("cli.help.from-deal"))
    parser.add_argument("--move", metavar=number, help=reader.say("cli.help.at-move"))
    parser.add_argument("--seat", metavar=number, help=reader.say("cli.help.from-seat"))
    parser.add_argument("--plausible", action="store_true", help=reader.say("cli.help.plausible"))


def check_what_if(args: argparse.Namespace) -> None:
    """Refuse what does not go together."""
    for name in ONLY_HERE if args.source is None else OF_THE_RECORD:
        if getattr(args, name):
            key = "cli.only-with-from" if args.source is None else "cli.not-with-from"
            raise BadArguments(key, name=name if name == "game" else f"--{name}")


def what_if_sitting(args: argparse.Namespace, name: str | None, level: str) -> Sitting:
    """The sitting that plays on from there; `FunicularError` says why there is none."""
    record = parse_record(read_bytes(args.source))
    # Moves that the rules do not allow are refused, also those to come.
    replay_record(record)
    deal, move = read_number(args.deal, "--deal"), read_number(args.move, "--move", least=1)
    if deal is None or move is None:
        raise BadArguments("cli.which-decision")
    seed = read_seed(args.seed)
    source = WhatIf(
        replay=FILE,
        deal=deal,
        ply=move - 1,
        seat=read_number(args.seat, "--seat") or 0,
        world="plausible" if args.plausible else "true",
    )
    if args.seat is None:
        source = replace(source, seat=position_in(record, source).to_act[0])
    given = given_position(record, source, seeded_rng(seed, "plausible"))
    return Sitting(_match(record, given), name, level, seed, given)


def _match(record: Record, given: GivenPosition) -> Match:
    """The one deal alone, as it stands."""
    dealt = DealRecord(cards=given.cards, moves=given.moves, points=None)
    game = game_in(record)
    state = play_deal(game, dealt)
    return Match(game, Ending(deals=1, alone=True), given.cards.dealer, (state,))
