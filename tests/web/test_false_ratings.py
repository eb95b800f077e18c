"""Ways to a rating, or a first place, that nothing was done for: none of them is one."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from tests.web.challenging import Contender, refused
from tests.web.live import Message, Place, live_server, nonce
from tests.web.test_profiles import Someone

NOON = datetime(2026, 11, 18, 12, tzinfo=UTC).timestamp()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    with live_server(tmp_path_factory.mktemp("server") / "tables.db") as place:
        place.app.services.challenges.now = lambda: NOON
        yield place


def rating(who: Someone, against: str) -> Message | None:
    return next((each for each in who.profile_shown["ratings"] if each["against"] == against), None)


def test_bots_that_are_replaced_by_weaker_ones_are_no_win(server: Place) -> None:
    """Begin with good ones, swap in the worst, win, and have won against the good ones."""
    cheat = Someone(server)
    cheat.make("Swapper")
    opened = server.open("auf-ab", options={"deals": 2}, level="casual")
    cheat.claim(opened)
    won = 0

    async def main() -> None:
        nonlocal won
        async with server.guest(opened) as host:
            for number in range(1, 40):
                for seat in (1, 2):
                    await host.do("bot", seat=seat, level="casual")
                await (host.do("start") if number == 1 else host.do("ready", nonce=nonce()))
                await host.until(lambda me: me.my_turn)
                for seat in (1, 2):
                    assert (await host.do("bot", seat=seat, level="random"))["type"] == "done"
                await host.play_on(lambda me: me.phase == "over")
                won = sum(each["place"] == 1 for each in cheat.profile_shown["results"])
                if won >= 3:
                    return

    asyncio.run(main())
    assert won >= 3
    shown = rating(cheat, "bots")
    assert shown is None or shown["value"] <= 25


def test_a_host_who_removes_an_opponent_has_left(server: Place) -> None:
    host_profile, guest_profile = Someone(server), Someone(server)
    host_profile.make("Remover", "rating")
    guest_profile.make("Removed", "rating")
    guest_profile.prove()
    opened = server.open("auf-ab", options={"deals": 3})

    async def main() -> None:
        async with (
            server.guest(opened) as host,
            server.guest(opened, invite=opened["invite"]) as guest,
        ):
            sat = await guest.do("sit", name="Removed", nonce="0" * 32)
            assert host_profile.claim(opened).status == 200
            assert guest_profile.claim(opened, sat["token"]).status == 200
            await host.do("start")
            await asyncio.gather(
                guest.play_on(lambda me: me.phase == "scored"),
                host.play_on(lambda me: me.phase == "scored"),
            )
            seat = next(c["seat"] for c in host.table["chairs"] if c["name"] == "Removed")
            assert (await host.do("clear", seat=seat))["type"] == "done"
            await host.play_on(lambda me: me.phase == "over")

    asyncio.run(main())
    (result,) = host_profile.profile_shown["results"]
    assert (result["how"], "people" in result["rated"], "bots" in result["rated"]) == (
        "left",
        True,
        True,
    )
    mine = rating(host_profile, "people")
    assert mine is not None
    assert mine["value"] < 25
    (result,) = guest_profile.profile_shown["results"]
    assert result["how"] == "removed"


def test_two_keys_lift_neither_of_them(server: Place) -> None:
    one, other = Someone(server), Someone(server)
    one.make("Lifted", "rating")
    other.make("Lifter", "rating")
    for _ in range(4):
        opened = server.open("auf-ab", options={"deals": 1})

        async def main(opened: Message = opened) -> None:
            async with (
                server.guest(opened) as host,
                server.guest(opened, invite=opened["invite"]) as guest,
            ):
                sat = await guest.do("sit", name="Lifter", nonce="0" * 32)
                one.claim(opened)
                other.claim(opened, sat["token"])
                await host.do("start")
                await guest.play_on(lambda me: me.deal is not None and me.deal["turn"] > 0)
                await guest.do("stand")
                await host.play_on(lambda me: me.phase == "over")

        asyncio.run(main())
    lifted = rating(one, "people")
    assert lifted is not None
    assert (lifted["matches"], lifted["value"]) == (4, 25)
    best = server.ask("/api/leaderboard?game=auf-ab&against=people").json
    assert best["ranked"] == []


def test_who_deletes_a_profile_does_not_play_the_daily_deal_again(server: Place) -> None:
    player = Contender(server, "Again")
    asyncio.run(player.play(player.begun("daily")))
    before = player.result("daily")
    profile = Someone(server)
    profile.make("Again")
    person = {"Funicular-Person": player.secret}
    assert profile.ask("/api/profile/delete", {}, **person).status == 200
    assert refused(player.begin("daily")) == "taken"
    assert player.see("daily")["finished"] == before["finished"]


def test_new_browsers_fill_no_list_of_a_day(server: Place) -> None:
    """Each is another person, and knows the cards from the one before."""
    browsers = [Contender(server, f"Browser {number}") for number in range(3)]
    for each in browsers:
        asyncio.run(each.play(each.begun("daily")))
        assert each.result("daily")["result"]["rank"] == 1
    assert browsers[0].ask("/api/challenges/daily/leaderboard").json["rows"] == []
