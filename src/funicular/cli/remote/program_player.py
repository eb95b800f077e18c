"""A program from outside at a live table: the lines of `docs/outside-bots.md`, as in the arena.

It is started for every deal, told what its seat sees and nothing else, and gone after it. Should
it fail, it gives up the seat, and one of the server's own bots goes on.
"""

from __future__ import annotations

import secrets

from funicular.arena.external import messages
from funicular.arena.external.player import MOVE_SECONDS, START_SECONDS, words_of
from funicular.arena.external.program import Program
from funicular.arena.player import Forfeit
from funicular.cli.errors import BadArguments
from funicular.cli.remote.blocking import BlockingTable
from funicular.cli.screen import Screen
from funicular.client import TableView
from funicular.core.wire import to_json
from funicular.lang import Reader
from funicular.table import commands
from funicular.table.wire import AnyDeal

# The turn has gone to another, or must wait: not the program's fault.
PASSED = ("stale", "not-your-turn", "forbidden")


class ProgramPlayer:
    """A program's evening at the table."""

    def __init__(self, table: BlockingTable, screen: Screen, reader: Reader, command: str) -> None:
        """Take the connection, and the command line of the program."""
        self._table = table
        self._screen = screen
        self._reader = reader
        self._words = words_of(command)
        self._program: Program | None = None
        self._asked = 0
        # The deal after which it was ready to go on.
        self._ready: tuple[int, int] | None = None

    def play(self) -> None:
        """Play until the match is over."""
        self._screen.say(self._reader.say("cli.join.seated"))
        view = self._table.next_view()
        try:
            while view.table.result is None:
                view = self._table.newest() if self._act(view) else self._table.next_view()
            self._over(view)
        except Forfeit as forfeit:
            self._table.do(commands.Stand())
            raise BadArguments("cli.join.program-failed", problem=forfeit.phrase) from forfeit
        finally:
            if self._program is not None:
                self._program.dismiss()
        self._screen.say(view.table.result.text)

    def _act(self, view: TableView) -> bool:
        """Move or go on; False if one has to wait for others."""
        deal = view.deal
        if deal is not None and view.my_turn:
            return self._move(view, deal)
        if deal is not None and view.phase == "scored":
            at = (view.table.match, deal.number)
            if self._ready != at:
                self._ready = at
                self._over(view)
                self._table.do(commands.Ready())
                return True
        return False

    def _move(self, view: TableView, deal: AnyDeal) -> bool:
        """Ask the program and move; False if the turn has passed and what came of it is to come."""
        program = self._program or self._started(view)
        self._asked += 1
        question = messages.Choose(
            self._asked, view.seat, _ms(MOVE_SECONDS), deal.sight, deal.legal
        )
        line = program.ask(_line(question), seconds=MOVE_SECONDS, late="arena.outside.late-move")
        move = messages.read_move(line, self._asked)
        refused = self._table.do(commands.MakeMove(move, deal.turn))
        if refused is None:
            return True
        if refused.code not in PASSED:
            raise Forfeit("cli.join.server", text=refused.text)
        return False

    def _started(self, view: TableView) -> Program:
        self._program = program = Program(self._words)
        self._asked = 0
        greeting = messages.DealBegins(
            messages.PROTOCOL,
            view.table.game,
            view.table.seats,
            view.seat,
            view.table.options,
            secrets.randbits(32),
            _ms(START_SECONDS),
        )
        line = program.ask(_line(greeting), seconds=START_SECONDS, late="arena.outside.late-ready")
        messages.read_ready(line)
        return program

    def _over(self, view: TableView) -> None:
        """Tell the program the points and let it go."""
        if self._program is not None:
            row = view.table.sheet.rows[-1]
            self._program.leave(_line(messages.Over(row.points, row.void)))
            self._program = None


def _line(message: messages.DealBegins | messages.Choose | messages.Over) -> bytes:
    return to_json(message) + b"\n"


def _ms(seconds: float) -> int:
    return round(1000 * seconds)
