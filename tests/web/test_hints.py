"""Hints over HTTP: from the view alone, at one's own turn, only where they are allowed."""

from __future__ import annotations

import asyncio
import threading
from base64 import b64decode
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest

from funicular.bots.evaluation import evaluate
from funicular.core.seeds import SplitMix64, decision_seed
from funicular.games.registry import GAMES, USUAL_SEATS
from funicular.lang import Reader
from funicular.live.admission.causes import Cause
from funicular.live.admission.figures import OF_SEAT
from funicular.live.admission.rates import Rate
from funicular.live.bot_pool import BotPool
from funicular.native.numbers import view_numbers
from funicular.review.hint import Hint
from funicular.web.network_settings import NetworkSettings
from tests.web.live import PATIENCE, Answer, Guest, Message, Place, live_server


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    with live_server(tmp_path_factory.mktemp("hints") / "tables.db") as served:
        yield served


def numbers(place: Place, table: str, token: str, lang: str = "en") -> Answer:
    path = f"/api/tables/{table}/numbers?lang={lang}"
    return place.ask(path, Authorization=f"Bearer {token}")


def hint(place: Place, table: str, token: str, lang: str = "en") -> Answer:
    path = f"/api/tables/{table}/hint?lang={lang}"
    return place.ask(path, {}, Authorization=f"Bearer {token}")


async def my_turn(guest: Guest) -> Message:
    await guest.until(lambda me: me.my_turn)
    assert guest.deal is not None
    return guest.deal


def view_at(place: Place, opened: Message, seat: int = 0) -> tuple[Any, int, int]:
    """The view of a seat as the server has it, and the deal and the turn."""

    async def found() -> tuple[Any, int, int]:
        table = (await place.app.services.rooms.find(opened["table"])).table
        return table.match.states[-1].view(seat), len(table.match.states), table.turns[seat]

    return place.inside(found())


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_numbers_and_hint_are_of_the_view_and_agree(place: Place, game: str, lang: str) -> None:
    async def play() -> None:
        opened = place.open(game, seats=USUAL_SEATS, start=True)
        table, token = opened["table"], opened["token"]
        async with place.guest(opened) as me:
            deal = await my_turn(me)
            view, number, turn = view_at(place, opened)
            given = numbers(place, table, token, lang).json
            assert given["legal"] == deal["legal"]
            assert given["turn"] == deal["turn"] == turn
            assert b64decode(given["numbers"]) == view_numbers(view)
            rng = SplitMix64(decision_seed(0, number, turn))
            found = evaluate(view, rng, worlds=given["worlds"], race=True)
            reader = Reader(lang, tuple(chair["name"] for chair in me.table["chairs"]), view.seat)
            expected = Hint(found, view)
            answered = hint(place, table, token, lang)
            assert answered.status == 200, answered.body
            shown = answered.json
            assert shown["text"] == expected.text(reader)
            assert shown["legal"][shown["best"]] == str(expected.move)
            assert [each["value"] for each in shown["moves"]] == [
                each.value for each in expected.evaluation.moves
            ]
            assert shown["spoken"] == given["spoken"]
            assert given["spoken"] == [
                reader.say(view.phrase_of(each)) for each in view.legal_moves()
            ]
            # Asked again it is the same: nobody draws until they like it.
            assert hint(place, table, token, lang).json == shown
            seed = SplitMix64(decision_seed(0, number, turn)).getrandbits(64)
            assert given["seed"] == str(seed)

    asyncio.run(play())


def test_nobody_else_gets_them(place: Place) -> None:
    opened = place.open(start=True)
    table = opened["table"]
    for asked in (numbers, hint):
        watching = asked(place, table, opened["invite"], "fr")
        assert watching.status == 403
        assert watching.json["text"] == "Les conseils sont pour celles et ceux qui jouent."
        assert asked(place, table, "ab" * 16).json["code"] == "no-entry"
        assert asked(place, "nowhere", opened["token"]).status == 404


def test_not_before_ones_turn_nor_before_the_match(place: Place) -> None:
    async def play() -> None:
        opened = place.open("ascenseur-52", seats=4)
        early = numbers(place, opened["table"], opened["token"])
        assert early.status == 403, early.body
        async with place.guest(opened) as me, place.guest(opened, invite=opened["invite"]) as ada:
            assert (await ada.do("sit", name="Ada", nonce="cd" * 16))["type"] == "done"
            await me.do("hints", yes=True)
            await me.do("start", nonce="ab" * 16)
            refused = hint(place, opened["table"], opened["token"])
            assert refused.status == 403
            assert "opened without hints" in refused.json["text"]

    asyncio.run(play())


