"""Coming back: exactly what was missed, nothing twice; a command sent twice is done once."""

from __future__ import annotations

import asyncio

from tests.web.live import Place, nonce


def test_a_guest_who_returns_is_told_what_they_missed_and_no_more(server: Place) -> None:
    async def main() -> None:
        opened = server.open(seats=2, pace="instant", start=False)
        async with server.guest(opened) as host:
            async with server.guest(opened, invite=opened["invite"]) as friend:
                token = (await friend.do("sit", name="Max", nonce=nonce()))["token"]
                await host.do("start")
                await friend.do("say", text="hello")
                await friend.until(lambda me: me.deal is not None and len(me.said) == 1)
                told = friend.told
            await host.do("say", text="still there?")
            await host.until(lambda me: not me.table["chairs"][1]["present"])
            if host.my_turn:
                await host.move()
            async with server.guest(opened, token=token, back=friend) as back:
                assert [line["text"] for line in back.said] == ["still there?"]
                assert back.deal is not None
                assert back.deal["before"] == len(told)
                assert back.table["you"] == 1
            async with server.guest(opened, token=token) as reloaded:
                assert [line["text"] for line in reloaded.said] == ["hello", "still there?"]
                assert reloaded.deal is not None
                assert reloaded.deal["before"] == 0
                assert reloaded.told[: len(told)] == told
            async with server.guest(opened, token=token, seen=10**6) as elsewhere:
                assert len(elsewhere.said) == 2

    asyncio.run(main())


def test_a_command_sent_again_is_answered_again_and_done_once(server: Place) -> None:
    async def main() -> None:
        opened = server.open(start=True)
        async with server.guest(opened) as me:
            await me.until(lambda guest: guest.my_turn)
            first = await me.do_as("x", "say", text="once")
        async with server.guest(opened) as me:
            assert await me.do_as("x", "say", text="once") == first
            assert await me.do_as("x", "say", text="something else") == first
            await me.do_as("y", "say", text="twice")
            await me.until(lambda guest: len(guest.said) == 2)
            assert [line["text"] for line in me.said] == ["once", "twice"]

    asyncio.run(main())


def test_a_move_sent_again_after_a_lost_answer_is_made_once(server: Place) -> None:
    async def main() -> None:
        opened = server.open("ascenseur-52", start=True)
        async with server.guest(opened) as me:
            await me.until(lambda guest: guest.my_turn)
            assert me.deal is not None
            move, turn = me.deal["legal"][0], me.deal["turn"]
            await me.send(type="do", id="m", command={"do": "move", "move": move, "turn": turn})
        async with server.guest(opened) as me:
            assert (await me.do_as("m", "move", move=move, turn=turn))["type"] == "done"
            await me.until(lambda guest: bool(guest.deal and guest.deal["turn"] != turn))
            assert me.deal is not None
            mine = [made for seat, made in me.deal["sight"]["history"] if seat == 0]
            assert mine == [move]

    asyncio.run(main())


def test_who_sat_down_and_heard_no_answer_gets_the_seat_by_asking_again(server: Place) -> None:
    async def main() -> None:
        opened = server.open()
        wish = {"name": "Max", "nonce": nonce()}
        async with server.guest(opened, invite=opened["invite"]) as lost:
            first = await lost.do_as("s", "sit", **wish)
        async with server.guest(opened, invite=opened["invite"]) as again:
            assert await again.do_as("s", "sit", **wish) == first
            await again.until(lambda me: me.table["you"] == 1)
        async with server.guest(opened, invite=opened["invite"]) as other:
            answer = await other.do_as("s", "sit", name="Max", nonce=nonce())
            assert answer["code"] == "taken"

    asyncio.run(main())


def test_a_token_opens_one_seat_and_both_tabs_see_it(server: Place) -> None:
    async def main() -> None:
        opened = server.open(start=True)
        async with server.guest(opened) as one, server.guest(opened) as two:
            assert one.table["you"] == two.table["you"] == 0
            await one.do("say", text="here")
            await two.until(lambda me: bool(me.said))
            assert two.table["watchers"] == 0

    asyncio.run(main())
