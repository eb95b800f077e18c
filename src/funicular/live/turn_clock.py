"""How long those whose turn it is have thought. What a move took is in the log, and only that.

Times are differences of a clock that nobody can set. A server that takes over a table lets the turn
at hand begin anew: nobody pays for a restart.
"""

from __future__ import annotations

from time import monotonic

from funicular.table.table import Table
from funicular.table.wire import Running


class _Turn:
    """A decision that is to be made: what a person has taken for it, and since when it takes more.

    While the seat is in a bot's hands it stands still, and goes on should the person come back.
    """

    def __init__(self, number: int) -> None:
        self.number = number
        self.persons = False
        self.before = 0.0
        self.since: float | None = None

    @property
    def spent(self) -> float:
        return self.before + (0.0 if self.since is None else monotonic() - self.since)

    def run(self, *, on: bool) -> None:
        """Let it run, or stop it."""
        if not on:
            self.before, self.since = self.spent, None
        elif self.since is None:
            self.since = monotonic()


class TurnClock:
    """The clocks of one table; idle where the table has none."""

    def __init__(self) -> None:
        """Begin before anybody's turn."""
        self._turns: dict[int, _Turn] = {}

    def look(self, table: Table) -> None:
        """See whose turn it is after a change."""
        if table.opened.clock is None:
            return
        playing = table.phase == "playing"
        due = {seat: table.turns[seat] for seat in table.to_act if playing}
        known = self._turns
        self._turns = {
            seat: known[seat] if seat in known and known[seat].number == number else _Turn(number)
            for seat, number in due.items()
        }
        for seat, turn in self._turns.items():
            turn.persons = not table.bot_plays(seat)
            turn.run(on=turn.persons and table.paused is None)

    def spent(self, seat: int | None) -> float:
        """Seconds of this seat's turn that are gone."""
        turn = None if seat is None else self._turns.get(seat)
        return turn.spent if turn is not None and turn.persons else 0.0

    def running(self) -> tuple[Running, ...]:
        """Every clock of this moment."""
        return tuple(
            Running(seat, round(turn.spent, 1))
            for seat, turn in self._turns.items()
            if turn.persons
        )

    def left(self, table: Table) -> dict[int, float]:
        """Seconds until each seat is out of time; none while the game is stopped."""
        clock = table.opened.clock
        if clock is None or table.paused is not None:
            return {}
        return {
            seat: clock.turn + table.banks[seat] - turn.spent
            for seat, turn in self._turns.items()
            if turn.persons
        }