def test_two_people_who_agree_get_them_each_at_their_turn(place: Place) -> None:
    async def play() -> None:
        opened = place.open("ascenseur-52", seats=3, hints=True)
        async with place.guest(opened) as me, place.guest(opened, invite=opened["invite"]) as ada:
            sat = await ada.do("sit", name="Ada", nonce="cd" * 16)
            tokens = (opened["token"], sat["token"])
            assert (await ada.do("hints", yes=True))["type"] == "done"
            assert (await me.do("start", nonce="ab" * 16))["type"] == "done"
            await me.until(lambda one: one.phase == "playing")
            assert (await ada.do("hints", yes=False))["type"] == "refused"
            await me.until(lambda one: one.deal is not None and one.deal["to_act"][0] in (0, 1))
            first = me.deal["to_act"][0] if me.deal else 0
            await my_turn((me, ada)[first])
            assert numbers(place, opened["table"], tokens[first]).status == 200
            other = numbers(place, opened["table"], tokens[1 - first])
            assert (other.status, other.json["code"]) == (400, "not-your-turn")
            await (me, ada)[first].move()
            await my_turn((me, ada)[1 - first])
            assert numbers(place, opened["table"], tokens[1 - first]).status == 200

    asyncio.run(play())


def test_a_seat_that_asks_too_often_is_told_to_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(OF_SEAT, "hints", Rate(1, 1 / 1000))

    async def play(place: Place) -> None:
        opened = place.open("ascenseur-52", seats=4, start=True)
        async with place.guest(opened) as me:
            await my_turn(me)
            assert hint(place, opened["table"], opened["token"]).status == 200
            second = hint(place, opened["table"], opened["token"])
            assert (second.status, second.json["code"]) == (429, "too-fast")
            # What the browser measures itself costs nothing.
            assert numbers(place, opened["table"], opened["token"]).status == 200

    with live_server(tmp_path / "tables.db") as place:
        asyncio.run(play(place))


def test_hints_of_one_address_never_take_the_last_worker(place: Place) -> None:
    async def play() -> None:
        opened = place.open("dnpup", seats=5, start=True)
        async with place.guest(opened) as me:
            await my_turn(me)
            view, number, turn = view_at(place, opened)

            async def many() -> None:
                pool: BotPool = place.app.services.rooms._context.bot_pool
                ada, bob = Cause(("192.0.2.1",)), Cause(("192.0.2.2",))
                asked = [asyncio.create_task(pool.hint(ada, view, number, turn)) for _ in range(9)]
                await asyncio.sleep(0)
                running, waiting = pool.searches.queue.running, pool.searches.waiting
                assert running == pool.searches.queue.figures.most_of_a_network
                await pool.hint(bob, view, number, turn)
                assert waiting == 9 - running
                assert len({hint.text(Reader("en")) for hint in await asyncio.gather(*asked)}) == 1

            place.inside(many())

    asyncio.run(play())


def test_whoever_asks_for_many_waits_behind_themselves(tmp_path: Path) -> None:
    """At many tables, each of which may ask: others still have their turn."""
    door = NetworkSettings(proxies=(ip_network("127.0.0.1"),))
    with live_server(tmp_path / "tables.db", door=door) as place, ThreadPoolExecutor(13) as people:
        opened = place.open("ascenseur-52", seats=3, start=True)
        pool: BotPool = place.app.services.rooms._context.bot_pool
        held = pool.searches.queue.figures.most_of_a_network
        free = threading.Event()

        def ask(address: str) -> Answer:
            path = f"/api/tables/{opened['table']}/hint"
            secret = f"Bearer {opened['token']}"
            return place.ask(path, {}, Authorization=secret, **{"X-Forwarded-For": address})

        def hold() -> None:
            assert free.wait(PATIENCE)

        async def attack() -> None:
            await asyncio.gather(
                *(pool.searches.run(Cause(("203.0.113.1",)), hold) for _ in range(held)),
            )

        async def waiting(number: int) -> None:
            async with asyncio.timeout(PATIENCE):
                while pool.searches.waiting < number:  # noqa: ASYNC110 - no event tells
                    await asyncio.sleep(0.002)

        async def turn() -> None:
            async with place.guest(opened) as me:
                await my_turn(me)

        asyncio.run(turn())
        holding = people.submit(place.inside, attack())
        asked = [people.submit(ask, "203.0.113.1") for _ in range(9)]
        try:
            place.inside(waiting(9))
            # While nine of one address wait.
            assert ask("203.0.113.2").status == 200
        finally:
            free.set()
        holding.result()
        assert [each.result().status for each in asked] == [200] * 9
