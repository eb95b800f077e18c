"""A quick match: people who want the same meet, and nobody is led to a table that is not open."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.web.live import Place, live_server, nonce
from tests.web.test_cluster import until_listed

WISH: dict[str, Any] = {"game": "dnpup", "seats": 3, "length": "short", "name": "Ada", "lang": "en"}


def asked(place: Place, **wish: object) -> dict[str, Any]:
    answer = place.ask("/api/quick-match", WISH | {"nonce": nonce()} | wish)
    assert answer.status == 200, answer.json
    found: dict[str, Any] = answer.json
    return found


def test_two_who_ask_at_once_meet_at_one_table(server: Place) -> None:
    first, second, third = (asked(server) for _ in range(3))
    assert first["table"] == second["table"] == third["table"]
    # The first has the host's seat; the others have to sit down.
    assert first["token"]
    assert (second["token"], third["token"]) == (None, None)
    # It has three seats: a fourth is not led to a table that is full before anybody is there.
    assert asked(server)["table"] != first["table"]


@pytest.mark.parametrize("other", [{"seats": 2}, {"length": "long"}, {"game": "auf-ab"}], ids=str)
def test_who_wants_something_else_waits_elsewhere(server: Place, other: dict[str, object]) -> None:
    first = asked(server)
    second = asked(server, **other)
    assert second["table"] != first["table"]
    assert second["token"]


def test_a_waiting_table_is_found_as_long_as_its_host_is_there(server: Place) -> None:
    async def main() -> None:
        # Another length than in other tests, which share the server.
        def again() -> dict[str, Any]:
            return asked(server, length="medium")

        first = again()
        async with server.guest(first, invite=first["invite"]) as friend:
            async with server.guest(first):
                for _ in range(4):
                    found = await asyncio.to_thread(again)
                    assert (found["table"], found["token"]) == (first["table"], None)
            await friend.until(lambda me: not me.table["chairs"][0]["present"])
            # Nobody is there who could begin.
            assert (await asyncio.to_thread(again))["table"] != first["table"]

    asyncio.run(main())


def test_who_waits_begins_when_the_host_has_gone(impatient: Place) -> None:
    async def main() -> None:
        first = asked(impatient)
        invited = {"invite": first["invite"]}
        async with (
            impatient.guest(first, **invited) as bob,
            impatient.guest(first, **invited) as eve,
        ):
            for guest, name in ((bob, "Bob"), (eve, "Eve")):
                assert (await guest.do("sit", name=name, nonce=nonce()))["type"] == "done"
            async with impatient.guest(first):
                await bob.until(lambda me: me.table["chairs"][0]["present"])
                assert bob.table["starter"] is None
                refused = await bob.do("start", nonce=nonce())
                assert (refused["type"], refused["code"]) == ("refused", "forbidden")
            await bob.until(lambda me: me.table["starter"] == 1)
            # Others find the table still, and only one of those who wait begins.
            assert (await asyncio.to_thread(asked, impatient))["table"] != first["table"]
            assert (await eve.do("start", nonce=nonce()))["type"] == "refused"
            # That is all: the seats stay the host's.
            assert (await bob.do("clear", seat=2))["code"] == "forbidden"
            await eve.do("stand")
            assert (await asyncio.to_thread(asked, impatient))["table"] == first["table"]
            assert (await bob.do("start", nonce=nonce()))["type"] == "done"
            await bob.until(lambda me: me.phase == "playing")
            assert bob.table["starter"] is None

    asyncio.run(main())


def test_at_a_private_table_the_host_is_waited_for(impatient: Place) -> None:
    async def main() -> None:
        opened = impatient.open("dnpup")
        async with impatient.guest(opened, invite=opened["invite"]) as bob:
            assert (await bob.do("sit", name="Bob", nonce=nonce()))["type"] == "done"
            await bob.until(lambda me: me.table["chairs"][0]["kept"])
            assert bob.table["starter"] is None
            assert (await bob.do("start", nonce=nonce()))["code"] == "forbidden"

    asyncio.run(main())


def test_private_begun_full_and_clocked_tables_are_not_found(server: Place) -> None:
    options = {"points_to_win": 2}
    ways: tuple[dict[str, Any], ...] = (
        {},
        {"open": True, "start": True},
        {"open": True, "clock": {"turn": 30, "bank": 60}},
        {"open": True, "options": {"points_to_win": 3}},
    )

    async def main() -> None:
        for way in ways:
            opened = server.open("dnpup", seats=3, **({"options": options} | way))
            async with server.guest(opened):
                found = await asyncio.to_thread(asked, server)
                assert found["table"] != opened["table"], way

    asyncio.run(main())


@pytest.mark.parametrize(
    "wrong",
    [{"length": "endless"}, {"seats": 9}, {"game": "chess"}, {"name": ""}, {"options": {}}],
    ids=str,
)
def test_what_cannot_be_is_refused_and_opens_nothing(
    server: Place, wrong: dict[str, object]
) -> None:
    answer = server.ask("/api/quick-match", WISH | {"nonce": nonce()} | wrong)
    assert answer.status in (400, 404, 422)
    assert answer.json["text"]


def test_how_many_play_counts_people_in_a_match_and_no_bots(server: Place) -> None:
    async def main() -> None:
        waiting, begun = server.open("dnpup"), server.open("dnpup", start=True)
        async with server.guest(waiting), server.guest(begun):
            assert server.ask("/api/playing").json == {"people": 1}

    asyncio.run(main())


def test_a_table_that_waits_at_another_server_is_found(postgres_url: str) -> None:
    with live_server(postgres_url) as one, live_server(postgres_url) as other:

        async def main() -> None:
            first = asked(one)
            async with one.guest(first):
                await asyncio.to_thread(until_listed, other)
                found = await asyncio.to_thread(asked, other)
                assert (found["table"], found["token"]) == (first["table"], None)

        asyncio.run(main())
