"""An honest person with a socket at a table, and notes of all that honest people waited for.

Everybody pings, and now and then one closes their socket and comes back with what they have `seen`.
Whatever was not answered is sent again under its id, as the page does it.
"""

from __future__ import annotations

import asyncio
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from bench.line import Line
from bench.people import PING, Deal, Message, read, write
from funicular.live.connection import MOVED_CLOSE

if TYPE_CHECKING:
    from tests.system.hostile.party import Party

NAMES = ("Ada", "Max")
# Seconds between two pings of a person.
PINGS = 1.0
# Before one who was not let in tries again.
RETRY = 0.25
# Refused for now: the same is asked again.
PASSING = ("too-fast", "busy", "unsure")

# "turn" is from a player's own move until it is their turn again, with bots in between.
Kind = Literal["command", "ping", "return", "newcomer", "turn"]


class Sample(Struct, frozen=True):
    """One thing that somebody waited for, by `perf_counter`."""

    kind: Kind
    sent: float
    answered: float
    # Whether it was one of the many behind one address.
    school: bool = False

    @property
    def took(self) -> float:
        return self.answered - self.sent


class Done(Struct, frozen=True):
    """A command that was acknowledged: it is in the table's log, once."""

    table: str
    id: str
    do: str


class Notes:
    """All that happened to honest people."""

    def __init__(self) -> None:
        self.samples: list[Sample] = []
        self.done: list[Done] = []
        # By id: what was refused for good.
        self.refused: list[tuple[float, str, str]] = []
        # When the server closed somebody's socket, with its code; and when one was not let in.
        self.closed: list[tuple[float, int | None]] = []
        self.turned_away: list[tuple[float, str]] = []


class Waiting(Struct):
    """A command that was not answered yet."""

    do: str
    raw: bytes
    sent: float
    answer: asyncio.Future[Message]


