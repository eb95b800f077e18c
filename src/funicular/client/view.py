"""What a client knows of its table: the messages of the server folded together.

`TableView` is a value, the table at one moment. `TableState` makes one of each message, whatever
connection the message came over.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace

from funicular.client.errors import ClientError
from funicular.games.wire import Told
from funicular.live.messages import Update, Welcome
from funicular.table.wire import AnyDeal, Line, TableShown


class OutOfStep(ClientError):
    """An update does not continue what was seen before it: the table has to be read anew."""


@dataclass(frozen=True)
class TableView:
    """The table as this client sees it at one moment.

    `table` and `deal` are the server's own structs (`docs/protocol.md`); `told` is all that
    happened in the deal so far. `said` and `news` hold only what is new since the view that was
    handed out before this one: lines of the chat, and sentences that tell what happened.
    """

    seq: int
    table: TableShown
    deal: AnyDeal | None
    told: tuple[Told, ...] = ()
    said: tuple[Line, ...] = ()
    news: tuple[str, ...] = ()
    # The clocks that run: seconds of the turn that were gone at `at`, by seat.
    running: dict[int, float] = field(default_factory=dict)
    at: float = 0.0

    @property
    def phase(self) -> str:
        """`gathering`, `playing`, `scored` (between two deals) or `over`."""
        return self.table.phase

    @property
    def seat(self) -> int | None:
        """One's own seat; None for a client that watches."""
        return self.table.you

    @property
    def paused(self) -> bool:
        """Whether a player has stopped the game for a while."""
        return self.phase == "playing" and self.table.paused is not None

    @property
    def legal(self) -> tuple[str, ...]:
        """One's legal moves in their notation; none when it is not one's turn."""
        return () if self.deal is None or self.phase != "playing" else self.deal.legal

    @property
    def my_turn(self) -> bool:
        """Whether one may move now."""
        return bool(self.legal) and not self.paused

    @property
    def asks_if_ready(self) -> bool:
        """Whether the deal is over and one has not said yet that one is ready for the next."""
        waits = self.seat is not None and not self.table.chairs[self.seat].ready
        return self.phase == "scored" and waits

    @property
    def turn(self) -> int:
        """Which of one's decisions this is."""
        return 0 if self.deal is None else self.deal.turn

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody's name by seat."""
        return tuple(chair.name for chair in self.table.chairs)

    def spent(self, seat: int) -> float | None:
        """Seconds of this seat's turn that are gone; None where its clock does not run."""
        if seat not in self.running:
            return None
        return self.running[seat] + (0.0 if self.paused else time.monotonic() - self.at)


class TableState:
    """The view that all messages so far add up to."""

    def __init__(self) -> None:
        """Begin with nothing seen."""
        self._view: TableView | None = None

    @property
    def view(self) -> TableView:
        """The table now; there is one from the first welcome on."""
        if self._view is None:
            message = "nothing was seen yet"
            raise RuntimeError(message)
        return self._view

    @property
    def seq(self) -> int:
        """The last thing seen; 0 before the first."""
        return 0 if self._view is None else self._view.seq

    def forget(self) -> None:
        """Begin anew."""
        self._view = None

    def take(self, message: Welcome | Update) -> None:
        """Add a message; `OutOfStep` if one must be missing before it."""
        before = self._view
        table = message.table
        if table is None and before is not None:
            table = before.table
        if table is None or (isinstance(message, Update) and message.seq < self.seq):
            raise OutOfStep("client.out-of-step")
        deal, told = message.deal, () if before is None else before.told
        if deal is not None:
            if deal.before > len(told):
                raise OutOfStep("client.out-of-step")
            told = (*told[: deal.before], *deal.told)
        self._view = TableView(
            seq=message.seq,
            table=table,
            deal=deal or (None if before is None else before.deal),
            told=told,
            said=(() if before is None else before.said) + message.said,
            news=(() if before is None else before.news) + _sentences(message),
            running={each.seat: each.spent for each in message.running},
            at=time.monotonic(),
        )

    def handed_out(self) -> TableView:
        """The view, whose news are no longer new afterwards."""
        view = self.view
        self._view = replace(view, said=(), news=())
        return view


def _sentences(message: Welcome | Update) -> tuple[str, ...]:
    """What a message tells, chat first."""
    chat = [_spoken(line) for line in message.said if line.text is not None]
    told = [each.text for each in message.deal.told] if message.deal is not None else []
    return (*chat, *told)


def _spoken(line: Line) -> str:
    return str(line.text) if line.notice is not None else f"{line.name}: {line.text}"
