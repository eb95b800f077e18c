"""Honest people at their tables, playing real matches at a normal pace.

Each table does something about every third of a second: moves among those that are allowed, some
chat, the next deal. Everybody pings, and now and then one closes their socket and comes back with
what they have `seen`. Whatever was not answered is sent again under its id, as the page does it.
"""

from __future__ import annotations

import asyncio
import random
import secrets
from functools import partial
from time import perf_counter
from typing import Literal
from urllib.request import Request, urlopen

import msgspec
from msgspec import Struct

from bench.line import Line
from bench.people import PING, Deal, Message, Opened, read, write
from funicular.games.registry import GAMES

NAMES = ("Ada", "Max")
# Short matches, so that many end and begin.
DEALS = {"auf-ab": 2, "dnpup": 1, "ascenseur-52": 4, "ascenseur-32": 3}
# Seconds between two commands of a table, two pings of a person, two returns at a table.
PACE = 0.3
PINGS = 1.0
RETURNS = 6.0
# Before one who was not let in tries again.
RETRY = 0.25
# How much of it is chat.
TALK = 0.12
# Refused for now: the same is asked again.
PASSING = ("too-fast", "busy", "unsure")

Kind = Literal["command", "ping", "return", "newcomer"]


class Sample(Struct, frozen=True):
    """One thing that somebody waited for, by `perf_counter`."""

    kind: Kind
    sent: float
    answered: float

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

    def __init__(self, party: Party, address: str, secret: dict[str, str]) -> None:
        self.party = party
        self.notes = party.notes
        self.address = address
        self.secret = secret
        self.phase = ""
        self.deal: Deal | None = None
        self.said_ready = False
        self.seen = 0
        self.waiting: dict[str, Waiting] = {}
        # When the pings were sent that were not answered yet.
        self.pings: list[float] = []
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
            self.notes.samples.append(Sample("return", began, perf_counter()))
        for waiting in self.waiting.values():
            self._send(waiting.raw)

    async def _connect(self) -> None:
        self._welcomed = asyncio.get_running_loop().create_future()
        self._lines += 1
        hear = partial(self._hear, self._lines)
        line = Line(f"{self.address}/api/tables/{self.party.table}/socket", hear)
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
                self.notes.samples.append(Sample("ping", self.pings.pop(0), now))
        elif message.type in ("done", "refused"):
            self._answered(message, now)
        elif message.type in ("welcome", "update"):
            self._see(message)
        self.party.changed.set()

    def _see(self, message: Message) -> None:
        self.seen = message.seq
        if message.type == "welcome" and self._welcomed is not None:
            self._welcomed.set_result(None)
        if message.table is not None:
            if message.table.phase != self.phase:
                self.said_ready = False
            self.phase = message.table.phase
        if message.deal is not None:
            self.deal = message.deal

    def _lost(self, now: float) -> None:
        code = self._line.code if self._line is not None else None
        if self._welcomed is not None and not self._welcomed.done():
            self._welcomed.set_exception(ConnectionError(f"closed {code}"))
        elif self._welcomed is None and not self.expects_the_end:
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
        self.notes.samples.append(Sample("command", waiting.sent, now))
        if message.type == "done":
            self.notes.done.append(Done(self.party.table, message.id or "", waiting.do))
        else:
            self.notes.refused.append((now, waiting.do, message.code or ""))
        if not waiting.answer.done():
            waiting.answer.set_result(message)


class Party:
    """A table: two people and a bot."""

    def __init__(self, notes: Notes, number: int, addresses: list[str]) -> None:
        self.notes = notes
        self.game = GAMES[number % len(GAMES)]
        self.table = ""
        self.invite = ""
        self.people: list[Person] = []
        self.changed = asyncio.Event()
        self._number = number
        self._addresses = addresses
        self._rng = random.Random(number)
        self._tasks: list[asyncio.Task[None]] = []
        self._on = True

    async def sit_down(self) -> None:
        """Open the table, come, sit down, begin."""
        new = {
            "game": self.game,
            "seats": 3,
            "name": NAMES[0],
            "nonce": secrets.token_hex(16),
            "lang": "en",
            "level": "beginner",
            "pace": "instant",
            "deals": DEALS[self.game],
        }
        address = self._addresses[self._number % len(self._addresses)]
        opened = await asyncio.to_thread(_post, f"{address}/api/tables", new)
        self.table, self.invite = opened.table, opened.invite
        token = secrets.token_hex(16)
        for place, secret in enumerate(({"token": opened.token}, {"invite": opened.invite})):
            where = self._addresses[(self._number + place) % len(self._addresses)]
            person = Person(self, where, secret)
            self.people.append(person)
            await person.come()
        sit = await self.people[1].do(
            do="sit", name=NAMES[1], nonce=secrets.token_hex(16), token=token
        )
        assert sit.type == "done", sit
        self.people[1].secret = {"token": token}
        start = await self.people[0].do(do="start", nonce=secrets.token_hex(16))
        assert start.type == "done", start

    def play(self) -> None:
        """Play until stopped."""
        works = [self._play(), self._return(), *(person.ping() for person in self.people)]
        self._tasks += [asyncio.create_task(work) for work in works]

    async def stop(self, patience: float) -> int:
        """Ask for nothing more, wait for what is not answered; how much never was."""
        self._on = False
        self.changed.set()
        await asyncio.wait(self._tasks[:2], timeout=patience)
        return sum(len(person.waiting) for person in self.people)

    def leave(self) -> None:
        """Close all sockets."""
        for task in self._tasks:
            task.cancel()
        for person in self.people:
            person.leave()

    def bring_back(self, person: Person) -> None:
        """Let somebody come back whose socket was closed on them."""
        self._tasks.append(asyncio.create_task(person.come()))

    async def _play(self) -> None:
        await asyncio.sleep(self._rng.random() * PACE)
        while self._on:
            # A little unevenly, so that the tables do not all speak at once.
            await asyncio.sleep(PACE * self._rng.uniform(0.8, 1.2))
            while not await self._act():
                self.changed.clear()
                await self.changed.wait()

    async def _act(self) -> bool:
        """Do something; False if there is nothing to do yet."""
        if not self._on:
            return True
        if self._rng.random() < TALK:
            person = self._rng.choice(self.people)
            await person.do(do="say", text=f"well, {self._rng.random():.6f}")
            return True
        for person in self._rng.sample(self.people, len(self.people)):
            deal = person.deal
            if person.phase == "playing" and deal is not None and deal.legal:
                person.deal = None
                move = self._rng.choice(deal.legal)
                await person.do(do="move", move=move, turn=deal.turn)
                return True
            if person.phase in ("scored", "over") and not person.said_ready:
                person.said_ready = True
                await person.do(do="ready", nonce=secrets.token_hex(16))
                return True
        return False

    async def _return(self) -> None:
        while self._on:
            await asyncio.sleep(RETURNS * self._rng.uniform(0.5, 1.5))
            await self._rng.choice(self.people).come_back()


def _post(address: str, body: object) -> Opened:
    request = Request(address, write(body), {"Content-Type": "application/json"})  # noqa: S310 - our own server
    with urlopen(request, timeout=60) as answer:  # noqa: S310 - as above
        return msgspec.json.decode(answer.read(), type=Opened)
