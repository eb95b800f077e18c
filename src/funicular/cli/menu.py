"""Choosing a game, the number of players and the level, for who has named none."""

from __future__ import annotations

import re

from funicular.bots.levels import LEVELS
from funicular.cli.arguments import read_game_name, usual_seats
from funicular.cli.errors import BadArguments
from funicular.cli.prompt import ask, ask_until
from funicular.cli.saves import saved_at
from funicular.cli.screen import Screen
from funicular.games.registry import GAMES, SEATS
from funicular.lang import Reader
from funicular.lang.plain_text import plain

# The random bot is for tests.
PEOPLE_LEVELS = tuple(level for level in LEVELS if level != "random")
USUAL_LEVEL = "casual"


def choose_game(screen: Screen, reader: Reader) -> str:
    """Ask for a game: its number or its name; Enter takes the first."""
    screen.say(reader.say("cli.menu.games"))
    for number, name in enumerate(GAMES, 1):
        screen.row(f"  {number}) {_about(name, reader)}")
    while True:
        answer = ask(screen, reader.say("cli.menu.which-game", last=len(GAMES)))
        if re.fullmatch(r"[0-9]", answer) and 1 <= int(answer) <= len(GAMES):
            return GAMES[int(answer) - 1]
        try:
            return read_game_name(answer or GAMES[0])
        except BadArguments as error:
            screen.say(error.say(reader))


def _about(name: str, reader: Reader) -> str:
    seats = SEATS[name]
    about = reader.say(f"cli.game.{name}")
    line = reader.say("cli.menu.game", name=name, about=about, low=seats[0], high=seats[-1])
    return f"{line} {reader.say('cli.menu.saved')}" if _is_saved(name) else line


def _is_saved(name: str) -> bool:
    try:
        return saved_at(name) is not None
    except BadArguments:
        # Told once the game is chosen, and only to who does not want a new match anyway.
        return False


def choose_seats(name: str, screen: Screen, reader: Reader) -> int:
    """Ask how many shall sit down; Enter takes the usual number."""
    seats = SEATS[name]
    usual = usual_seats(name)
    allowed = {str(number): number for number in seats} | {"": usual}
    return ask_until(
        screen,
        reader.say("cli.menu.seats", low=seats[0], high=seats[-1], usual=usual),
        allowed.get,
        reader.say("cli.menu.seats-wrong", low=seats[0], high=seats[-1]),
    )


def choose_level(screen: Screen, reader: Reader) -> str:
    """Ask how strong the bots shall be; Enter takes the usual level."""
    allowed = {"": USUAL_LEVEL}
    labels = []
    for number, level in enumerate(PEOPLE_LEVELS, 1):
        said = reader.say(f"cli.level.{level}")
        allowed |= {str(number): level, level: level, plain(said): level}
        labels.append(f"{number}) {said}")
    usual = reader.say(f"cli.level.{USUAL_LEVEL}")
    return ask_until(
        screen,
        reader.say("cli.menu.level", levels=tuple(labels), usual=usual),
        lambda answer: allowed.get(plain(answer)),
        reader.say("cli.menu.level-wrong", levels=tuple(labels)),
    )
