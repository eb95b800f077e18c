"""People at tables, as many as are wanted, in one process that costs little.

Four at each table, each with a socket of their own, as browsers have, pings included. All seats
are people's: no bot thinks.
"""

from __future__ import annotations

import asyncio
import random
from time import perf_counter
from urllib.request import Request, urlopen

import msgspec
from msgspec import Struct

from bench.line import Line
from funicular.live.admission.figures import OF_CONNECTION, OF_SEAT, OF_TABLE
from funicular.live.admission.rates import Bucket, Rate

SEATS = 4
NAMES = ("North", "East", "South", "West")
GAME = "ascenseur-52"
# Hands of middling size; each table begins elsewhere, so that they do not all end a deal at once.
SIZES = (5, 6, 7, 8, 9, 8, 7, 6)
DEALS = 100
PING_SECONDS = 20.0
PING = b'{"type":"ping"}'
# Tables that sit down at the same time.
AT_ONCE = 16


# The strictest of what the server allows a socket, a seat, and one of four at a table, with half of
# the burst kept back for what comes late and then all at once: however quick the machine, nobody is
# refused. One table alone makes a hundred moves a second so.
STRICTEST = min(
    (
        OF_CONNECTION["messages"],
        OF_SEAT["commands"],
        OF_TABLE["commands"].rate.times(1 / SEATS),
    ),
    key=lambda rate: (rate.each_second, rate.burst),
)
ALLOWED = Rate(STRICTEST.burst / 2, 0.9 * STRICTEST.each_second)


class Deal(Struct):
    """What a client of ours looks at in a deal."""

    legal: tuple[str, ...]
    turn: int


class Table(Struct):
    """What it looks at in a table."""

    phase: str


class Message(Struct):
    """And in a message."""

    type: str
    deal: Deal | None = None
    table: Table | None = None
    id: str | None = None
    code: str | None = None
    seq: int = 0


read = msgspec.json.Decoder(Message).decode
write = msgspec.json.encode


class Opened(Struct):
    """A table that was opened."""

    table: str
    invite: str
    token: str


class Asked(Struct):
    """A command that was not answered yet: whether it is a move, when it was due, when sent."""

    move: bool
    due: float
    sent: float


class Notes:
    """What was measured since `clear`."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.clear()

    def clear(self) -> None:
        """Begin anew."""
        self.moves: list[float] = []
        self.others: list[float] = []
        self.seen: list[float] = []
        self.refused: list[str] = []
        self.lost = 0


class Crowd:
    """Everybody: who could move now, and what was measured."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self.notes = Notes()
        self.parties: list[Party] = []
        # In any order; each is there at most once.
        self.ready: list[Person] = []
        self.rng = random.Random(1)
        self.flat_out = False

    @property
    def people(self) -> list[Person]:
        """All of them."""
        return [person for party in self.parties for person in party.people]

    def draw(self) -> Person | None:
        """Somebody whose turn it is."""
        if not self.ready:
            return None
        place = self.rng.randrange(len(self.ready))
        self.ready[place], self.ready[-1] = self.ready[-1], self.ready[place]
        return self.ready.pop()

    async def ping(self) -> None:
        """Let everybody be heard, as browsers do, until cancelled."""
        while True:
            people = self.people
            pause = PING_SECONDS / max(1, len(people))
            due = perf_counter()
            for person in people:
                due += pause
                if (wait := due - perf_counter()) > 0.001:
                    await asyncio.sleep(wait)
                person.line.send(PING)
            await asyncio.sleep(0)

    async def sit_down(self, addresses: list[str], tables: int, *, spread: bool) -> None:
        """Open so many tables. Spread: North and South at one server, the others at the next."""
        gate = asyncio.Semaphore(AT_ONCE)

        async def one(number: int) -> None:
            async with gate:
                party = Party(self, number)
                await party.sit_down(addresses, spread=spread)
                self.parties.append(party)

        first = len(self.parties)
        await asyncio.gather(*(one(number) for number in range(first, first + tables)))

    def leave(self) -> None:
        """Hang up."""
        for person in self.people:
            person.line.close()


class Party:
    """The four of a table."""

    def __init__(self, crowd: Crowd, number: int) -> None:
        """Take a number, from which chance follows."""
        self.crowd = crowd
        self.rng = random.Random(number)
        self.people: list[Person] = []
        start = number % len(SIZES)
        self._sizes = [SIZES[(start + deal) % len(SIZES)] for deal in range(DEALS)]

    async def sit_down(self, addresses: list[str], *, spread: bool) -> None:
        """Open a table, take the seats one after the other, and begin."""
        home = self.rng.randrange(len(addresses))
        new = {
            "game": GAME,
            "seats": SEATS,
            "name": NAMES[0],
            "nonce": self.nonce(),
            "lang": "en",
            "pace": "instant",
            "options": {"schedule": self._sizes},
        }
        opened = await asyncio.to_thread(_post, f"{addresses[home]}/api/tables", new)
        for place, name in enumerate(NAMES):
            server = (home + place) % len(addresses) if spread else home
            where = f"{addresses[server]}/api/tables/{opened.table}/socket"
            person = Person(self, server)
            person.line = Line(where, person.hear)
            self.people.append(person)
            await person.line.open()
            await person.enter(opened if place == 0 else None, opened.invite, name)
        await self.people[0].wait_for({"do": "start"})

    def nonce(self) -> str:
        """Sixteen random bytes."""
        return self.rng.randbytes(16).hex()

    def watch(self, mover: Person, seq: int, sent: float) -> None:
        """A move was acknowledged: note when the others at another server have seen it."""
        for person in self.people:
            if person.server != mover.server:
                person.waits_for = (seq, sent)
                if person.seen >= seq:
                    person.note_seen(person.seen_at)
                break


