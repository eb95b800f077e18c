"""Changing seats in the middle of a deal, over the sockets of a real server.

As an examination from outside did it: stand up, sit down at a bot's place, look, stand up, sit down
at home, in a dozen milliseconds. What may be learnt by it is what everybody sees, and everybody is
told of it.
"""

from __future__ import annotations

import asyncio
from typing import Any

from tests.web.live import Guest, Place, nonce


def hand(guest: Guest) -> list[str]:
    assert guest.deal is not None
    cards: list[str] = guest.deal["sight"]["hand"]
    return cards


async def done(guest: Guest, command: str, **fields: Any) -> None:  # noqa: ANN401 - as in live
    answer = await guest.do(command, **fields)
    assert answer["type"] == "done", answer
    await guest.until(lambda me: me.seq >= answer["seq"])


async def hop(guest: Guest, seat: int, home: int) -> list[list[str]]:
    """Go to this seat and come home: the hands that were shown meanwhile."""
    seen = []
    await done(guest, "stand")
    await done(guest, "sit", name="Max", nonce=nonce(), seat=seat)
    seen.append(hand(guest))
    await guest.send(type="why", id="why", move="bid 1")
    answer = await guest.hear("reason")
    assert "next deal" in answer["text"]
    refused = await guest.do("move", move="bid 0", turn=(guest.deal or {})["turn"])
    assert (refused["type"], refused["code"]) == ("refused", "forbidden")
    await done(guest, "stand")
    await done(guest, "sit", name="Max", nonce=nonce(), seat=home)
    return seen


def test_a_hop_shows_no_card_and_is_told_to_all(server: Place) -> None:
    async def main() -> None:
        wish = {"seats": 4, "options": {"bidding": "simultaneous"}, "pace": "calm"}
        opened = server.open("ascenseur-52", **wish)
        async with (
            server.guest(opened) as host,
            server.guest(opened, invite=opened["invite"]) as friend,
        ):
            await done(friend, "sit", name="Max", nonce=nonce(), seat=1)
            await done(host, "start", nonce=nonce())
            await friend.until(lambda me: me.deal is not None)
            own = hand(friend)
            assert own
            told = len(host.notices)
            for bot in (2, 3):
                assert await hop(friend, bot, 1) == [[]]
                # At home the cards are theirs as before, and so is the move.
                assert hand(friend) == own
            assert (await friend.do("move", move="bid 0", turn=(friend.deal or {})["turn"]))[
                "type"
            ] == "done"
            await host.until(lambda me: len(me.notices) >= told + 8)
            kinds = [line["notice"] for line in host.notices[told:]]
            assert kinds == ["left", "waits", "left", "back"] * 2
            # Who comes later, and in another language, is told the same.
            async with server.guest(opened, invite=opened["invite"], lang="fr") as late:
                assert [line["seq"] for line in late.notices][-8:] == [
                    line["seq"] for line in host.notices[told:]
                ]
                assert "manche" in late.notices[-3]["text"]

    asyncio.run(main())


def test_a_watcher_and_a_host_learn_no_more(server: Place) -> None:
    async def main() -> None:
        opened = server.open("ascenseur-52", seats=3, pace="calm")
        async with (
            server.guest(opened) as host,
            server.guest(opened, invite=opened["invite"]) as friend,
            server.guest(opened, invite=opened["invite"]) as watcher,
        ):
            await done(friend, "sit", name="Max", nonce=nonce(), seat=1)
            await done(host, "start", nonce=nonce())
            await done(watcher, "sit", name="Ida", nonce=nonce(), seat=2)
            assert hand(watcher) == []
            assert watcher.table["chairs"][2]["from_next_deal"]
            await done(host, "clear", seat=1)
            await friend.hear("removed")
            await done(host, "stand")
            await done(host, "sit", name="Zoé", nonce=nonce(), seat=1)
            assert hand(host) == []
            # Whoever was removed is a stranger now: not even their own cards.
            await done(friend, "sit", name="Max", nonce=nonce(), seat=0)
            assert hand(friend) == []

    asyncio.run(main())


def test_who_loses_the_line_comes_back_to_the_same_cards(server: Place) -> None:
    async def main() -> None:
        opened = server.open("ascenseur-52", seats=3, pace="calm", start=True)
        async with server.guest(opened) as before:
            await before.until(lambda me: me.deal is not None)
            cards = hand(before)
        async with server.guest(opened, back=before) as again:
            assert again.deal is not None
            assert hand(again) == cards

    asyncio.run(main())