class Person:
    """Somebody with a seat."""

    def __init__(self, party: Party, address: str, source: str, secret: dict[str, str]) -> None:
        self.party = party
        self.notes = party.notes
        self.address = address
        self.source = source
        self.secret = secret
        self.phase = ""
        self.deal: Deal | None = None
        self.said_ready = False
        self.seen = 0
        self.waiting: dict[str, Waiting] = {}
        # When the pings were sent that were not answered yet.
        self.pings: list[float] = []
        # When the last move was made, and whether others have had their turn since.
        self.moved: float | None = None
        self.others_move = False
        self._number = 0
        self._line: Line | None = None
        self._welcomed: asyncio.Future[None] | None = None
        # The server was asked to end.
        self.expects_the_end = False
        # Counts the lines: what an old one still says is not heard.
        self._lines = 0

    # Coming and going.

    async def come(self) -> None:
        """Connect and say hello, as often as it takes; send again what was not answered."""
        began = perf_counter()
        while True:
            try:
                await self._connect()
                break
            except (OSError, ConnectionError) as error:
                self.notes.turned_away.append((perf_counter(), str(error)[:40]))
                await asyncio.sleep(RETRY)
        if self.seen:
            self._note("return", began, perf_counter())
        for waiting in self.waiting.values():
            self._send(waiting.raw)

    async def _connect(self) -> None:
        self._welcomed = asyncio.get_running_loop().create_future()
        self._lines += 1
        hear = partial(self._hear, self._lines)
        place = f"{self.address}/api/tables/{self.party.table}/socket"
        line = Line(place, hear, self.source)
        await line.open()
        self._line = line
        hello: dict[str, object] = {"type": "hello", "protocol": 1, "lang": "en", **self.secret}
        if self.seen:
            hello["seen"] = self.seen
        line.send(write(hello))
        await self._welcomed
        self._welcomed = None

    async def come_back(self) -> None:
        """Close the socket, and come back with what was seen; unless one is just coming."""
        if self._line is not None and self._welcomed is None:
            self.leave()
            await self.come()

    def leave(self) -> None:
        """Close the socket."""
        self._lines += 1
        self.pings.clear()
        if self._line is not None:
            self._line.close()
            self._line = None

    # Asking.

    async def do(self, **command: object) -> Message:
        """Ask for something, under an id of its own, and wait until it is answered."""
        self._number += 1
        name = f"{self.secret_name}-{self._number}"
        raw = write({"type": "do", "id": name, "command": command})
        answer: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self.waiting[name] = Waiting(str(command["do"]), raw, perf_counter(), answer)
        self._send(raw)
        return await answer

    @property
    def secret_name(self) -> str:
        """Tells the ids of a table's people apart."""
        return NAMES[self.party.people.index(self)]

    async def ping(self) -> None:
        """Ask now and then whether the server is there, whatever else goes on."""
        while True:
            await asyncio.sleep(PINGS)
            if self._line is not None and self._welcomed is None:
                self.pings.append(perf_counter())
                self._send(PING)

    def _send(self, raw: bytes) -> None:
        if self._line is not None:
            self._line.send(raw)

    # Hearing.

    def _hear(self, line: int, raw: bytes | None) -> None:
        now = perf_counter()
        if line != self._lines:
            return
        if raw is None:
            self._lost(now)
            return
        message = read(raw)
        if message.type == "pong":
            if self.pings:
                self._note("ping", self.pings.pop(0), now)
        elif message.type in ("done", "refused"):
            self._answered(message, now)
        elif message.type in ("welcome", "update"):
            self.see(message, now)
        self.party.changed.set()

    def _note(self, kind: Kind, sent: float, answered: float) -> None:
        self.notes.samples.append(Sample(kind, sent, answered, self.party.seating.school))

    def see(self, message: Message, now: float) -> None:
        """Take in what the table looks like now."""
        self.seen = message.seq
        if message.type == "welcome" and self._welcomed is not None:
            self._welcomed.set_result(None)
        if message.table is not None:
            if message.table.phase != self.phase:
                self.said_ready = False
            self.phase = message.table.phase
        if message.deal is not None:
            self.deal = message.deal
            self.others_move = self.others_move or not message.deal.legal
        if self.phase != "playing":
            self.moved = None
        elif self.waits_for_bots(now) and self.deal is not None and self.deal.legal:
            self.note_turn(now)
            self.moved = None

    def waits_for_bots(self, since: float) -> bool:
        """Whether none but bots have had their turn since a move that was made before then."""
        alone = len(self.party.people) == 1
        return alone and self.others_move and self.moved is not None and self.moved <= since

    def note_turn(self, now: float) -> None:
        """Note how long it took until it is one's turn again, or has taken since last noted."""
        assert self.moved is not None
        self._note("turn", self.moved, now)
        self.moved = now

    def _lost(self, now: float) -> None:
        code = self._line.code if self._line is not None else None
        if self._welcomed is not None and not self._welcomed.done():
            self._welcomed.set_exception(ConnectionError(f"closed {code}"))
        elif self._welcomed is None and not self.expects_the_end:
            if code != MOVED_CLOSE:
                self.notes.closed.append((now, code))
            self.leave()
            self.party.bring_back(self)

    def _answered(self, message: Message, now: float) -> None:
        waiting = self.waiting.get(message.id or "")
        if waiting is None:
            if message.id is None and self._welcomed is not None and not self._welcomed.done():
                self._welcomed.set_exception(ConnectionError(f"refused {message.code}"))
            return
        if message.type == "refused" and message.code in PASSING:
            self.notes.turned_away.append((now, f"{waiting.do} {message.code}"))
            asyncio.get_running_loop().call_later(1.0, self._send, waiting.raw)
            return
        del self.waiting[message.id or ""]
        self._note("command", waiting.sent, now)
        if message.type == "done":
            self.notes.done.append(Done(self.party.table, message.id or "", waiting.do))
        else:
            self.notes.refused.append((now, waiting.do, message.code or ""))
        if not waiting.answer.done():
            waiting.answer.set_result(message)
