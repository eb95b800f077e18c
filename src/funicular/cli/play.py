"""`funicular play`: a match against bots."""

from __future__ import annotations

import argparse
import re
from typing import TextIO

from funicular.bots.levels import LEVELS, bot
from funicular.cli.arguments import (
    add_game,
    add_table,
    is_text,
    read_game_name,
    read_number,
    read_rules,
    read_seed,
    usual_seats,
)
from funicular.cli.errors import BadArguments
from funicular.cli.files import check_can_write, write_text
from funicular.cli.game_screen import GameScreen
from funicular.cli.kernels import kernels_in_use
from funicular.cli.menu import (
    PEOPLE_LEVELS,
    USUAL_LEVEL,
    choose_game,
    choose_level,
    choose_seats,
)
from funicular.cli.prompt import EndOfInput, ask_yes_no
from funicular.cli.saves import forget_save, read_save, saved_at, set_aside
from funicular.cli.screen import UNPRINTABLE, Screen
from funicular.cli.session import play_sitting
from funicular.cli.sitting import Sitting
from funicular.cli.what_if import add_what_if, check_what_if, what_if_sitting
from funicular.core.errors import BadRecord, UnknownBot
from funicular.core.record import LONGEST_RECORDED_NAME, record_of
from funicular.games.registry import GAMES, make_game
from funicular.lang import Reader

USUAL_PACE = 0.4
LONGEST_PACE = 60
# What a match brings along itself, so that it cannot be asked for when going on with one.
FOR_NEW_ONLY = ("seats", "seed", "level", "name", "deals", "target", "house", "option")


def add_arguments(parser: argparse.ArgumentParser, reader: Reader) -> None:
    """Describe what can be asked."""
    number = reader.say("cli.metavar.number")
    add_game(parser, reader)
    add_table(parser, reader)
    parser.add_argument(
        "--level", metavar="|".join(PEOPLE_LEVELS), help=reader.say("cli.help.level")
    )
    parser.add_argument(
        "--name", metavar=reader.say("cli.metavar.name"), help=reader.say("cli.help.name")
    )
    parser.add_argument("--deals", metavar=number, help=reader.say("cli.help.deals"))
    parser.add_argument("--target", metavar=number, help=reader.say("cli.help.target"))
    parser.add_argument(
        "--pace", metavar=reader.say("cli.metavar.seconds"), help=reader.say("cli.help.pace")
    )
    parser.add_argument(
        "--save", metavar=reader.say("cli.metavar.file"), help=reader.say("cli.help.save")
    )
    parser.add_argument("--resume", action="store_true", help=reader.say("cli.help.resume"))
    parser.add_argument("--new", action="store_true", help=reader.say("cli.help.new"))
    add_what_if(parser, reader)


def run_command(args: argparse.Namespace, reader: Reader, out: TextIO) -> int:
    """Play a match, new or resumed."""
    _check(args)
    screen = Screen(out, _pace(args.pace, out))
    try:
        sitting = _sitting(args, reader, screen)
    except EndOfInput:
        return 0
    at_table = sitting.reader(reader)
    _greet(sitting, screen, at_table)
    shown = GameScreen(screen, at_table, sitting.match.game.name)
    sitting = play_sitting(sitting, shown, reader)
    if args.save is not None:
        record = record_of(sitting.match, sitting.players(reader))
        write_text(args.save, record.to_json())
        screen.say(reader.say("cli.record-written", path=args.save))
    if sitting.match.over and sitting.given is None:
        # Last of all: until the record is written, the save is all there is of the match.
        forget_save(sitting.match.game.name)
    return 0


def _check(args: argparse.Namespace) -> None:
    """Refuse what cannot be before anything is asked."""
    check_what_if(args)
    if args.resume and args.new:
        raise BadArguments("cli.resume-and-new")
    if args.resume:
        for name in FOR_NEW_ONLY:
            if getattr(args, name):
                raise BadArguments("cli.resume-with", name=f"--{name}")
    if args.level is not None:
        _check_level(args.level)
    if args.save is not None:
        check_can_write(args.save)


def _check_level(text: str) -> None:
    level = text.partition("@")[0]
    if level not in LEVELS:
        raise UnknownBot("bot.unknown", name=level, known=PEOPLE_LEVELS)
    bot(text)


