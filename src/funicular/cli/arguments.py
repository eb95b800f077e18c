"""Arguments that several commands share, and how their values are read."""

from __future__ import annotations

import argparse
import re
import secrets
from collections.abc import Iterable

import msgspec

from funicular.bots.bot import Bot
from funicular.bots.levels import bot
from funicular.cli.errors import BadArguments
from funicular.core.game import Game
from funicular.core.options import OptionsByName
from funicular.games.registry import GAMES, HOUSE_RULES, SEATS, USUAL_SEATS, house_rules, make_game
from funicular.lang import Reader
from funicular.lang.plain_text import plain

# More would take days; and there is an end to how long a list can be.
MOST_TO_PLAY = 1_000_000

OptionValue = bool | int | float | str | list[int | str] | None


def add_game(parser: argparse.ArgumentParser, reader: Reader) -> None:
    """The game, by name."""
    parser.add_argument(
        "game",
        nargs="?",
        metavar=reader.say("cli.metavar.game"),
        help=reader.say("cli.help.game", known=GAMES),
    )


def add_table(parser: argparse.ArgumentParser, reader: Reader) -> None:
    """Seats, seed and house rules."""
    number = reader.say("cli.metavar.number")
    parser.add_argument("--seats", metavar=number, help=reader.say("cli.help.seats"))
    parser.add_argument("--seed", metavar=number, help=reader.say("cli.help.seed"))
    add_rules(parser, reader)


def add_rules(parser: argparse.ArgumentParser, reader: Reader) -> None:
    """House rules by name, and single options."""
    known = tuple(dict.fromkeys(name for rules in HOUSE_RULES.values() for name in rules))
    parser.add_argument(
        "--house",
        metavar=reader.say("cli.metavar.name"),
        help=reader.say("cli.help.house", known=known),
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar=reader.say("cli.metavar.option"),
        help=reader.say("cli.help.option"),
    )


def add_action(
    parser: argparse.ArgumentParser, reader: Reader, about: str, *, names: tuple[str, str]
) -> None:
    """What is to be done, and the names of what it is done to.

    `about` is the help of the first; `names` are the keys of metavar and help of the second.
    """
    metavar, names_help = names
    parser.add_argument("action", nargs="?", metavar=reader.say("cli.metavar.action"), help=about)
    parser.add_argument(
        "names", nargs="*", metavar=reader.say(metavar), help=reader.say(names_help)
    )


def read_game_name(text: str | None) -> str:
    """A game by its name or an unambiguous beginning of it or of a part of it: `auf`, `52`."""
    if text is None:
        raise BadArguments("cli.which-game", known=GAMES)
    asked = "-".join(re.findall(r"\w+", plain(text)))
    found = [name for name in GAMES if asked and asked in _beginnings(name)]
    if asked in GAMES:
        return asked
    if len(found) > 1:
        raise BadArguments("cli.games-alike", name=text, known=tuple(found))
    if not found:
        raise BadArguments("options.game", name=text, known=GAMES)
    return found[0]


def _beginnings(name: str) -> set[str]:
    parts = [name, *name.split("-")]
    return {part[:length] for part in parts for length in range(1, len(part) + 1)}


def read_game(args: argparse.Namespace, seats: int | None = None) -> Game:
    """The game that the arguments describe, for this number of seats if they do not say."""
    name = read_game_name(args.game)
    asked = read_number(args.seats, "--seats")
    if asked is None:
        asked = usual_seats(name) if seats is None else seats
    return make_game(name, asked, read_rules(args, name))


def read_rules(args: argparse.Namespace, name: str) -> OptionsByName:
    """The options asked for: house rules by name, and single options that come on top."""
    agreed = {} if args.house is None else house_rules(name, args.house)
    return agreed | read_options(args.option)


def usual_seats(name: str) -> int:
    """Four, or as near as the game comes to it."""
    return min(SEATS[name], key=lambda seats: abs(seats - USUAL_SEATS))


def read_number(
    text: str | None, name: str, *, least: int | None = None, most: int | None = None
) -> int | None:
    """A whole number, `least` at least and `most` at most; None where nothing was said."""
    if text is None:
        return None
    if not re.fullmatch(r"-?[0-9]{1,60}", text):
        raise BadArguments("cli.not-a-number", name=name, value=text)
    number = int(text)
    if least is not None and number < least:
        raise BadArguments("cli.number-too-small", name=name, value=text, least=least)
    if most is not None and number > most:
        raise BadArguments("cli.number-too-large", name=name, value=text, most=most)
    return number


def is_text(given: str) -> bool:
    """Whether it is; bytes of a command line that are none come as half characters."""
    return not re.search(r"[\ud800-\udfff]", given)


def read_seed(text: str | None) -> int:
    """The seed given, or one that nobody could guess."""
    seed = read_number(text, "--seed")
    return secrets.randbits(48) if seed is None else seed


def read_levels(text: str) -> list[Bot]:
    """The bots of these levels, which have commas between them."""
    return [bot(level.strip()) for level in text.split(",")]


def read_options(given: Iterable[str]) -> OptionsByName:
    """House rules written `name=value`."""
    options: OptionsByName = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadArguments("cli.option-form", text=text)
        if not is_text(value):
            raise BadArguments("cli.parser.bad-value", name=name, value=value)
        options[name] = _value(value)
    return options


def _value(text: str) -> object:
    """`true`, `5` and `[1, 2]` as in JSON; `1,2,3` is a list too; anything else is text.

    No option is a list of lists, so brackets within brackets are text, however many there are.
    """
    if re.fullmatch(r"[0-9]+(,[0-9]+)+", text):
        text = f"[{text}]"
    try:
        return msgspec.json.decode(text, type=OptionValue)
    except msgspec.DecodeError:
        return text
