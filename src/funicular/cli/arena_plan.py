"""What `funicular arena` is asked to play: from its arguments to a plan."""

from __future__ import annotations

import argparse
import csv
import random
import shlex
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import cast, get_args

from funicular.arena.findings import BOTTOM
from funicular.arena.plan import Contest, Plan, Seatings, challenge, mixed_table
from funicular.arena.player import is_clairvoyant, player
from funicular.bots.clairvoyant import NAME as CLAIRVOYANT
from funicular.bots.levels import LEVELS, SEARCHERS
from funicular.cli.arguments import (
    MOST_TO_PLAY,
    is_text,
    read_game_name,
    read_number,
    read_rules,
)
from funicular.cli.errors import BadArguments
from funicular.core.options import OptionsByName
from funicular.games.registry import GAMES, SEATS, make_game

USUAL_DEALS = 200
USUAL_FIELD = "casual"
# Six entrants have 720 seatings; with more deals than this a slip of the pen would run for weeks.
MOST_UNITS = 100_000_000

# The arguments that decide what is played, in the order in which a report names them.
PLANNED = (
    "games",
    "seats",
    "bots",
    "field",
    "table",
    "scale",
    "times",
    "cards",
    "seatings",
    "deals",
    "seed",
    "house",
    "option",
)


def read_plan(args: argparse.Namespace) -> Plan:
    """The plan that the arguments describe; `BadArguments` says what is wrong with them."""
    deals = read_number(args.deals, "--deals", least=2, most=MOST_TO_PLAY) or USUAL_DEALS
    seed = read_number(args.seed, "--seed") or 0
    cards = tuple(_numbers(args.cards, "--cards", least=1))
    plan = Plan(tuple(_contests(args)), deals, seed, _seatings(args.seatings), cards)
    if plan.units > MOST_UNITS:
        raise BadArguments("cli.arena.too-many", n=plan.units, most=MOST_UNITS)
    _check_cards(plan)
    return plan


def read_difference(text: str | None) -> float | None:
    """A difference in points that somebody wants to be able to show."""
    if text is None:
        return None
    try:
        difference = float(text)
    except ValueError:
        difference = 0.0
    if not 0 < difference < 1e6:
        raise BadArguments("cli.arena.difference", value=text)
    return difference


def command_line(args: argparse.Namespace) -> str:
    """The command that plays the same again."""
    words = ["funicular", "arena"]
    for name in PLANNED:
        value = getattr(args, name)
        for given in value if isinstance(value, list) else [value]:
            if given is True:
                words.append(f"--{name}")
            elif given not in (None, False):
                words += [f"--{name}", given]
    return shlex.join(words)


def _seatings(text: str | None) -> Seatings:
    if text is None:
        return "all"
    if text not in get_args(Seatings):
        raise BadArguments("cli.arena.seatings", value=text, known=get_args(Seatings))
    return cast("Seatings", text)


def _numbers(text: str | None, name: str, *, least: int) -> list[int]:
    if text is None:
        return []
    found = (read_number(part.strip(), name, least=least) for part in text.split(","))
    return [number for number in found if number is not None]


def _check_cards(plan: Plan) -> None:
    """Refuse hand sizes that a table cannot deal, before anything is played."""
    for contest in plan.contests:
        table = contest.table()
        if plan.cards and not table.schedule:
            raise BadArguments("cli.arena.no-sizes", game=contest.game)
        for size in plan.cards:
            table.deal(random.Random(0), dealer=0, cards=size)


def _contests(args: argparse.Namespace) -> Iterator[Contest]:
    if args.table is not None:
        yield from _mixed(args)
        return
    for name, seats, options in _tables(args):
        for challenger, field in _challenges(args):
            yield challenge(name, seats, challenger, field, options)


def _mixed(args: argparse.Namespace) -> Iterator[Contest]:
    for name in ("bots", "field", "times", "seats"):
        if getattr(args, name) is not None:
            raise BadArguments("cli.arena.table-and", name=f"--{name}")
    if args.scale:
        raise BadArguments("cli.arena.table-and", name="--scale")
    names = read_entrants(args.table)
    games = [game for game in GAMES if len(names) in SEATS[game]]
    if args.games is not None or not games:
        games = _games(args)
    for game in games:
        options = read_rules(args, game)
        make_game(game, len(names), options)
        yield mixed_table(game, names, options)


def _tables(args: argparse.Namespace) -> Iterator[tuple[str, int, OptionsByName]]:
    """Every game and table size asked for."""
    asked = _numbers(args.seats, "--seats", least=1)
    for name in _games(args):
        options = read_rules(args, name)
        for seats in asked or SEATS[name]:
            yield name, make_game(name, seats, options).seats, options


def _games(args: argparse.Namespace) -> list[str]:
    return list(GAMES if args.games is None else map(read_game_name, args.games.split(",")))


def _challenges(args: argparse.Namespace) -> list[tuple[str, str]]:
    """Who meets a field of whom."""
    bots = _timed(args, _bots(args))
    field = args.field
    if field is None and (args.scale or args.times is not None):
        field = USUAL_FIELD
    if field is None:
        if len(bots) < 2:
            raise BadArguments("cli.two-levels")
        return [(stronger, weaker) for weaker, stronger in pairwise(bots)]
    _check([field])
    if args.scale:
        top = [name for name in bots if is_clairvoyant(name)] or [CLAIRVOYANT]
        bots = [BOTTOM, *(name for name in bots if name not in (BOTTOM, *top)), *top]
    return [(name, field) for name in dict.fromkeys(bots)]


def _bots(args: argparse.Namespace) -> list[str]:
    if args.bots is not None:
        return read_entrants(args.bots)
    return list(LEVELS) if args.times is None else list(SEARCHERS)[:1]


def _timed(args: argparse.Namespace, bots: Sequence[str]) -> list[str]:
    """Bots that can take more or less time, once for each time asked for."""
    if args.times is None:
        return list(bots)
    times = [part.strip() for part in args.times.split(",")]
    if not any(name in SEARCHERS for name in bots):
        raise BadArguments("cli.arena.times", known=tuple(SEARCHERS))
    timed = []
    for name in bots:
        timed += [f"{name}@{time}" for time in times] if name in SEARCHERS else [name]
    _check(timed)
    return timed


def read_entrants(text: str) -> list[str]:
    """Entrants with commas between them; one that has a comma of its own stands in quotes."""
    names = [name.strip() for name in next(csv.reader([text], skipinitialspace=True), [])]
    _check(names)
    return names


def _check(names: Sequence[str]) -> None:
    if not names:
        raise BadArguments("cli.arena.nobody")
    for name in names:
        if not is_text(name):
            raise BadArguments("cli.parser.bad-value", name="--bots", value=name)
        player(name).close()
