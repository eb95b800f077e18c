"""People at a room who come, sit, stand, hop and leave as chance has it, and keep all they receive.

A person may have several browsers; what their clients were sent is pooled, by person. Bots move
only when they are told to, so that the same evening can be spent twice.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import cast

from funicular.core.errors import FunicularError
from funicular.live.bot_pool import BotPool
from funicular.live.cluster import NoCluster
from funicular.live.connection import Connection
from funicular.live.messages import Do, Why
from funicular.live.metrics import Metrics
from funicular.live.room import Room
from funicular.live.room_context import RoomContext
from funicular.live.table_log import TableLog, rows_of
from funicular.store.log import Row
from funicular.store.open import Store
from funicular.table import commands as ask
from funicular.table.entries import AnyEntry
from funicular.table.table import key_of

FOR_EVER = 1e9
TRIES = ("play AS", "play 2C", "0-0 x1", "9-9 x1", "play 1/5", "flip", "pass", "bid 1", "bid 0")
INVITE = "invitation"


class Forgetful:
    """A log that believes everything and keeps nothing: here it is bytes sent that count."""

    shared = False

    async def append(self, table: str, rows: Sequence[Row], **_: object) -> None:
        """Kept, as far as anybody can tell."""

    async def find_command(self, table: str, guest: str, command: str) -> int | None:
        """Nothing is found again."""


METRICS = Metrics()
# It has all that a room asks of a store.
STORE = cast("Store", Forgetful())
CONTEXT = RoomContext(STORE, BotPool(), METRICS, NoCluster(), FOR_EVER)


class DrivenRoom(Room):
    """A room whose bots move when they are told to."""

    async def bot_moves(self, seat: int, text: str) -> None:
        await self._play_bot(seat, ask.MakeMove(text, self.table.turns[seat]))


def room_of(entries: Sequence[AnyEntry]) -> DrivenRoom:
    """A room with this log."""
    rows = rows_of(entries, 1, None, 0.0)
    return DrivenRoom(TableLog.unfolded(STORE, rows), CONTEXT)


class Browser:
    """One browser of a person: a line to the room that may break, and the token it has."""

    def __init__(self, room: DrivenRoom, person: str, token: str | None = None) -> None:
        self.room = room
        self.person = person
        self.token = token
        self.ear: Connection | None = None
        # Everything that reached it, in order.
        self.heard: list[bytes] = []
        self._name = f"{person} {token} {len(room.connections)}"
        self._wishes = 0

    @property
    def guest(self) -> str | None:
        """Who the room takes it for."""
        return None if self.ear is None else self.ear.guest

    @property
    def seat(self) -> int | None:
        return self.room.table.seat_of(self.guest)

    async def come(self, lang: str = "en", seen: int = 0) -> None:
        """Connect, with the token if there is one, and the invitation."""
        if self.ear is None:
            guest = await self.room.let_in(self.token, INVITE, seen)
            self.ear = Connection(guest, key_of(self.token or ""), lang, seen)
            await self.room.enter(self.ear)

    async def go(self) -> None:
        """Lose the connection."""
        if self.ear is not None:
            self.drain()
            await self.room.leave(self.ear)
            self.ear = None

    async def do(self, command: ask.AnyCommand) -> bool:
        """Ask for it; what is refused is heard too. Whether it was done."""
        if self.ear is None:
            return False
        self._wishes += 1
        try:
            wish = Do(f"{self._name} {self._wishes}", command)
            done = await self.room.do(self.ear.guest, wish, self.ear)
        except FunicularError as error:
            self.heard.append(error.say(self.room.reader(self.ear.guest, self.ear.lang)).encode())
            return False
        self.token = done.token or self.token
        return True

    def ask_why(self, move: str) -> None:
        if self.ear is not None:
            self.ear.send(self.room.why(self.ear.guest, Why("why", move), self.ear.lang))

    def look(self) -> None:
        """What HTTP would answer."""
        if self.ear is not None:
            shown = self.room.welcome(self.ear.guest, self.ear.lang, 0)
            self.ear.send(shown)

    def drain(self) -> None:
        """Take in what waits."""
        while self.ear is not None and self.ear.outbox:
            self.heard.append(self.ear.outbox.pop(0))


async def something(browser: Browser, rng: random.Random, *, deals: bool) -> None:
    """Whatever comes into this person's head; new deals only where they are wanted.

    What is chosen depends on what lies open and on chance, never on a hidden card.
    """
    wanted = rng.choice(WHIMS)
    if wanted in ("ready", "start") and not deals:
        wanted = "say"
    await getattr(_Whims(browser, rng), wanted)()


class _Whims:
    """What somebody may think of."""

    def __init__(self, browser: Browser, rng: random.Random) -> None:
        self.browser = browser
        self.rng = rng
        self.do = browser.do
        self.seat = rng.randrange(browser.room.table.game.seats)
        self.nonce = f"{rng.getrandbits(128):032x}"
        self.name = f"{browser.person} {rng.randrange(3)}"

    async def sit(self) -> None:
        wanted = self.rng.choice([self.seat, self.seat, None])
        await self.do(ask.Sit(self.name, self.nonce, wanted))

    async def stand(self) -> None:
        await self.do(ask.Stand())

    async def hop(self) -> None:
        """Stand up, sit down at another's place, look, stand up, sit down at home."""
        home = self.browser.seat
        await self.stand()
        await self.do(ask.Sit(self.name, self.nonce, self.seat))
        await self.look()
        await self.stand()
        await self.do(ask.Sit(self.name, self.nonce, home))

    async def clear(self) -> None:
        """Remove somebody, and perhaps sit down there."""
        await self.do(ask.Clear(self.seat))
        if self.rng.randrange(2):
            await self.stand()
            await self.do(ask.Sit(self.name, self.nonce, self.seat))

    async def bot(self) -> None:
        await self.do(ask.SeatBot(self.seat, self.rng.choice(["casual", "beginner"])))

    async def rename(self) -> None:
        await self.do(ask.Rename(self.name))

    async def rekey(self) -> None:
        await self.do(ask.Rekey())

    async def undo(self) -> None:
        await self.do(ask.Undo())

    async def answer(self) -> None:
        await self.do(ask.Answer(yes=self.rng.randrange(4) > 0))

    async def move(self) -> None:
        """Try to play a seat that was taken in the middle of a deal."""
        seat, table = self.browser.seat, self.browser.room.table
        if seat is not None and table.waits_for_deal(seat):
            assert not await self.do(ask.MakeMove(self.rng.choice(TRIES), table.turns[seat]))

    async def look(self) -> None:
        self.browser.look()
        self.browser.ask_why(self.rng.choice(TRIES))

    async def leave(self) -> None:
        await self.browser.go()

    async def come(self) -> None:
        await self.browser.come(self.rng.choice(["en", "fr"]))

    async def ready(self) -> None:
        await self.do(ask.Ready(self.nonce))

    async def start(self) -> None:
        await self.do(ask.Start(self.nonce))

    async def say(self) -> None:
        await self.do(ask.Say("hm"))


WHIMS = (
    *("sit", "sit", "stand", "hop", "hop", "clear", "bot", "rename", "rekey", "undo", "undo"),
    *("answer", "answer", "move", "look", "leave", "come", "come", "ready", "start", "say"),
)
