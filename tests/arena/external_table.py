"""A table at which programs from outside sit, and a way to see that none of them stays behind."""

from __future__ import annotations

import os
import random
import select
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

import funicular
from funicular.arena.external import ExternalPlayer
from funicular.arena.player import Forfeit, Player
from funicular.core.game import Game, State
from funicular.core.wire import to_json
from funicular.lang import Reader

EXAMPLES = Path(__file__).parents[2] / "examples"
PYTHON_BOT = f"{shlex.quote(sys.executable)} {shlex.quote(str(EXAMPLES / 'bot.py'))}"

# For a player that hangs: long enough to start Python on a machine that is busy, and no longer.
START = 10.0
HANGING = 0.5

GAME = funicular.game("ascenseur-52", seats=3)
# Seat 0 is to bid.
STATE = GAME.start(["AS KS", "2H 3H", "4D 5D"], dealer=2, upcard="9C")
RNG = random.Random(1)


def deal(game: Game, number: int) -> State:
    """A deal of any size that the game knows."""
    rng = random.Random(number)
    if not game.schedule:
        return game.deal(rng)
    cards = min(5, max(game.schedule))
    return game.deal(rng, dealer=number % game.seats, cards=cards)


def play_out(state: State, players: Sequence[Player], rng: random.Random) -> State:
    """The deal played to its end, and everybody told so."""
    while state.to_act:
        seat = state.to_act[0]
        state = state.play(seat, players[seat].choose(state, seat, rng))
    for seat, player in enumerate(players):
        player.over(state, seat)
    return state


class ProgramFolder:
    """A folder of programs written for a test, each of which can be seen to be gone.

    Every program, and every child of one, holds a named pipe open for writing. Once nobody does,
    its other end reads the end of the file.
    """

    PRELUDE = """
import json, os, signal, sys, time
alive = os.open({pipe!r}, os.O_WRONLY)
os.set_inheritable(alive, True)

def read():
    return json.loads(sys.stdin.readline())

def say(**message):
    print(json.dumps(message), flush=True)

def ready():
    read()
    say(type="ready", protocol=1)

def hang():
    while True:
        time.sleep(1000)
"""

    def __init__(self, folder: Path) -> None:
        """Live in this folder."""
        self.folder = folder
        self.pipe = folder / "alive"
        os.mkfifo(self.pipe)
        self.alive = os.open(self.pipe, os.O_RDONLY | os.O_NONBLOCK)
        self.prelude = self.PRELUDE.format(pipe=str(self.pipe))

    def player(
        self, source: str, *, seconds: float = START, start: float = START
    ) -> ExternalPlayer:
        """A player that runs this Python, after a prelude that knows the protocol."""
        path = self.folder / "program.py"
        path.write_text(self.prelude + source, encoding="utf-8")
        command = shlex.join([sys.executable, "-S", "-E", str(path)])
        return ExternalPlayer(command, move_seconds=seconds, start_seconds=start)

    def is_empty(self, patience: float = 20) -> bool:
        """Whether all that was started is gone, or goes soon."""
        # The end of the file is only reported once somebody has written, or might have.
        os.close(os.open(self.pipe, os.O_WRONLY | os.O_NONBLOCK))
        while select.select([self.alive], [], [], patience)[0]:
            if not os.read(self.alive, 4096):
                return True
        return False

    def close(self) -> None:
        """Give back the pipe."""
        os.close(self.alive)


def forfeit_of(guilty: ExternalPlayer, house: ProgramFolder) -> str:
    """The sentence with which a program is thrown out; and it is gone."""
    with pytest.raises(Forfeit) as thrown:
        guilty.choose(STATE, 0, RNG)
    assert house.is_empty()
    guilty.over(STATE, 0)
    guilty.close()
    # It goes into a file of results, and can be told in every language.
    assert to_json(thrown.value.phrase)
    assert all(thrown.value.say(Reader(lang)) for lang in funicular.languages())
    return str(thrown.value)


def open_files() -> int:
    """How many files this process has open."""
    return sum(1 for _ in Path("/dev/fd").iterdir())
