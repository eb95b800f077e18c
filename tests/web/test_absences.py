"""Clocks that run out, pauses, other devices, forgotten tables, snapshots: at a live server."""

from __future__ import annotations

import asyncio
import secrets
import time
from pathlib import Path

from tests.web.live import PATIENCE, Guest, Place, live_server, nonce

QUICK = {"turn": 5, "bank": 0}


def test_who_is_out_of_time_has_the_move_made_by_a_bot(server: Place) -> None:
    async def main() -> None:
        opened = server.open("ascenseur-52", seats=3, clock=QUICK, level="beginner")
        async with server.guest(opened) as me:
            assert (await me.do("start", nonce=nonce()))["type"] == "done"
            await me.until(lambda me: me.my_turn)
            assert me.table["clock"] == QUICK
            assert [each["seat"] for each in me.running] == [0]
            turn = (me.deal or {})["turn"]
            # We do nothing; five seconds later it is done for us.
            await me.until(lambda me: (me.deal or {})["turn"] > turn)
            chairs = me.table["chairs"]
            assert [chair["kept"] for chair in chairs] == [False] * 3
            assert [chair["bank"] for chair in chairs] == [0.0, None, None]
            await me.play_on(lambda me: me.phase == "scored")

    asyncio.run(main())


def test_a_paused_game_stands_still_and_its_clock_too(server: Place) -> None:
    async def main() -> None:
        opened = server.open("ascenseur-52", seats=3, clock={"turn": 60, "bank": 0})
        async with server.guest(opened) as me:
            assert (await me.do("start", nonce=nonce()))["type"] == "done"
            await me.until(lambda me: me.my_turn)
            assert (await me.do("pause"))["type"] == "done"
            await me.until(lambda me: me.table["paused"] == 0)
            refused = await me.move()
            assert (refused["type"], refused["code"]) == ("refused", "forbidden")
            spent = me.running[0]["spent"]
            assert (await me.do("say", text="back soon"))["type"] == "done"
            await me.until(lambda me: bool(me.said))
            assert me.running[0]["spent"] == spent
            assert (await me.do("resume"))["type"] == "done"
            await me.until(lambda me: me.table["paused"] is None)
            assert (await me.move())["type"] == "done"

    asyncio.run(main())


def test_another_token_puts_other_devices_out(server: Place) -> None:
    async def main() -> None:
        opened = server.open()
        async with server.guest(opened) as here, server.guest(opened) as there:
            mine = secrets.token_hex(16)
            done = await here.do("rekey", token=mine)
            assert done["token"] == mine
            await there.hear("removed")
            await there.until(lambda me: me.table["you"] is None)
            assert (await there.do("say", text="hello?"))["code"] == "forbidden"
            assert (await here.do("say", text="hello"))["type"] == "done"
        async with server.guest(opened, token=mine) as again:
            assert again.table["you"] == 0
        async with server.socket(opened["table"]) as socket:
            late = Guest(socket)
            await late.send(type="hello", protocol=1, lang="en", token=opened["token"])
            assert (await late.hear("refused"))["code"] == "no-entry"

    asyncio.run(main())


def test_who_did_not_hear_that_they_sit_asks_again_even_after_a_restart(tmp_path: Path) -> None:
    data, mine, number = tmp_path / "tables.db", secrets.token_hex(16), nonce()

    async def sit(place: Place, opened: dict[str, str]) -> None:
        async with place.guest(opened, invite=opened["invite"], token=None) as friend:
            done = await friend.do_as("1", "sit", name="Max", nonce=number, token=mine)
            assert done["token"] == mine
            await friend.until(lambda me: me.table["you"] == 1)
            assert [chair["kind"] for chair in friend.table["chairs"]].count("person") == 2

    with live_server(data) as before:
        opened = before.open()
        asyncio.run(sit(before, opened))
    with live_server(data) as after:
        asyncio.run(sit(after, opened))


def test_a_forgotten_table_is_closed_and_its_replay_stays(server: Place) -> None:
    rooms = server.app.services.rooms

    async def play() -> dict[str, str]:
        opened = server.open("ascenseur-52", seats=3, start=True)
        async with server.guest(opened) as me:
            await me.until(lambda me: me.my_turn)
            # Whoever is there keeps it open.
            server.inside(rooms.close_forgotten(time.time() + 1))
            assert me.phase == "playing"
        return opened

    async def come_back(opened: dict[str, str]) -> None:
        async with server.guest(opened) as me:
            assert me.phase == "over"
            assert me.table["result"]["winners"] == []
            assert me.table["proof"]["seed"] is not None
            assert (await me.do("ready", nonce=nonce()))["type"] == "done"
            await me.until(lambda me: me.phase == "playing")

    opened = asyncio.run(play())
    replay = f"/api/replays/{opened['table']}-1"
    assert server.ask(replay).status == 404
    server.inside(rooms.close_forgotten(time.time() + 1))
    server.inside(rooms.close_forgotten(time.time() + 1))
    assert server.ask(replay).json["table"]["result"] is None
    assert server.ask(f"{replay}/record").json["winners"] == []
    assert server.ask(f"{replay}/deals/1").status == 200
    asyncio.run(come_back(opened))


def test_a_table_put_away_comes_back_from_its_snapshot(server: Place) -> None:
    rooms, log = server.app.services.rooms, server.app.services.store

    async def play(opened: dict[str, str], deals: int) -> Guest:
        async with server.guest(opened) as me:
            number = (me.deal or {}).get("number", 0)
            await me.play_on(lambda me: (me.deal or {})["number"] >= number + deals)
            return me

    async def put_away() -> None:
        # The last socket closes, and the bots move, when they come to it.
        async with asyncio.timeout(PATIENCE):
            while opened["table"] in rooms.by_table:
                await rooms.put_away(time.monotonic() + 1000)
                await asyncio.sleep(0.01)

    opened = server.open("ascenseur-52", seats=4, start=True, level="beginner")
    before = asyncio.run(play(opened, 12))
    server.inside(put_away())
    snapshots = server.inside(log.forget_snapshots())
    assert snapshots == 1
    # Without it the log alone is enough.
    again = asyncio.run(play(opened, 1))
    assert again.table["sheet"]["rows"][:12] == before.table["sheet"]["rows"][:12]
    server.inside(put_away())
    third = asyncio.run(play(opened, 1))
    assert third.table["sheet"]["rows"][:12] == before.table["sheet"]["rows"][:12]
    assert server.inside(log.forget_snapshots()) == 1
