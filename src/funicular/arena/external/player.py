"""A program from outside as a player: started for a deal, asked, and shown the door.

A process plays one deal in one seat. The arena deals the same cards to every seat in turn, so a
program that lived on would know them; and a deal that is played again, after an interruption or on
another machine, must not depend on which deals came before it.
"""

from __future__ import annotations

import random
import shlex

from funicular.arena.external import messages
from funicular.arena.external.program import Program
from funicular.arena.player import Forfeit
from funicular.bots.budget import read_budget
from funicular.core.errors import BadText, FunicularError, UnknownBot, shown
from funicular.core.game import Move, State, View
from funicular.games.registry import game_of

MOVE_SECONDS = 10.0
START_SECONDS = 10.0
# More than any move of any game has: ten cards of Auf & Ab are 43 letters.
LONGEST_MOVE = 60


class ExternalPlayer:
    """The program at the other end of a command line.

    Whatever goes wrong is a `Forfeit`, and the program has ended when it is raised; the next deal
    starts it anew.
    """

    def __init__(
        self,
        command: str,
        *,
        name: str = "",
        move_seconds: float = MOVE_SECONDS,
        start_seconds: float = START_SECONDS,
    ) -> None:
        """Take the command line, which is split into words as a shell would, but by no shell."""
        self.name = name or f"outside:{command}"
        self.move_seconds = move_seconds
        self.start_seconds = start_seconds
        self._words = words_of(command)
        self._program: Program | None = None
        self._asked = 0

    def choose(self, state: State, seat: int, rng: random.Random) -> Move:
        """What the program answers, if it is a legal move given in time."""
        try:
            return self._answer(state, seat, rng)
        except Forfeit as forfeit:
            raise self._thrown_out(forfeit) from forfeit
        except BaseException:
            # Above all Ctrl-C, which a program in a group of its own does not hear.
            self.close()
            raise

    def over(self, state: State, seat: int) -> None:  # noqa: ARG002 - it knows where it sits
        """Tell the program the points and let it go."""
        if self._program is not None:
            self._program.leave(messages.over(state))
            self._program = None

    def close(self) -> None:
        """End the program if a deal is under way."""
        if self._program is not None:
            self._program.dismiss()
            self._program = None

    def _answer(self, state: State, seat: int, rng: random.Random) -> Move:
        view = state.view(seat)
        program = self._program or self._start(view, rng)
        self._asked += 1
        question = messages.choose(view, self._asked, seconds=self.move_seconds)
        line = program.ask(question, seconds=self.move_seconds, late="arena.outside.late-move")
        text = messages.read_move(line, self._asked)
        legal = {str(move): move for move in view.legal_moves()}
        if text not in legal:
            raise _not_legal(state, seat, text)
        return legal[text]

    def _start(self, view: View, rng: random.Random) -> Program:
        self._program = program = Program(self._words)
        self._asked = 0
        greeting = messages.hello(view, seed=rng.getrandbits(32), seconds=self.start_seconds)
        line = program.ask(greeting, seconds=self.start_seconds, late="arena.outside.late-ready")
        messages.read_ready(line)
        return program

    def _thrown_out(self, forfeit: Forfeit) -> Forfeit:
        """End the program; its last words may explain what it did."""
        program = self._program
        self.close()
        if program is None or not program.last_words:
            return forfeit
        return Forfeit("arena.outside.last-words", what=forfeit.phrase, words=program.last_words)


def external_player(entrant: str) -> ExternalPlayer:
    """The player of this name: `outside:COMMAND`; `outside@2s:COMMAND` has 2 s for a move."""
    before, _, command = entrant.partition(":")
    _, at, allowed = before.partition("@")
    if not at:
        return ExternalPlayer(command, name=entrant)
    seconds = read_budget(before, allowed).seconds
    if seconds is None:
        raise UnknownBot("arena.outside.no-time", name=before)
    return ExternalPlayer(command, name=entrant, move_seconds=seconds)


def words_of(command: str) -> list[str]:
    """The command line as words, as a shell would split it, but by no shell."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UnknownBot("arena.outside.quotes", command=shown(command)) from error
    if not words:
        raise UnknownBot("arena.outside.no-command")
    return words


def _not_legal(state: State, seat: int, text: str) -> Forfeit:
    """The rule that forbids this move, or why it is no move at all."""
    move = shown(text)
    try:
        if not text.isprintable() or len(text) > LONGEST_MOVE:
            # Not to be quoted by any other sentence: it may be endless, or made for a terminal.
            raise BadText("move.other-game", move=move)
        state.play(seat, game_of(state.setup).parse_move(text))
    except FunicularError as error:
        rule = getattr(error, "rule", None)
        if rule is None:
            return Forfeit("arena.outside.not-legal", move=move, problem=error.phrase)
        return Forfeit("arena.outside.against-rule", move=move, problem=error.phrase, rule=rule)
    message = f"{text} is legal, yet not in the list"
    raise AssertionError(message)
