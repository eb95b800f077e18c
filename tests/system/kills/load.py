"""People at their tables who play on for ever, and what was acknowledged to them.

They are in the process of the test, which is never killed: what they remember is what was said.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import islice
from time import monotonic
from typing import Self

from msgspec import Struct

from funicular.games.registry import GAMES
from tests.kit.serving import PATIENCE
from tests.system.faults.player import Player
from tests.system.kills.processes import House

NAMES = ("Ada", "Max")
# Short matches, so that many end and begin.
DEALS = {"auf-ab": 2, "dnpup": 1, "ascenseur-52": 4, "ascenseur-32": 3}
# How often something is said along with a move.
TALK = 0.1
# A table that does not go on for so many seconds stands still, however busy the machine is.
LONGEST = 6 * PATIENCE


class Acknowledged(Struct, frozen=True):
    """A command that somebody was told is done."""

    id: str
    do: str
    # The table's last row when it was said.
    seq: int
    # When it was heard, by a clock that is never set.
    at: float


class Person:
    """Somebody at a table, and a note of all that was acknowledged."""

    def __init__(self, player: Player, noted: Callable[[], None]) -> None:
        self.player = player
        self.acknowledged: list[Acknowledged] = []
        self._noted = noted
        self._answers = 0
        # The match after which another was asked for.
        self._again = 0

    async def play(self) -> None:
        """Note every answer, and ask for another match when one is over; until cancelled."""
        while True:
            # Whether a table stands still is for others to say: a server may be long in coming.
            with suppress(TimeoutError):
                await self.player.until(lambda _: self._has_news or self._wants_another)
            self.note()
            if self._wants_another:
                self._again = self.player.picture.table["match"]
                self.player.wish("ready", nonce=secrets.token_hex(16))

    @property
    def _has_news(self) -> bool:
        return len(self.player.answers) > self._answers

    @property
    def _wants_another(self) -> bool:
        picture = self.player.picture
        return picture.phase == "over" and picture.table["match"] != self._again

    def note(self) -> None:
        """Note what was answered since the last time."""
        answers, wishes = self.player.answers, self.player.wishes
        fresh = list(islice(reversed(answers.items()), len(answers) - self._answers))
        self._answers = len(answers)
        now = monotonic()
        self.acknowledged += [
            Acknowledged(name, wishes[name]["command"]["do"], answer["seq"], now)
            for name, answer in reversed(fresh)
            if answer["type"] == "done"
        ]
        self._noted()

    def describe(self, what: str) -> str:
        """Where somebody is whom something has happened to."""
        player, picture = self.player, self.player.picture
        seats = [(each["kind"], each["ready"]) for each in picture.table.get("chairs", ())]
        waits = list(player.waiting.values())
        return f"{player.name} {what}: {picture.seq=} {picture.phase=} {seats=} {waits=}"


class Mark:
    """A moment, to see what was wished after it and done."""

    def __init__(self, person: Person) -> None:
        person.note()
        self._person = person
        self._done = len(person.acknowledged)
        self._waiting = frozenset(person.player.waiting)

    def since(self) -> list[Acknowledged]:
        """What is done that was wished after the mark."""
        done = self._person.acknowledged[self._done :]
        return [each for each in done if each.id not in self._waiting]


class Sitting(Struct, frozen=True):
    """A table, the two people at it, and the game; all other seats have bots."""

    id: str
    game: str
    persons: tuple[Person, ...]


class Load:
    """Tables of all games, played at the same time."""

    def __init__(
        self, house: House, tables: int, seed: int, player: Callable[..., Player] = Player
    ) -> None:
        self.house = house
        self._player = player
        self.sittings: list[Sitting] = []
        self._tables = tables
        self._seed = seed
        self._noted = asyncio.Event()
        self._playing: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Self:
        for number in range(self._tables):
            self.sittings.append(await self._sit_down(number))
        for sitting in self.sittings:
            await sitting.persons[0].player.do("start", nonce=secrets.token_hex(16))
        self._playing = [asyncio.create_task(person.play()) for person in self.persons]
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self._playing:
            task.cancel()
        await asyncio.gather(*self._playing, return_exceptions=True)
        for person in self.persons:
            with suppress(Exception):
                await person.player.go()
            person.note()

    @property
    def persons(self) -> list[Person]:
        return [person for sitting in self.sittings for person in sitting.persons]

    async def _sit_down(self, number: int) -> Sitting:
        game = GAMES[number % len(GAMES)]
        # Every second round of games has two bots instead of one.
        seats = 3 + number // len(GAMES) % 2
        server = self.house.servers[number % len(self.house.servers)]
        opened = await asyncio.to_thread(server.open, game, seats=seats, deals=DEALS[game])
        secrets_given = ({"token": opened["token"]}, {"invite": opened["invite"]})
        players = [
            self._player(
                name,
                self.house.addresses(number + place),
                opened["table"],
                seed=self._seed + 2 * number + place,
                talk=TALK,
                **secret,
            )
            for place, (name, secret) in enumerate(zip(NAMES, secrets_given, strict=True))
        ]
        for player in players:
            player.come()
        done = await players[1].do("sit", name=NAMES[1], nonce=secrets.token_hex(16))
        assert done["type"] == "done", done
        return Sitting(
            opened["table"], game, tuple(Person(player, self._noted.set) for player in players)
        )

    async def until(self, true: Callable[[], bool], told: Callable[[], str]) -> None:
        """Wait until this is so; what is wrong with anybody meanwhile is raised here."""
        try:
            async with asyncio.timeout(LONGEST):
                while not true():
                    for task in self._playing:
                        if task.done():
                            task.result()
                    self._noted.clear()
                    waiting = asyncio.create_task(self._noted.wait())
                    try:
                        await asyncio.wait(
                            (waiting, *self._playing), return_when=asyncio.FIRST_COMPLETED
                        )
                    finally:
                        waiting.cancel()
        except TimeoutError as error:
            raise AssertionError(told()) from error

    @property
    def acknowledged(self) -> int:
        """How many commands were acknowledged so far."""
        return sum(len(person.acknowledged) for person in self.persons)

    def still(self, sittings: Sequence[Sitting]) -> str:
        """Where those are who do not get on."""
        return "\n".join(
            person.describe(f"waits at {each.game} {each.id}")
            for each in sittings
            for person in each.persons
        )
