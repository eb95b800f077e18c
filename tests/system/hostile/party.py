"""Honest tables, where real matches are played at a normal pace.

Two people and a bot do something about every third of a second: moves among those that are allowed,
some chat, the next deal. Others play alone against bots, which shows how long it takes until it is
their turn again; thirty of these sit in a school, behind one address.
"""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Sequence
from time import perf_counter
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from bench.people import Opened
from funicular.games.registry import GAMES
from tests.system.hostile.honest import NAMES, Notes, Person
from tests.system.hostile.peer import Peer

# Short matches, so that many end and begin.
DEALS = {"auf-ab": 2, "dnpup": 1, "ascenseur-52": 4, "ascenseur-32": 3}
# A table's people come back once in so many times that they do something.
RETURNS = 20
# How much of it is chat.
TALK = 0.12


class Seating(Struct, frozen=True):
    """Who sits at an honest table of three, and how fast they are."""

    people: int
    # Of the bots.
    level: str
    pace: str
    # Between two things that the people of the table do.
    seconds: float
    school: bool = False


TOGETHER = Seating(2, "beginner", "instant", 0.3)
ALONE = Seating(1, "strong", "quick", 0.3)
PUPIL = Seating(1, "casual", "quick", 1.0, school=True)


class Party:
    """A table: one person or two, and bots."""

    def __init__(
        self,
        notes: Notes,
        number: int,
        addresses: list[str],
        sources: Sequence[str],
        seating: Seating = TOGETHER,
    ) -> None:
        """`addresses` are the servers'; `sources` are those that its people come from."""
        self.notes = notes
        self.seating = seating
        self.game = GAMES[number % len(GAMES)]
        self.table = ""
        self.invite = ""
        self.people: list[Person] = []
        self.changed = asyncio.Event()
        self._number = number
        self._addresses = addresses
        self._sources = sources
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
            "level": self.seating.level,
            "pace": self.seating.pace,
            "deals": DEALS[self.game],
        }
        address = self._addresses[self._number % len(self._addresses)]
        opened = await _post(address, self._sources[0], new)
        self.table, self.invite = opened.table, opened.invite
        keys = ({"token": opened.token}, {"invite": opened.invite})
        for place, secret in enumerate(keys[: self.seating.people]):
            where = self._addresses[(self._number + place) % len(self._addresses)]
            person = Person(self, where, self._sources[place], secret)
            self.people.append(person)
            await person.come()
        for person in self.people[1:]:
            token = secrets.token_hex(16)
            sit = await person.do(do="sit", name=NAMES[1], nonce=secrets.token_hex(16), token=token)
            assert sit.type == "done", sit
            person.secret = {"token": token}
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
        await asyncio.sleep(self._rng.random() * self.seating.seconds)
        while self._on:
            # A little unevenly, so that the tables do not all speak at once.
            await asyncio.sleep(self.seating.seconds * self._rng.uniform(0.8, 1.2))
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
                person.moved, person.others_move = perf_counter(), False
                await person.do(do="move", move=move, turn=deal.turn)
                return True
            if person.phase in ("scored", "over") and not person.said_ready:
                person.said_ready = True
                await person.do(do="ready", nonce=secrets.token_hex(16))
                return True
        return False

    async def _return(self) -> None:
        while self._on:
            await asyncio.sleep(RETURNS * self.seating.seconds * self._rng.uniform(0.5, 1.5))
            await self._rng.choice(self.people).come_back()


async def _post(address: str, source: str, new: object) -> Opened:
    place = urlsplit(address)
    peer = await Peer.connect(place.hostname or "", place.port or 80, source)
    try:
        answer = await peer.ask("POST", "/api/tables", new)
    finally:
        peer.close()
    assert answer.status == 201, answer
    return msgspec.json.decode(answer.body, type=Opened)