class Person:
    """Somebody at a table; plays some legal move when told to."""

    line: Line

    def __init__(self, party: Party, server: int) -> None:
        """Take the table, and the number of the server that they are connected to."""
        self.party = party
        self.crowd = party.crowd
        self.server = server
        self.phase = ""
        self.deal: Deal | None = None
        self.asked: dict[str, Asked] = {}
        self.number = 0
        self.listed = False
        self.said_ready = False
        self.waits_for: tuple[int, float] | None = None
        self.seen = 0
        self.seen_at = 0.0
        self._answer: asyncio.Future[None] | None = None
        self._allowed = Bucket(ALLOWED)

    async def enter(self, opened: Opened | None, invite: str, name: str) -> None:
        """Say hello, and take a seat unless it is one's own already."""
        self._answer = asyncio.get_running_loop().create_future()
        secret = {"invite": invite} if opened is None else {"token": opened.token}
        self.line.send(write({"type": "hello", "protocol": 1, "lang": "en"} | secret))
        await self._answer
        if opened is None:
            await self.wait_for({"do": "sit", "name": name, "nonce": self.party.nonce()})

    async def wait_for(self, command: dict[str, object]) -> None:
        """Ask for something and wait until it is done."""
        self._answer = asyncio.get_running_loop().create_future()
        self.ask(command, perf_counter())
        await self._answer

    def ask(self, command: dict[str, object], due: float) -> None:
        """Ask for something that was due then."""
        self._allowed.spend(1)
        self.number += 1
        name = str(self.number)
        self.asked[name] = Asked(command["do"] == "move", due, perf_counter())
        self.line.send(write({"type": "do", "id": name, "command": command}))

    def move(self, due: float) -> None:
        """Make some move, which was due then."""
        self.listed = False
        deal, self.deal = self.deal, None
        if deal is not None and deal.legal:
            move = self.party.rng.choice(deal.legal)
            self.ask({"do": "move", "move": move, "turn": deal.turn}, due)

    def hear(self, raw: bytes | None) -> None:
        """Take in a message."""
        now = perf_counter()
        if raw is None:
            self.crowd.notes.lost += 1
            return
        message = read(raw)
        if message.type in ("pong", "heartbeat"):
            return
        if message.type in ("done", "refused"):
            self._answered(message, now)
        elif message.type in ("welcome", "update"):
            self.seen, self.seen_at = message.seq, now
            if self.waits_for is not None and self.seen >= self.waits_for[0]:
                self.note_seen(now)
            if self._answer is not None and message.type == "welcome":
                self._settle()
        if message.table is not None:
            self.phase = message.table.phase
        if message.deal is not None:
            self.deal = message.deal
        self._act()

    def note_seen(self, now: float) -> None:
        """What somebody did at another server is seen here."""
        if self.waits_for is not None:
            self.crowd.notes.seen.append(now - self.waits_for[1])
            self.waits_for = None

    def _answered(self, message: Message, now: float) -> None:
        notes = self.crowd.notes
        asked = self.asked.pop(message.id or "", None)
        if message.type == "refused":
            notes.refused.append(message.code or "")
        elif asked is not None:
            (notes.moves if asked.move else notes.others).append(now - asked.due)
            if asked.move:
                self.party.watch(self, message.seq, asked.sent)
        self._settle()

    def _settle(self) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(None)
        self._answer = None

    def _act(self) -> None:
        """Stand in line for a move; say at once that the next deal may come."""
        if self.asked:
            return
        if self.phase == "playing":
            self.said_ready = False
            if self.deal is not None and self.deal.legal and not self.listed:
                if self.crowd.flat_out:
                    self._move_when_allowed()
                else:
                    self.listed = True
                    self.crowd.ready.append(self)
        elif self.phase in ("scored", "over") and not self.said_ready:
            self.said_ready = True
            self.ask({"do": "ready", "nonce": self.party.nonce()}, perf_counter())

    def _move_when_allowed(self) -> None:
        """Move as soon as the server allows another command: at once where tables are many."""
        wait = self._allowed.wait()
        self.listed = bool(wait)
        if wait:
            asyncio.get_running_loop().call_later(wait, self._move_when_allowed)
        else:
            self.move(perf_counter())


def _post(address: str, body: object) -> Opened:
    request = Request(address, write(body), {"Content-Type": "application/json"})  # noqa: S310 - our own server
    with urlopen(request) as answer:  # noqa: S310 - as above
        return msgspec.json.decode(answer.read(), type=Opened)
