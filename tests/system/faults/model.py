"""A table in a few lines: who sits where, what was acknowledged, which moves lie on the table.

It knows no rules of any game. What may be answered, and what may come into the log by itself, is
all it says; the real table is compared with it after every step.
"""

from __future__ import annotations

from collections.abc import Sequence

from funicular.live.table_log import read_row
from funicular.store.log import Row
from funicular.table.entries import (
    Began,
    BotSeated,
    CardsDealt,
    Committed,
    Moved,
    Paused,
    Readied,
    Resumed,
    Said,
    Seated,
    TakenBack,
    UndoAnswered,
    UndoAsked,
    Vacated,
)
from tests.kit.serving import Message

BOT = "a bot"
HOST = "Ada Q"
NAMES = (HOST, "Max Q", "Eva Q")


class Model:
    """What must be true of the table."""

    def __init__(self, seats: int) -> None:
        """Begin with the host in the first seat."""
        # By seat: nobody, a bot, or a person's name.
        self.seats: list[str | None] = [HOST, *[None] * (seats - 1)]
        self.phase = "gathering"
        # The moves of the deal at hand, and the lines that were said.
        self.moves: list[tuple[int, str]] = []
        self.said: list[tuple[int, str]] = []
        self.rows = 0
        self.ready: set[str] = set()
        # Who wants to take back a move, and who has stopped the game for a while.
        self.asked: str | None = None
        self.paused = False
        # The guest in each seat, now and when the deal at hand began; None for a bot.
        self.guests: list[str | None] = [None] * seats
        self.dealt_in: list[str | None] = [None] * seats
        # Who has given a number for the next match since its seed was drawn.
        self.nonces: set[str] = set()
        # The log says nothing of who is there.
        self.connected: set[str] = set()

    def seat_of(self, name: str) -> int | None:
        return self.seats.index(name) if name in self.seats else None

    @property
    def present(self) -> set[int]:
        """The seats of people who are connected."""
        return {seat for seat, who in enumerate(self.seats) if who in self.connected}

    @property
    def people(self) -> set[str]:
        """Everybody with a seat, connected or not."""
        return {who for who in self.seats if who not in (None, BOT)}

    def waits(self, seat: int) -> bool:
        """Whether a person sat down there during the deal, so that a bot plays on."""
        person = self.seats[seat] not in (None, BOT)
        return self.phase == "playing" and person and self.guests[seat] != self.dealt_in[seat]

    @property
    def going_on(self) -> bool:
        """Whether everybody who is there wants the next deal, so that it must come.

        A match waits for the numbers of those who are away for a moment, too.
        """
        here = {self.seats[seat] for seat in self.present}
        if self.phase == "over" and not self.people <= self.nonces:
            return False
        return self.phase in ("scored", "over") and bool(self.ready) and here <= self.ready

    # What is answered.

    def expected(  # noqa: PLR0911 - an answer for each command
        self, name: str, command: Message, seen: Message, legal: Message | None
    ) -> str:
        """`done` or the code of the refusal, for somebody who sees this table and this deal."""
        seat = self.seat_of(name)
        match command["do"]:
            case "sit":
                return self._sits(seat, command["seat"])
            case "clear" | "bot":
                return "done" if name == HOST else "forbidden"
            case "start":
                missing = self.people - self.nonces - {name} if self.phase == "over" else set()
                fits = name == HOST and self.phase != "playing" and not missing
                return "done" if fits else "forbidden"
            case "stand" | "say" | "resume":
                return "done" if seat is not None else "forbidden"
            case "ready":
                fits = seat is not None and self.phase in ("scored", "over")
                return "done" if fits else "forbidden"
            case "pause":
                return "done" if seat is not None and self.phase == "playing" else "forbidden"
            case "undo":
                return "done" if seat is not None and seen["undo"] != "no" else "forbidden"
            case "answer":
                asking = seen["asking"]
                return "done" if asking and seat in asking["waiting"] else "forbidden"
            case _:
                return self._moves(seat, command, legal)

    def _sits(self, seat: int | None, wanted: int) -> str:
        if self.seats[wanted] in NAMES or (seat is not None and self.phase != "gathering"):
            return "taken"
        return "done"

    def _moves(self, seat: int | None, command: Message, deal: Message | None) -> str:
        if seat is None or self.phase != "playing" or deal is None or self.waits(seat):
            return "forbidden"
        if seat not in deal["to_act"]:
            return "not-your-turn"
        if command["turn"] != deal["turn"]:
            return "stale"
        if self.paused:
            return "forbidden"
        return "done" if command["move"] in deal["legal"] else "illegal"

    # What comes into the log.

    def follow(self, rows: Sequence[Row], name: str | None, command: Message, wish: str) -> int:
        """Take in the new rows: this command's, and what follows from it by itself.

        How many of them are the command's own.
        """
        own = 0
        for row in rows:
            entry, _ = read_row(row)
            asked = row.command is not None
            if asked:
                assert row.command == wish, (row.command, wish)
                own += 1
            self._follow(entry, name, command, asked=asked)
            self.rows += 1
        return own

    def _follow(self, entry: object, name: str | None, command: Message, *, asked: bool) -> None:
        match entry:
            case Seated() | BotSeated() | Vacated():
                self._follow_seats(entry, name, command)
            case Readied() | UndoAsked() | UndoAnswered() | Paused() | Resumed() | Said():
                # Only ever because somebody in that seat has asked for it.
                assert asked
                assert name == self.seats[entry.seat]
                self._follow_wishes(entry, command)
            case Moved():
                assert (self.phase, self.paused) == ("playing", False)
                if asked:
                    assert (self.seats[entry.seat], entry.move) == (name, command["move"])
                    assert not self.waits(entry.seat)
                else:
                    assert self.seats[entry.seat] == BOT or self.waits(entry.seat)
                self.moves.append((entry.seat, entry.move))
                self.asked = None
            case TakenBack():
                who = name if command["do"] == "undo" else self.asked
                assert self.moves[entry.stand][0] == self.seat_of(who or "")
                del self.moves[entry.stand :]
                self.asked = None
            case Committed():
                self.nonces.clear()
            case Began():
                assert command["do"] == "start" or self.phase == "over"
                self.nonces.clear()
            case CardsDealt():
                # By itself only when all who are there are ready.
                assert command["do"] == "start" or self.ready
                self.moves, self.phase, self.asked = [], "playing", None
                self.dealt_in = list(self.guests)
                self.ready.clear()

    def _follow_seats(
        self, entry: Seated | BotSeated | Vacated, name: str | None, command: Message
    ) -> None:
        match entry:
            case Seated():
                assert (entry.name, command["do"], command["seat"]) == (name, "sit", entry.seat)
                self._reseat(entry.seat, entry.name, entry.guest)
                self.nonces.add(entry.name)
            case BotSeated():
                assert command["do"] in ("bot", "clear", "stand", "start") or self.ready
                self._reseat(entry.seat, BOT)
            case Vacated():
                assert command["do"] in ("clear", "stand", "sit")
                self._reseat(entry.seat, None)

    def _follow_wishes(
        self,
        entry: Readied | UndoAsked | UndoAnswered | Paused | Resumed | Said,
        command: Message,
    ) -> None:
        who = self.seats[entry.seat] or ""
        match entry:
            case Readied():
                assert command["do"] == "ready"
                self.ready.add(who)
                if entry.nonce:
                    self.nonces.add(who)
            case UndoAsked():
                assert command["do"] == "undo"
                self.asked = who
            case UndoAnswered():
                assert (command["do"], command["yes"]) == ("answer", entry.yes)
                self.asked = self.asked if entry.yes else None
            case Paused() | Resumed():
                assert command["do"] == ("pause" if isinstance(entry, Paused) else "resume")
                self.paused = isinstance(entry, Paused)
            case Said():
                assert (command["do"], command["text"]) == ("say", entry.text)
                self.said.append((entry.seat, entry.text))

    def _reseat(self, seat: int, who: str | None, guest: str | None = None) -> None:
        self.ready.discard(self.seats[seat] or "")
        self.nonces.discard(self.seats[seat] or "")
        self.seats[seat], self.guests[seat] = who, guest
