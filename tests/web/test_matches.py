"""Whole matches of every game through sockets, from opening the table to the rematch."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.web.live import Place, nonce

# Short ones: the shapes of a match are all there.
MATCHES: list[tuple[str, dict[str, Any]]] = [
    ("auf-ab", {"options": {"deals": 2}}),
    ("dnpup", {"options": {"points_to_win": 3}}),
    ("dnpup", {"seats": 2}),
    ("ascenseur-52", {"deals": 3, "seats": 4}),
    ("ascenseur-32", {"deals": 3, "options": {"bidding": "simultaneous"}}),
]


@pytest.mark.parametrize(("game", "wish"), MATCHES)
def test_a_match_against_bots_is_played_to_its_end_and_again(
    server: Place, game: str, wish: dict[str, Any]
) -> None:
    async def main() -> None:
        opened = server.open(game, start=True, **wish)
        async with server.guest(opened) as me:
            await me.play_on(lambda guest: guest.phase == "over")
            result, proof = me.table["result"], me.table["proof"]
            assert result["winners"]
            assert result["replay"] == f"{opened['table']}-1"
            assert proof["seed"]
            done = await me.do("ready", nonce=nonce())
            assert done["type"] == "done"
            await me.until(lambda guest: guest.table["match"] == 2)
            assert me.table["proof"]["seed"] is None
            assert me.deal is not None
            assert me.deal["before"] == 0

    asyncio.run(main())


@pytest.mark.parametrize("game", ["auf-ab", "dnpup", "ascenseur-52", "ascenseur-32"])
def test_friends_meet_at_a_table_and_see_the_same_match(server: Place, game: str) -> None:
    async def main() -> None:
        wish: dict[str, Any] = {"deals": 2} if game.startswith("asc") else {}
        opened = server.open(game, **wish)
        async with (
            server.guest(opened) as host,
            server.guest(opened, invite=opened["invite"], lang="fr") as friend,
            server.guest(opened, invite=opened["invite"]) as watcher,
        ):
            done = await friend.do("sit", name="Max", nonce=nonce())
            assert done["token"]
            await host.until(lambda me: me.table["chairs"][1]["name"] == "Max")
            assert (await friend.do("start"))["code"] == "forbidden"
            await host.do("start")
            await asyncio.gather(
                host.play_on(lambda me: me.phase == "over"),
                friend.play_on(lambda me: me.phase == "over"),
            )
            await watcher.until(lambda me: me.phase == "over")
            assert host.table["result"]["winners"] == watcher.table["result"]["winners"]
            assert watcher.deal is not None
            assert watcher.deal["legal"] == watcher.deal["sight"]["hand"] == []

    asyncio.run(main())


def test_a_match_can_be_played_over_http_alone(server: Place) -> None:
    opened = server.open("dnpup", start=True, options={"points_to_win": 1})
    path, key = f"/api/tables/{opened['table']}", {"Authorization": f"Bearer {opened['token']}"}
    for number in range(5000):
        shown = server.ask(path, **key).json
        if shown["table"]["phase"] == "over":
            break
        deal = shown["deal"]
        if shown["table"]["phase"] == "scored":
            command = {"do": "ready"}
        elif deal["legal"]:
            command = {"do": "move", "move": deal["legal"][0], "turn": deal["turn"]}
        else:
            continue
        done = server.ask(
            f"{path}/commands", {"type": "do", "id": str(number), "command": command}, **key
        )
        assert done.json["type"] == "done"
    assert shown["table"]["result"]["winners"]
