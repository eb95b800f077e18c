"""`funicular match`: bots among themselves."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import TextIO

from funicular.bots.bot import Bot
from funicular.cli.arguments import (
    MOST_TO_PLAY,
    add_game,
    add_table,
    read_game,
    read_levels,
    read_number,
    read_seed,
)
from funicular.cli.errors import BadArguments
from funicular.cli.files import check_can_write, write_text
from funicular.cli.progress import with_progress
from funicular.cli.screen import Screen
from funicular.cli.seeded_rng import seeded_rng
from funicular.core.game import Game
from funicular.core.match import Match
from funicular.core.record import record_of
from funicular.core.wire import to_json
from funicular.lang import Reader

USUAL_MATCHES = 1
USUAL_BOTS = "casual"


def add_arguments(parser: argparse.ArgumentParser, reader: Reader) -> None:
    """Describe what can be asked."""
    number = reader.say("cli.metavar.number")
    add_game(parser, reader)
    add_table(parser, reader)
    parser.add_argument(
        "--bots", metavar=reader.say("cli.metavar.levels"), help=reader.say("cli.help.bots")
    )
    parser.add_argument("--matches", metavar=number, help=reader.say("cli.help.matches"))
    parser.add_argument("--deals", metavar=number, help=reader.say("cli.help.deals"))
    parser.add_argument("--target", metavar=number, help=reader.say("cli.help.target"))
    parser.add_argument(
        "--save", metavar=reader.say("cli.metavar.file"), help=reader.say("cli.help.save-matches")
    )


def run_command(args: argparse.Namespace, reader: Reader, out: TextIO) -> int:
    """Play the matches; print points and wins of each bot."""
    bots = read_levels(USUAL_BOTS if args.bots is None else args.bots)
    # One bot is for every seat, of which there are then the usual number.
    game = read_game(args, seats=len(bots) if len(bots) > 1 else None)
    if len(bots) == 1:
        bots *= game.seats
    if len(bots) != game.seats:
        raise BadArguments("cli.bots-and-seats", n=game.seats, given=len(bots))
    matches = read_number(args.matches, "--matches", least=1, most=MOST_TO_PLAY) or USUAL_MATCHES
    empty = game.match(
        target=read_number(args.target, "--target"), deals=read_number(args.deals, "--deals")
    )
    if args.save is not None:
        check_can_write(args.save)
    played = list(
        with_progress(_play_all(empty, bots, matches, read_seed(args.seed)), matches, sys.stderr)
    )
    if args.save is not None:
        _save(args.save, played, bots)
    _report(played, bots, Screen(out), reader)
    return 0


def seats_of(number: int, seats: int) -> list[int]:
    """Where each bot sits in this match: they move on by one each time, for fairness."""
    return [(place + number) % seats for place in range(seats)]


def _play_all(empty: Match, bots: list[Bot], matches: int, seed: int) -> Iterator[Match]:
    for number in range(matches):
        yield _play(empty, bots, number, seed)


def _play(match: Match, bots: list[Bot], number: int, seed: int) -> Match:
    game: Game = match.game
    sitting = dict(zip(seats_of(number, game.seats), bots, strict=True))
    deals = seeded_rng(seed, "match", number, "deals")
    draws = [seeded_rng(seed, "match", number, "seat", seat) for seat in range(game.seats)]
    while not match.over:
        state = match.state
        if state is None or not match.under_way:
            match = match.deal(deals)
            continue
        seat = state.to_act[0]
        match = match.play(seat, sitting[seat].choose(state.view(seat), draws[seat]))
    return match


def bot_labels(bots: list[Bot]) -> list[str]:
    """The bots' levels, numbered so that two of a kind can be told apart."""
    return [f"{player.name} {number}" for number, player in enumerate(bots, 1)]


def _save(path: str, played: list[Match], bots: list[Bot]) -> None:
    """One match as its record; several as records, one a line."""
    records = []
    for number, match in enumerate(played):
        sitting = dict(zip(seats_of(number, len(bots)), bot_labels(bots), strict=True))
        records.append(record_of(match, tuple(sitting[seat] for seat in sorted(sitting))))
    if len(records) == 1:
        write_text(path, records[0].to_json())
    else:
        write_text(path, "".join(f"{to_json(record).decode()}\n" for record in records))


def _report(played: list[Match], bots: list[Bot], screen: Screen, reader: Reader) -> None:
    points = [0] * len(bots)
    wins = [0.0] * len(bots)
    for number, match in enumerate(played):
        for place, seat in enumerate(seats_of(number, len(bots))):
            points[place] += match.totals[seat]
            if seat in match.winners:
                # A shared win is shared.
                wins[place] += 1 / len(match.winners)
    screen.say(reader.say("cli.matches-played", n=len(played), game=played[0].game.name))
    width = max(map(len, bot_labels(bots)))
    for place, label in enumerate(bot_labels(bots)):
        screen.say(
            reader.say(
                "cli.match-line",
                bot=label.ljust(width),
                wins=wins[place],
                share=wins[place] / len(played),
                points=points[place],
                mean=points[place] / len(played),
            )
        )
