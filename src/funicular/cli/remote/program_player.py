"""A program from outside at a live table: the lines of `docs/outside-bots.md`, as in the arena.

It is started for every deal, told what its seat sees and nothing else, and gone after it. Should
it fail, it gives up the seat, and one of the server's own bots goes on.
"""

from __future__ import annotations

import secrets
from typing import Any

from funicular.arena.external import messages
from funicular.arena.external.player import MOVE_SECONDS, START_SECONDS, words_of
from funicular.arena.external.program import Program
from funicular.arena.player import Forfeit
from funicular.cli.errors import BadArguments
from funicular.cli.remote.line import Line, Message
from funicular.cli.screen import Screen
from funicular.core.wire import to_json
from funicular.lang import Reader

# The turn has gone to another, or must wait: nothing that the program could help.
PASSED = ("stale", "not-your-turn", "forbidden")


class Automaton:
    """One sitting of a program."""

    def __init__(self, line: Line, screen: Screen, reader: Reader, command: str) -> None:
        """Take the connection, and the command line of the program."""
        self._line = line
        self._screen = screen
        self._reader = reader
        self._words = words_of(command)
        self._program: Program | None = None
        self._asked = 0

    def play(self) -> None:
        """Play until the match is over."""
        ready: Message | None = None
        self._screen.say(self._reader.say("cli.join.seated"))
        try:
            while self._line.table["phase"] != "over":
                self._line.news.clear()
                deal = self._line.deal
                if self._line.table["phase"] == "scored" and deal is not ready:
                    ready = deal
                    self._over()
                    self._line.do("ready")
                elif self._playing and deal and deal["legal"]:
                    self._move(deal)
                else:
                    self._line.listen()
            self._over()
        except Forfeit as forfeit:
            self._line.do("stand")
            raise BadArguments("cli.join.program-failed", problem=forfeit.phrase) from forfeit
        finally:
            if self._program is not None:
                self._program.dismiss()
        self._screen.say(self._line.table["result"]["text"])

    @property
    def _playing(self) -> bool:
        return self._line.table["phase"] == "playing" and not self._line.paused

    def _move(self, deal: Message) -> None:
        program = self._program or self._started()
        self._asked += 1
        # Any: the view is the server's JSON, which has the shape of the struct.
        view: Any = deal["sight"]
        question = messages.Choose(
            self._asked, self._line.table["you"], _ms(MOVE_SECONDS), view, tuple(deal["legal"])
        )
        line = program.ask(_line(question), seconds=MOVE_SECONDS, late="arena.outside.late-move")
        move = messages.read_move(line, self._asked)
        answer = self._line.do("move", move=move, turn=deal["turn"])
        if answer["type"] == "refused":
            if answer["code"] not in PASSED:
                raise Forfeit("cli.join.server", text=answer["text"])
            # While the game is stopped the same turn waits; what has happened may be on its way.
            if self._playing and self._line.deal is deal:
                self._line.listen()
            return
        while self._line.deal is deal:
            self._line.listen()

    def _started(self) -> Program:
        table = self._line.table
        self._program = program = Program(self._words)
        self._asked = 0
        greeting = messages.Hello(
            messages.PROTOCOL,
            table["game"],
            table["seats"],
            table["you"],
            table["options"],
            secrets.randbits(32),
            _ms(START_SECONDS),
        )
        line = program.ask(_line(greeting), seconds=START_SECONDS, late="arena.outside.late-ready")
        messages.read_ready(line)
        return program

    def _over(self) -> None:
        """Tell the program the points and let it go."""
        if self._program is not None:
            row = self._line.table["sheet"]["rows"][-1]
            self._program.leave(_line(messages.Over(tuple(row["points"]), row["void"])))
            self._program = None


def _line(message: messages.Hello | messages.Choose | messages.Over) -> bytes:
    return to_json(message) + b"\n"


def _ms(seconds: float) -> int:
    return round(1000 * seconds)
