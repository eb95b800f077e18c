"""Seats of people who are away: kept by a bot while somebody else is there, and given back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from funicular.core.game import View
from funicular.live import bot_pool as thinking
from funicular.live import presence_tracker
from funicular.live.connection import Connection
from funicular.live.presence_tracker import PresenceTracker
from funicular.live.room import Room
from tests.table.sitting import HOST, AtTable
from tests.web.live import Guest, Place, nonce


@asynccontextmanager
async def two_at_a_table(place: Place, **wish: Any) -> AsyncIterator[tuple[Guest, Any, str]]:  # noqa: ANN401 - as in live
    """A host at a table of two where a friend has just left, the friend's token in hand."""
    opened = place.open("dnpup", seats=2, **wish)
    async with place.guest(opened) as host:
        async with place.guest(opened, invite=opened["invite"]) as friend:
            token = (await friend.do("sit", name="Max", nonce=nonce()))["token"]
            await host.do("start")
        yield host, opened, token


def test_a_bot_plays_for_somebody_away_until_they_are_back(impatient: Place) -> None:
    async def main() -> None:
        async with two_at_a_table(impatient) as (host, opened, token):
            await host.until(lambda me: me.table["chairs"][1]["kept"])
            assert host.table["chairs"][1]["name"] == "Max"
            await host.play_on(lambda me: me.phase != "playing")
            async with impatient.guest(opened, token=token) as back:
                assert back.table["you"] == 1
                await host.until(lambda me: not me.table["chairs"][1]["kept"])

    asyncio.run(main())


def test_nobodys_evening_is_played_out_in_their_absence(impatient: Place) -> None:
    async def main() -> None:
        async with two_at_a_table(impatient) as (_, opened, token):
            pass
        path, key = (
            f"/api/tables/{opened['table']}",
            {"Authorization": f"Bearer {opened['invite']}"},
        )
        before = impatient.ask(path, **key).json
        await asyncio.sleep(0.3)  # six times the grace: what must not happen has had its time
        after = impatient.ask(path, **key).json
        assert not any(chair["kept"] for chair in after["table"]["chairs"])
        # At most the move that a bot was making when the last person left.
        assert after["seq"] - before["seq"] <= 1
        async with impatient.guest(opened, token=token) as back:
            assert back.table["you"] == 1

    asyncio.run(main())