def _pace(text: str | None, out: TextIO) -> float:
    if text is None:
        return USUAL_PACE if out.isatty() else 0
    if not re.fullmatch(r"[0-9]{1,3}([.,][0-9]{1,6})?", text):
        raise BadArguments("cli.not-seconds", value=text, most=LONGEST_PACE)
    return min(float(text.replace(",", ".")), LONGEST_PACE)


def _sitting(args: argparse.Namespace, reader: Reader, screen: Screen) -> Sitting:
    """The saved match, if there is one and it is wanted; or else a new one."""
    if args.source is not None:
        return what_if_sitting(args, _name(args.name), args.level or USUAL_LEVEL)
    if args.game is None and args.resume:
        name = _last_saved()
    elif args.game is None:
        name = choose_game(screen, reader)
    else:
        name = read_game_name(args.game)
    saved = None if args.new else _saved(name, reader, screen)
    if args.resume:
        if saved is None:
            raise BadArguments("cli.nothing-saved", game=name)
        return saved
    if saved is not None:
        screen.say(_about_save(saved, reader))
        if ask_yes_no(screen, reader, reader.say("cli.resume")):
            return saved
    return _new_sitting(name, args, reader, screen)


def _last_saved() -> str:
    """The game whose match was left last."""
    saved = {name: at for name in GAMES if (at := saved_at(name)) is not None}
    if not saved:
        raise BadArguments("cli.nothing-saved-at-all")
    return max(saved, key=lambda name: saved[name])


def _saved(name: str, reader: Reader, screen: Screen) -> Sitting | None:
    """The saved match of this game. A damaged one is set aside, and the reason told."""
    if saved_at(name) is None:
        return None
    try:
        sitting = read_save(name)
    except BadRecord as error:
        screen.say(error.say(reader))
        screen.say(reader.say("cli.set-aside", path=set_aside(name)))
        return None
    return None if sitting.match.over or sitting.match.game.name != name else sitting


def _about_save(sitting: Sitting, reader: Reader) -> str:
    match = sitting.match
    return reader.say(
        "cli.there-is-a-save",
        game=match.game.name,
        n=match.game.seats,
        number=len(match.states),
        totals=match.totals,
    )


def _new_sitting(name: str, args: argparse.Namespace, reader: Reader, screen: Screen) -> Sitting:
    from_menu = args.game is None
    seats = read_number(args.seats, "--seats")
    if seats is None:
        seats = choose_seats(name, screen, reader) if from_menu else usual_seats(name)
    level = args.level
    if level is None:
        level = choose_level(screen, reader) if from_menu else USUAL_LEVEL
    chosen = make_game(name, seats, read_rules(args, name))
    match = chosen.match(
        target=read_number(args.target, "--target"), deals=read_number(args.deals, "--deals")
    )
    return Sitting(match, _name(args.name), level, read_seed(args.seed))


def _name(text: str | None) -> str | None:
    if text is None:
        return None
    name = " ".join(UNPRINTABLE.sub("", text).split())
    if not 1 <= len(name) <= LONGEST_RECORDED_NAME or not is_text(name):
        raise BadArguments("cli.bad-name", most=LONGEST_RECORDED_NAME)
    return name


def _greet(sitting: Sitting, screen: Screen, reader: Reader) -> None:
    chosen = sitting.match.game
    about = reader.say(f"cli.game.{chosen.name}")
    others = tuple(seat for seat in range(chosen.seats) if seat != sitting.seat)
    level, at, budget = sitting.level.partition("@")
    said = reader.say(f"cli.level.{level}")
    screen.say()
    screen.say(reader.say("cli.welcome", game=chosen.name, about=about))
    screen.say(reader.say("cli.opponents", others=others, level=f"{said}{at}{budget}"))
    screen.say(reader.say("cli.search", kernels=kernels_in_use(reader)))
    if sitting.given is None:
        screen.say(reader.say("cli.how-to-begin"))
    else:
        source = sitting.given.source
        true = source.world == "true"
        world = reader.say("cli.world-true" if true else "cli.world-plausible")
        screen.say(reader.say("cli.plays-on", deal=source.deal, move=source.ply + 1, world=world))
