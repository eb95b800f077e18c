"""One hand a person a deal, whoever they pretend to be.

People sit down, stand up, hop, remove one another, watch, take back, leave and come back in the
middle of deals, as chance has it; all that the browsers of one person received is pooled. With what
that person may not see dealt anew, not a byte of it may differ. And whatever they do, what they
were shown of a deal are the cards of the seat they had when it was dealt. `FUNICULAR_SOAK=1` makes
it many times as much.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import random
from typing import Any

import pytest

from funicular.games.registry import GAMES, SEATS
from funicular.live import room as rooms
from funicular.live.messages import Do
from funicular.table import commands as ask
from funicular.table.decision import Chance, proven
from funicular.table.entries import AnyEntry, BotSeated, Committed, Seated, TableOpened
from funicular.table.table import Table, key_of
from tests.web.people import INVITE, Browser, DrivenRoom, room_of, something
from tests.web.stories import NONCE, SEED, Pair, Story, some_pair

SOAKING = os.environ.get("FUNICULAR_SOAK") == "1"
PAIRS = 400 if SOAKING else 8
# Longer ones show nothing new.
MOST_MOVES = 30
EVENINGS = 60 if SOAKING else 2
STEPS = 200

Shown = dict[str, Any]


def chance_of(story: Story) -> Chance:
    """The cards of this story; secrets that are all different, and the same each time."""
    numbers = itertools.count(1)
    return Chance(lambda size: f"{next(numbers):0{2 * size}x}", lambda _: story.deal)


def seated(game: str, seats: int, options: dict[str, Any], people: set[int]) -> list[AnyEntry]:
    """These seats people's, the others bots'; the first person is the host."""
    host = f"guest-{min(people, default=0)}"
    opened = TableOpened(
        id="table",
        game=game,
        seats=seats,
        options=options,
        lang="en",
        invite=INVITE,
        host=host,
        key=key_of(f"token-{host[6:]}"),
        level="casual",
        pace="instant",
        deals=None if game.startswith(("ascenseur", "auf")) else 3,
    )
    places: list[AnyEntry] = [
        Seated(
            seat,
            f"guest-{seat}",
            f"Name {seat}",
            key_of(f"token-{seat}"),
            NONCE[seat:] + "0" * seat,
        )
        if seat in people
        else BotSeated(seat, f"Bot {seat}", "casual")
        for seat in range(seats)
    ]
    return [opened, Committed(SEED), *places]


async def next_move(room: DrivenRoom, browsers: list[Browser], seat: int, text: str) -> None:
    """Let this seat move, whoever plays it now."""
    if room.table.bot_plays(seat):
        await room.bot_moves(seat, text)
        return
    guest = room.table.places[seat].guest
    own = [each for each in browsers if each.guest == guest and guest is not None]
    if own:
        await own[0].do(ask.MakeMove(text, room.table.turns[seat]))
    else:
        # A person who is away: the bot that keeps the seat.
        await room.bot_moves(seat, text)


async def spent(pair: Pair, story: Story, seed: int, patch: pytest.MonkeyPatch) -> list[bytes]:
    """All that one person's browsers receive while everybody does as they like."""
    patch.setattr(rooms, "CHANCE", chance_of(story))
    patch.setattr("funicular.live.table_log.time.time", lambda: 0.0)
    rng = random.Random(seed)
    me = pair.seat
    others = {seat for seat in range(story.seats) if seat != me and rng.randrange(3) == 0}
    people = others if me is None else others | {me}
    room = room_of(seated(story.game, story.seats, dict(story.options), people))
    mine = [Browser(room, "mine", None if me is None else f"token-{me}"), Browser(room, "mine")]
    theirs = [Browser(room, f"other {seat}", f"token-{seat}") for seat in sorted(others)]
    everybody = [*mine, *theirs, Browser(room, "stranger")]
    await room.do(room.table.opened.host, Do("start", ask.Start()))
    for browser in everybody:
        await browser.come(story.lang)
    for _ in range(3 * len(story.moves) + 12):
        history = room.table.match.states[-1].history
        if len(history) < len(story.moves) and rng.randrange(2):
            await next_move(room, everybody, *story.moves[len(history)])
        else:
            # The person whose bytes are compared is the busiest.
            browser = rng.choice([*mine, *everybody])
            await something(browser, rng, deals=False)
        for browser in everybody:
            browser.drain()
    room.close()
    return [message for browser in mine for message in browser.heard]


async def differing(name: str, rng: random.Random, patch: pytest.MonkeyPatch, pairs: int) -> int:
    """In how many of these evenings a byte depends on what the person may not see."""
    found = 0
    for _ in range(pairs):
        pair = some_pair(name, rng)
        while len(pair.story.moves) > MOST_MOVES:
            pair = some_pair(name, rng)
        seed = rng.getrandbits(64)
        one = await spent(pair, pair.story, seed, patch)
        two = await spent(pair, pair.twin, seed, patch)
        found += one != two
    return found