def test_a_glance_at_a_table_is_no_return_to_it(
    server: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first page asks how one's matches stand; it does not keep a bot from one's seat."""
    opened = server.open("dnpup")
    heard: list[str | None] = []
    monkeypatch.setattr(Room, "heard", lambda _, guest: heard.append(guest))
    key = {"Authorization": f"Bearer {opened['token']}"}
    for question in ("?glance", ""):
        assert heard == []
        shown = server.ask(f"/api/tables/{opened['table']}{question}", **key).json
        assert shown["table"]["you"] == 0
    assert len(heard) == 1


def test_a_person_within_the_grace_is_waited_for(server: Place) -> None:
    async def main() -> None:
        async with two_at_a_table(server) as (host, _, _):
            await host.until(lambda me: not me.table["chairs"][1]["present"])
            assert not host.table["chairs"][1]["kept"]

    asyncio.run(main())


def test_a_bot_takes_the_seat_of_whoever_stands_up(server: Place) -> None:
    async def main() -> None:
        opened = server.open("dnpup", seats=2)
        async with (
            server.guest(opened) as host,
            server.guest(opened, invite=opened["invite"]) as friend,
        ):
            token = (await friend.do("sit", name="Max", nonce=nonce()))["token"]
            await host.do("start")
            await friend.do("stand")
            await friend.until(lambda me: me.table["you"] is None)
            await host.until(lambda me: me.table["chairs"][1]["kind"] == "bot")
            await host.play_on(lambda me: me.phase != "playing")
            async with server.guest(opened, token=token, invite=opened["invite"]) as gone:
                assert gone.table["you"] is None

    asyncio.run(main())


def test_who_is_removed_is_told_and_watches_on(server: Place) -> None:
    async def main() -> None:
        opened = server.open("dnpup", seats=2)
        async with (
            server.guest(opened) as host,
            server.guest(opened, invite=opened["invite"], lang="fr") as friend,
        ):
            await friend.do("sit", name="Max", nonce=nonce())
            await host.do("clear", seat=1)
            removed = await friend.hear("removed")
            assert "place" in removed["text"]
            await friend.until(lambda me: me.table["you"] is None)
            assert (await friend.do("rename", name="Moi"))["code"] == "forbidden"

    asyncio.run(main())


def test_the_next_deal_waits_for_those_who_are_here_and_not_for_others(server: Place) -> None:
    async def main() -> None:
        opened = server.open("ascenseur-52", deals=3)
        async with server.guest(opened) as host:
            async with server.guest(opened, invite=opened["invite"]) as friend:
                await friend.do("sit", name="Max", nonce=nonce())
                await host.do("start")
                await asyncio.gather(
                    host.play_on(lambda me: me.phase == "scored"),
                    friend.play_on(lambda me: me.phase == "scored"),
                )
                await host.do("ready")
                await friend.until(lambda me: me.table["chairs"][0]["ready"])
                assert host.phase == "scored"
            await host.until(lambda me: bool(me.deal and me.deal["number"] == 2))

    asyncio.run(main())


def test_taking_back_among_people_needs_everybody(server: Place) -> None:
    async def main() -> None:
        opened = server.open("ascenseur-52", level="random")
        async with (
            server.guest(opened) as host,
            server.guest(opened, invite=opened["invite"]) as friend,
        ):
            await friend.do("sit", name="Max", nonce=nonce())
            await host.do("pace", pace="calm")
            await host.do("start")
            await asyncio.gather(
                host.until(lambda me: me.deal is not None),
                friend.until(lambda me: me.deal is not None),
            )
            while not host.my_turn and not friend.my_turn:
                await host.hear("update")
                await friend.until(lambda me: me.seq >= host.seq)
            mover, other = (host, friend) if host.my_turn else (friend, host)
            assert (await mover.move())["type"] == "done"
            told = len(other.told)
            assert (await mover.do("undo"))["type"] == "done"
            await other.until(lambda me: me.table["asking"] is not None)
            assert (await other.do("answer", yes=True))["type"] == "done"
            await mover.until(lambda me: me.my_turn)
            await other.until(lambda me: me.table["asking"] is None)
            assert len(other.told) == told

    asyncio.run(main())


def test_a_bot_that_fails_is_helped_out_and_the_table_goes_on(
    server: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose = thinking._choose

    def failing(level: str, view: View, seed: int) -> str:
        if level == "beginner":
            raise ZeroDivisionError
        return choose(level, view, seed)

    monkeypatch.setattr(thinking, "_choose", failing)

    async def main() -> None:
        async with server.guest(server.open(level="beginner", start=True)) as me:
            await me.play_on(lambda guest: guest.phase != "playing")

    asyncio.run(main())


def test_only_tables_that_are_open_and_have_somebody_are_listed(server: Place) -> None:
    async def main() -> None:
        hidden, public = server.open(), server.open(open=True)
        empty = server.open(open=True)
        async with server.guest(hidden), server.guest(public) as host:
            listed = {each["id"]: each for each in server.ask("/api/tables").json}
            assert listed.keys() & {t["table"] for t in (hidden, public, empty)} == {
                public["table"]
            }
            assert listed[public["table"]]["host"] == "Zoé"
            assert listed[public["table"]]["free"] == 2
            await host.do("open", open=False)
            assert public["table"] not in {each["id"] for each in server.ask("/api/tables").json}

    asyncio.run(main())


def test_a_time_that_comes_between_two_looks_is_not_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked who is kept a moment before it is due, and when the next is due a moment after."""
    at = AtTable("dnpup", 3)
    at.sit("Zoé", HOST)
    at.sit("Max", seat=1)
    now = 100.0
    monkeypatch.setattr(presence_tracker, "monotonic", lambda: now)
    tracker = PresenceTracker(grace=1.0)
    here = {Connection(HOST, "", "en", 0)}
    now = 100.999
    presence = tracker.look(at.table, here)
    assert presence.present == {0}
    assert presence.kept == frozenset()
    now = 101.001
    assert tracker.next_change(at.table, presence) == 0.0
    presence = tracker.look(at.table, here)
    assert presence.kept == {1}
    assert tracker.next_change(at.table, presence) is None
