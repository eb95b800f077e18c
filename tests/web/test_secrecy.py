"""No byte that a seat receives depends on cards it may not see.

A deal is played at a real room by people in all seats, and every byte that one of them (or somebody
who watches) is sent is kept. Then what that seat cannot see by then is dealt anew, the same moves
are made, and every byte must be the same. Thousands of deals of every game, seat count and way of
bidding; `FUNICULAR_SOAK=1` makes it ten times as many.
"""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Sequence
from contextlib import suppress

import pytest
from msgspec import Struct

from funicular.core.errors import FunicularError
from funicular.core.game import Deal
from funicular.games.registry import GAMES, SEATS, make_game
from funicular.lang import languages
from funicular.store.log import Row
from funicular.table import commands as ask
from funicular.table.decide import Chance
from funicular.table.entries import AnyEntry, Committed, Opened, Seated
from funicular.table.table import key_of
from funicular.web import room as rooms
from funicular.web.ledger import Ledger, rows_of
from funicular.web.listener import Listener
from funicular.web.messages import Do, Why
from funicular.web.metrics import Metrics
from funicular.web.room import Room
from funicular.web.service import Service
from funicular.web.thinking import Thinkers
from tests.kit import Path, twin_of, walk

SOAKING = os.environ.get("FUNICULAR_SOAK") == "1"
# In tens, so that several processes share the work.
PARTS = 10
DEALS_A_PART = 1000 if SOAKING else 100
NONCE = "0123456789abcdef" * 2
# Nobody is away for so long.
FOR_EVER = 1e9


class Forgetful:
    """A log that believes everything and keeps nothing: here it is bytes sent that count."""

    async def append(self, table: str, rows: Sequence[Row]) -> None:
        """Kept, as far as anybody can tell."""


METRICS = Metrics()
SERVICE = Service(Forgetful(), Thinkers(METRICS), METRICS, FOR_EVER)


class Story(Struct, frozen=True):
    """A deal and what was done in it."""

    game: str
    seats: int
    options: dict[str, object]
    deal: Deal
    moves: tuple[tuple[int, str], ...]
    lang: str


def tell(path: Path, options: dict[str, object], lang: str) -> Story:
    setup, last = path[0].setup, path[-1]
    moves = tuple((seat, str(move)) for seat, move in last.history)
    return Story(setup.name, setup.seats, options, path[0].deal, moves, lang)


def some_deal(name: str, rng: random.Random) -> tuple[Path, dict[str, object]]:
    """A deal of this game for any number of seats, any size and way of bidding, at any point."""
    seats = rng.choice(SEATS[name])
    options: dict[str, object] = {}
    if name.startswith("ascenseur"):
        most = make_game(name, seats, {}).schedule
        cards = rng.randint(1, max(most))
        options = {"schedule": [cards], "bidding": rng.choice(["in-turn", "simultaneous"])}
        game = make_game(name, seats, options)
        begun = game.deal(rng, dealer=rng.randrange(seats), cards=cards)
    else:
        game = make_game(name, seats, options)
        begun = game.deal(rng)
    whole = walk(begun, rng)
    return whole[: rng.randint(1, len(whole))], options


def entries(story: Story) -> list[AnyEntry]:
    """Everybody seated, nothing begun."""
    opened = Opened(
        id="table",
        game=story.game,
        seats=story.seats,
        options=story.options,
        lang="en",
        invite="invitation",
        host="guest-0",
        key=key_of("token-0"),
        level="casual",
        pace="instant",
    )
    seated = [
        Seated(seat, f"guest-{seat}", f"Name {seat}", key_of(f"token-{seat}"), NONCE)
        for seat in range(story.seats)
    ]
    return [opened, Committed("5e" * 32), *seated]


async def stream(story: Story, seat: int | None, monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Every byte that this seat is sent, from its coming to the last move."""
    monkeypatch.setattr(rooms, "CHANCE", Chance(lambda size: "00" * size, lambda _: story.deal))
    room = Room(Ledger(Forgetful(), rows_of(entries(story), 1, None, 0.0)), SERVICE)  # type: ignore[arg-type]  # all that a room asks of a log
    guest = None if seat is None else f"guest-{seat}"
    ear = Listener(guest, story.lang, 0)
    sent: list[bytes] = []
    await room.enter(ear)
    await room.do("guest-0", Do("start", ask.Start()), ear if seat == 0 else None)
    for number, (mover, text) in enumerate(story.moves):
        _probe(room, ear, number)
        command = ask.Play(text, room.table.turns[mover])
        await room.do(f"guest-{mover}", Do(str(number), command), ear if mover == seat else None)
        _drain(ear, sent)
    await _ask_back(room, guest)
    # Whoever reconnects is told the same again.
    sent.append(repr(room.welcome(guest, story.lang, 0)).encode())
    _drain(ear, sent)
    room.close()
    return sent


def _probe(room: Room, ear: Listener, number: int) -> None:
    """Ask why not: every so often, about a card that is perhaps another's."""
    texts = ("play AS", "play 2C", "0-0 x1", "9-9 x1", "play 1/5", "flip", "pass", "bid 1")
    wish = Why(f"why {number}", texts[number % len(texts)])
    ear.send(room.why(ear.guest, wish, ear.lang))


async def _ask_back(room: Room, guest: str | None) -> None:
    # Where it is refused the stream has less, in both deals.
    with suppress(FunicularError):
        await room.do(guest, Do("undo", ask.Undo()))


def _drain(ear: Listener, sent: list[bytes]) -> None:
    while not ear.outbox.empty():
        message = ear.outbox.get_nowait()
        assert message is not None
        sent.append(message)


def some_pair(name: str, rng: random.Random) -> tuple[Story, Story, int | None]:
    """A deal and another that looks the same to one seat, cut where they still look alike.

    The two do differ: in cards, or in bids that are still sealed.
    """
    while True:
        path, options = some_deal(name, rng)
        seats = path[0].setup.seats
        seat = rng.choice([None, *range(seats)])
        game = make_game(name, seats, options)
        twin = twin_of(game, path, seat, rng)
        if not twin:
            continue
        lang = rng.choice(languages())
        story, other = tell(path[: len(twin)], options, lang), tell(twin, options, lang)
        if story != other:
            return story, other, seat


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", GAMES)
def test_permuting_what_a_seat_may_not_see_changes_nothing_in_its_stream(
    name: str, part: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(f"{name} {part} {os.urandom(8).hex() if SOAKING else ''}")

    async def compare() -> None:
        for _ in range(DEALS_A_PART):
            story, twin, seat = some_pair(name, rng)
            one = await stream(story, seat, monkeypatch)
            other = await stream(twin, seat, monkeypatch)
            assert one == other, (story, twin, seat)

    asyncio.run(compare())


@pytest.mark.parametrize("name", GAMES)
def test_the_comparison_would_see_a_card_that_leaks(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another seat's stream, which shows cards that were dealt anew, does differ."""
    rng = random.Random(name)

    async def compare() -> int:
        different = 0
        for _ in range(20):
            story, twin, seat = some_pair(name, rng)
            for other in range(story.seats):
                if other != seat and story.deal.hands[other] != twin.deal.hands[other]:
                    one = await stream(story, other, monkeypatch)
                    different += one != await stream(twin, other, monkeypatch)
        return different

    assert asyncio.run(compare()) >= 10