@pytest.mark.parametrize("name", GAMES)
def test_no_byte_that_a_person_pools_depends_on_what_they_may_not_see(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(f"{name} {os.urandom(8).hex() if SOAKING else ''}")
    assert asyncio.run(differing(name, rng, monkeypatch, PAIRS)) == 0


@pytest.mark.parametrize("name", GAMES)
def test_a_server_that_lets_people_hop_is_caught(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Table, "seat_seen_by", Table.seat_of)
    assert asyncio.run(differing(name, random.Random(name), monkeypatch, PAIRS)) > 1


class Evening:
    """Several people at a table for several deals; what each was shown, by person and deal."""

    def __init__(self, game: str, rng: random.Random, patch: pytest.MonkeyPatch) -> None:
        self.rng = rng
        patch.setattr(rooms, "CHANCE", Chance(lambda size: rng.randbytes(size).hex(), proven))
        seats = rng.choice(SEATS[game])
        options: dict[str, Any] = {}
        if game.startswith("ascenseur"):
            way = rng.choice(["in-turn", "simultaneous"])
            options = {"schedule": [2, 3, 2, 1], "bidding": way}
        people = {seat for seat in range(seats) if seat == 0 or rng.randrange(2)}
        self.room = room_of(seated(game, seats, options, people))
        self.browsers = [Browser(self.room, f"P{seat}", f"token-{seat}") for seat in people]
        # A second browser for two of them, and people who were only invited.
        self.browsers += [Browser(self.room, "P0"), Browser(self.room, "stranger")]
        self.browsers += [Browser(self.room, browser.person) for browser in self.browsers[-3:-2]]
        # Hands by person and deal, and the seats that a person's browsers had when it was dealt.
        self.hands: dict[tuple[str, int, int], set[str]] = {}
        self.dealt: dict[tuple[str, int, int], set[str]] = {}

    async def spend(self) -> None:
        for browser in self.browsers:
            await browser.come(self.rng.choice(["en", "fr"]))
        await self.browsers[0].do(ask.Start(f"{self.rng.getrandbits(128):032x}"))
        for _ in range(STEPS):
            if self.room.table.phase == "playing" and self.rng.randrange(3):
                await self._move()
            else:
                await something(self.rng.choice(self.browsers), self.rng, deals=True)
            self._take_in()
        self.room.close()

    async def _move(self) -> None:
        table = self.room.table
        seat = self.rng.choice(table.to_act)
        move = self.rng.choice(table.match.states[-1].legal_moves(seat))
        await next_move(self.room, self.browsers, seat, str(move))

    @property
    def _now(self) -> tuple[int, int]:
        table = self.room.table
        return table.begun, len(table.match.states)

    def _take_in(self) -> None:
        table = self.room.table
        state: Any = table.state
        for browser in self.browsers:
            browser.drain()
            deal = (browser.person, *self._now)
            if deal not in self.dealt and state is not None:
                own = [each for each in self.browsers if each.person == browser.person]
                guests = {each.guest for each in own} | {
                    table.guest_of(each.token) for each in own if each.token
                }
                self.dealt[deal] = {
                    " ".join(sorted(state.deal.hands[seat].split()))
                    for seat, guest in enumerate(table.dealt_in)
                    if guest is not None and guest in guests
                }
            for message in browser.heard:
                self._pool(browser.person, message)
            browser.heard.clear()

    def _pool(self, person: str, message: bytes) -> None:
        if not message.startswith(b"{"):
            return
        shown: Shown = json.loads(message)
        deal = shown.get("deal")
        if deal is None:
            return
        sight = deal["sight"]
        if not sight["dealt"]:
            assert not sight["hand"]
            assert not deal["legal"]
            assert deal["turn"] == 0
            return
        key = (person, self._now[0], deal["number"])
        self.hands.setdefault(key, set()).add(" ".join(sorted(sight["dealt"])))


def evenings(name: str, rng: random.Random, patch: pytest.MonkeyPatch) -> list[Evening]:
    async def main() -> list[Evening]:
        spent = [Evening(name, rng, patch) for _ in range(EVENINGS)]
        for each in spent:
            await each.spend()
        return spent

    return asyncio.run(main())


def too_much(evening: Evening) -> list[object]:
    """What somebody was shown beyond the hands they were dealt."""
    return [
        (deal, hands)
        for deal, hands in evening.hands.items()
        if not hands <= evening.dealt.get(deal, set())
    ]


@pytest.mark.parametrize("name", GAMES)
def test_a_person_sees_the_hand_they_were_dealt_and_no_other(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(f"pool {name} {os.urandom(8).hex() if SOAKING else ''}")
    spent = evenings(name, rng, monkeypatch)
    for each in spent:
        assert not too_much(each)
    # It was not for want of cards.
    assert sum(len(each.hands) for each in spent) > EVENINGS


@pytest.mark.parametrize("name", GAMES)
def test_more_than_that_would_be_seen(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Table, "seat_seen_by", Table.seat_of)
    assert any(map(too_much, evenings(name, random.Random(f"pool {name}"), monkeypatch)))
