"""No byte that a seat receives depends on cards it may not see.

A deal is played at a real room by people in all seats, and every byte that one of them (or somebody
who watches) is sent is kept. Then what that seat cannot see by then is dealt anew, the same moves
are made, and every byte must be the same. Thousands of deals of every game, seat count and way of
bidding; `FUNICULAR_SOAK=1` makes it ten times as many. The other ways out of a server, from its log
to its replays, are in `test_secrecy_channels.py`.
"""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Sequence
from contextlib import suppress
from typing import cast

import pytest

from funicular.core.errors import FunicularError
from funicular.core.wire import to_json
from funicular.games.registry import GAMES
from funicular.live import room as rooms
from funicular.live.bot_pool import BotPool
from funicular.live.cluster import NoCluster
from funicular.live.connection import Connection
from funicular.live.messages import Do, Why
from funicular.live.metrics import Metrics
from funicular.live.refusals import code_of
from funicular.live.room import Room
from funicular.live.room_context import RoomContext
from funicular.live.table_log import TableLog, rows_of
from funicular.store.log import Row
from funicular.store.open import Store
from funicular.table import commands as ask
from funicular.table.decision import Chance
from funicular.table.table import key_of
from tests.web.stories import Story, entries, some_pair

SOAKING = os.environ.get("FUNICULAR_SOAK") == "1"
# In tens, so that several processes share the work.
PARTS = 10
DEALS_A_PART = 1000 if SOAKING else 100
# Nobody is away for so long.
FOR_EVER = 1e9


class Forgetful:
    """A log that believes everything and keeps nothing: here it is bytes sent that count."""

    shared = False

    async def append(self, table: str, rows: Sequence[Row], **_: object) -> None:
        """Kept, as far as anybody can tell."""

    async def find_command(self, table: str, guest: str, command: str) -> int | None:
        """Nothing is found again."""

    async def keep_record(self, name: str, record: bytes) -> None:
        """As above."""


METRICS = Metrics()
# It has all that a room asks of a store.
STORE = cast("Store", Forgetful())
CONTEXT = RoomContext(STORE, BotPool(), METRICS, NoCluster(), FOR_EVER)


async def stream(story: Story, seat: int | None, monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Every byte that this seat is sent, from its coming to the last move."""
    monkeypatch.setattr(rooms, "CHANCE", Chance(lambda size: "00" * size, lambda _: story.deal))
    room = Room(TableLog.unfolded(STORE, rows_of(entries(story), 1, None, 0.0)), CONTEXT)
    guest = None if seat is None else f"guest-{seat}"
    ear = Connection(guest, key_of(f"token-{seat}"), story.lang, 0)
    sent: list[bytes] = []
    await room.enter(ear)
    await room.do("guest-0", Do("start", ask.Start()), ear if seat == 0 else None)
    for number, (mover, text) in enumerate(story.moves):
        _probe(room, ear, number)
        sent.append(numbers_heard(room, guest, story.lang))
        command = ask.MakeMove(text, room.table.turns[mover])
        await room.do(f"guest-{mover}", Do(str(number), command), ear if mover == seat else None)
        _drain(ear, sent)
    await _ask_back(room, guest)
    # Whoever reconnects is told the same again.
    sent.append(repr(room.welcome(guest, story.lang, 0)).encode())
    _drain(ear, sent)
    room.close()
    return sent


def _probe(room: Room, ear: Connection, number: int) -> None:
    """Ask why not: every so often, about a card that is perhaps another's."""
    texts = ("play AS", "play 2C", "0-0 x1", "9-9 x1", "play 1/5", "flip", "pass", "bid 1", "claim")
    wish = Why(f"why {number}", texts[number % len(texts)])
    ear.send(room.why(ear.guest, wish, ear.lang))


async def _ask_back(room: Room, guest: str | None) -> None:
    # Where it is refused the stream has less, in both deals.
    with suppress(FunicularError):
        await room.do(guest, Do("undo", ask.Undo()))


def numbers_heard(room: Room, guest: str | None, lang: str) -> bytes:
    """What a browser is given to measure a hint from, or why it is given nothing."""
    try:
        return to_json(room.numbers(guest, lang))
    except FunicularError as error:
        return error.say(room.reader(guest, lang)).encode()


def _drain(ear: Connection, sent: list[bytes]) -> None:
    while ear.outbox:
        sent.append(ear.outbox.pop(0))


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", GAMES)
def test_permuting_what_a_seat_may_not_see_changes_nothing_in_its_stream(
    name: str, part: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(f"{name} {part} {os.urandom(8).hex() if SOAKING else ''}")

    async def compare() -> None:
        for _ in range(DEALS_A_PART):
            pair = some_pair(name, rng)
            story, twin, seat = pair.story, pair.twin, pair.seat
            one = await stream(story, seat, monkeypatch)
            other = await stream(twin, seat, monkeypatch)
            assert one == other, (story, twin, seat)

    asyncio.run(compare())


async def claims_refused(
    story: Story, seat: int | None, monkeypatch: pytest.MonkeyPatch
) -> list[object]:
    """What this seat is told when it tries to lay its hand open before every move, until it may.

    From then on all see cards that were dealt anew, since they are played.
    """
    monkeypatch.setattr(rooms, "CHANCE", Chance(lambda size: "00" * size, lambda _: story.deal))
    room = Room(TableLog.unfolded(STORE, rows_of(entries(story), 1, None, 0.0)), CONTEXT)
    await room.do("guest-0", Do("start", ask.Start()))
    guest = None if seat is None else f"guest-{seat}"
    told: list[object] = []
    for number, (mover, text) in enumerate(story.moves):
        turn = 0 if seat is None else room.table.turns[seat]
        try:
            await room.do(guest, Do(f"claim {number}", ask.ClaimTricks(turn)))
        except FunicularError as error:
            told.append((code_of(error), error.say(room.reader(guest, story.lang))))
        else:
            told.append(room.table.claims)
            break
        command = ask.MakeMove(text, room.table.turns[mover])
        await room.do(f"guest-{mover}", Do(str(number), command))
    room.close()
    return told


@pytest.mark.parametrize("name", [name for name in GAMES if name.startswith("ascenseur")])
def test_whether_a_claim_is_refused_depends_on_nothing_a_seat_may_not_see(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(name)

    async def compare() -> int:
        claimed = 0
        for _ in range(DEALS_A_PART // 2):
            pair = some_pair(name, rng)
            one = await claims_refused(pair.story, pair.seat, monkeypatch)
            assert one == await claims_refused(pair.twin, pair.seat, monkeypatch), pair
            claimed += bool(one) and not isinstance(one[-1][0], str)  # type: ignore[index]
        return claimed

    assert asyncio.run(compare()) > 0


@pytest.mark.parametrize("name", GAMES)
def test_the_comparison_would_see_a_card_that_leaks(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another seat's stream, which shows cards that were dealt anew, does differ."""
    rng = random.Random(name)

    async def compare() -> int:
        different = 0
        for _ in range(20):
            pair = some_pair(name, rng)
            story, twin, seat = pair.story, pair.twin, pair.seat
            for other in range(story.seats):
                if other != seat and story.deal.hands[other] != twin.deal.hands[other]:
                    one = await stream(story, other, monkeypatch)
                    different += one != await stream(twin, other, monkeypatch)
        return different

    assert asyncio.run(compare()) >= 10
