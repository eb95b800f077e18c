"""Whatever a socket or a request sends, it is answered in words and nothing has changed."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from funicular.web import conversation
from tests.web.live import PATIENCE, Guest, Place, nonce

MALFORMED = {
    "no JSON": "hello?",
    "half of it": '{"type":',
    "no object": "[1, 2]",
    "no type": "{}",
    "unknown type": '{"type":"bye"}',
    "an unknown field": '{"type":"ping","loud":true}',
    "no id": '{"type":"do","command":{"do":"undo"}}',
    "an unknown command": '{"type":"do","id":"1","command":{"do":"cheat"}}',
    "a field of another type": '{"type":"why","id":"1","move":7}',
    "no number": '{"type":"do","id":"1","command":{"do":"move","move":"x","turn":1e400}}',
    "a nonce that is none": '{"type":"do","id":"1","command":{"do":"sit","name":"A","nonce":"?"}}',
    "an empty name": '{"type":"do","id":"1","command":{"do":"rename","name":""}}',
    "a face not drawn": '{"type":"do","id":"1","command":{"do":"rename","name":"A","face":24}}',
    "no face": '{"type":"do","id":"1","command":{"do":"rename","name":"A","face":"fox"}}',
    "a depth": "[" * 4000,
    "half a character": '"\\ud800"',
    "a second hello": '{"type":"hello","protocol":1,"lang":"en"}',
}


@pytest.mark.parametrize("text", MALFORMED.values(), ids=MALFORMED)
def test_what_cannot_be_read_is_refused_and_the_connection_kept(server: Place, text: str) -> None:
    async def main() -> None:
        opened = server.open(start=True)
        async with server.guest(opened, lang="fr") as me:
            await me.until(lambda guest: guest.my_turn)
            before = me.seq
            await me.socket.send(text)
            refused = await me.hear("refused")
            assert (refused["id"], refused["code"]) == (None, "malformed")
            assert refused["text"]
            await me.send(type="ping")
            await me.hear("pong")
            assert (
                server.ask(f"/api/tables/{opened['table']}", **_key(opened)).json["seq"] == before
            )

    asyncio.run(main())


def _key(opened: dict[str, Any]) -> dict[str, str]:
    return {"Authorization": f"Bearer {opened['token']}"}


def test_a_server_with_nothing_to_say_is_heard(
    server: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conversation, "HEARTBEAT_SECONDS", 0.1)

    async def main() -> None:
        async with server.guest(server.open()) as me:
            for _ in range(3):
                await me.hear("heartbeat")

    asyncio.run(main())


def test_a_socket_that_stays_silent_is_closed(
    server: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conversation, "SILENT_SECONDS", 0.1)

    async def main() -> int | None:
        async with server.guest(server.open()) as me:
            async with asyncio.timeout(PATIENCE):
                with suppress(ConnectionClosed):
                    while True:
                        await me.socket.recv()
            return me.socket.close_code

    assert asyncio.run(main()) == conversation.SILENT_CLOSE


def test_bytes_and_long_messages_are_refused_and_the_connection_kept(server: Place) -> None:
    async def main() -> None:
        async with server.guest(server.open()) as me:
            await me.socket.send(b'{"type":"ping"}')
            assert (await me.hear("refused"))["code"] == "malformed"
            await me.socket.send(json.dumps({"type": "ping", "x": "é" * 3000}, ensure_ascii=False))
            assert (await me.hear("refused"))["code"] == "too-long"
            await me.socket.send("x" * 50_000)
            assert (await me.hear("refused"))["code"] == "too-long"
            await me.send(type="ping")
            await me.hear("pong")

    asyncio.run(main())


def test_too_many_messages_are_refused_and_soon_taken_again(server: Place) -> None:
    async def main() -> None:
        async with server.guest(server.open()) as me:
            for number in range(200):
                await me.send(type="why", id=str(number), move="flip")
            refused = await me.hear("refused")
            assert refused["code"] == "too-fast"
            assert refused["id"] is not None
            # One in between may be taken, if it comes late enough; all are answered.
            async with asyncio.timeout(PATIENCE):
                while json.loads(await me.socket.recv()).get("id") != "199":
                    pass
            async with asyncio.timeout(PATIENCE):
                while True:
                    await me.send(type="why", id="again", move="flip")
                    answer = json.loads(await me.socket.recv())
                    if answer["type"] == "reason":
                        break
                    await asyncio.sleep(0.05)

    asyncio.run(main())


def test_whoever_goes_on_too_fast_for_ever_is_shown_the_door(server: Place) -> None:
    async def main() -> int | None:
        async with server.guest(server.open()) as me:
            listening = asyncio.create_task(_listen(me))
            async with asyncio.timeout(PATIENCE):
                while not listening.done():
                    with suppress(ConnectionClosed):
                        await me.send(type="ping")
                    await asyncio.sleep(0)
            return me.socket.close_code

    assert asyncio.run(main()) == 4029


async def _listen(me: Guest) -> None:
    with suppress(ConnectionClosed):
        async for _ in me.socket:
            pass


HELLOS = {
    "another protocol": ({"protocol": 2}, "protocol", 4002),
    "no secret": ({}, "no-entry", 4003),
    "a wrong token": ({"token": "0" * 32}, "no-entry", 4003),
    "a wrong invitation": ({"invite": "é"}, "no-entry", 4003),
}


@pytest.mark.parametrize(("hello", "code", "close"), HELLOS.values(), ids=HELLOS)
def test_who_may_not_come_in_is_told_so_and_goes(
    server: Place, hello: dict[str, Any], code: str, close: int
) -> None:
    async def main() -> None:
        table = server.open()["table"]
        refused, closed = await _greeted(server, table, {"protocol": 1, "lang": "fr"} | hello)
        assert refused["code"] == code
        assert closed == close

    asyncio.run(main())


async def _greeted(
    server: Place, table: str, hello: dict[str, Any]
) -> tuple[dict[str, Any], int | None]:
    async with server.socket(table) as socket:
        await socket.send(json.dumps({"type": "hello", **hello}))
        refused: dict[str, Any] = json.loads(await socket.recv())
        await socket.wait_closed()
        return refused, socket.close_code


def test_a_wrong_token_and_a_wrong_invitation_sound_the_same(server: Place) -> None:
    async def main() -> None:
        table = server.open()["table"]
        hello = {"protocol": 1, "lang": "en"}
        answers = [
            await _greeted(server, table, hello | secret)
            for secret in ({"token": "a" * 32}, {"invite": "a" * 16}, {})
        ]
        assert answers[0] == answers[1] == answers[2]

    asyncio.run(main())


def test_a_table_that_is_not_there_is_said_in_the_guests_language(server: Place) -> None:
    async def main() -> None:
        hello = {"protocol": 1, "lang": "fr-CH", "token": "a"}
        refused, closed = await _greeted(server, "nowhere", hello)
        assert refused["code"] == "no-table"
        assert "n’existe pas" in refused["text"]
        assert closed == 4004

    asyncio.run(main())


def test_nothing_is_done_before_the_greeting(server: Place) -> None:
    async def main() -> None:
        opened = server.open()
        async with server.socket(opened["table"]) as socket:
            await socket.send('{"type":"do","id":"1","command":{"do":"start"}}')
            assert json.loads(await socket.recv())["code"] == "malformed"
            hello = {"type": "hello", "protocol": 1, "lang": "en", "token": opened["token"]}
            await socket.send(json.dumps(hello))
            assert json.loads(await socket.recv())["table"]["phase"] == "gathering"

    asyncio.run(main())


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "an illegal move": ({"do": "move", "move": "take 0"}, "illegal"),
    "no move at all": ({"do": "move", "move": "castle"}, "illegal"),
    "another turn": ({"do": "move", "move": "flip", "turn": 999}, "stale"),
    "a seat that is not there": ({"do": "bot", "seat": 9, "level": "casual"}, "unknown"),
    "a level that is not there": ({"do": "bot", "seat": 1, "level": "god"}, "unknown"),
    "a bot that thinks for an hour": ({"do": "bot", "seat": 1, "level": "strong@3600s"}, "unknown"),
    "to start what is under way": ({"do": "start"}, "forbidden"),
    "to be ready for nothing": ({"do": "ready"}, "forbidden"),
    "to answer nothing": ({"do": "answer", "yes": True}, "forbidden"),
    "to take back nothing": ({"do": "undo"}, "forbidden"),
    "a second seat": ({"do": "sit", "name": "Zoé II", "nonce": "0" * 32}, "taken"),
    "nothing said": ({"do": "say", "text": "   "}, "malformed"),
}


@pytest.mark.parametrize(("command", "code"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_done_is_refused_and_changes_nothing(
    server: Place, command: dict[str, Any], code: str
) -> None:
    async def main() -> None:
        opened = server.open(start=True)
        async with server.guest(opened) as me:
            await me.until(lambda guest: guest.my_turn)
            assert me.deal is not None
            before = (me.seq, me.table, me.deal)
            wish = dict(command)
            if wish["do"] == "move":
                wish.setdefault("turn", me.deal["turn"])
            refused = await me.do(wish.pop("do"), **wish)
            assert (refused["type"], refused["code"]) == ("refused", code)
            assert (me.seq, me.table, me.deal) == before

    asyncio.run(main())


def test_why_tells_the_rule_and_changes_nothing(server: Place) -> None:
    async def main() -> None:
        async with server.guest(server.open("auf-ab", start=True)) as me:
            await me.until(lambda guest: guest.my_turn)
            assert me.deal is not None
            before = me.seq
            await me.send(type="why", id="a", move=me.deal["legal"][0])
            assert (await me.hear("reason", id="a"))["text"] is None
            await me.send(type="why", id="b", move="9-9 x1")
            assert (await me.hear("reason", id="b"))["text"]
            assert me.seq == before

    asyncio.run(main())


def test_pages_of_other_sites_may_not_speak_to_us(server: Place) -> None:
    async def main() -> None:
        with pytest.raises(InvalidStatus, match="403"):
            async with server.socket("any", origin="https://elsewhere.example"):
                pass

    asyncio.run(main())
    assert server.ask("/api/games", Origin="https://elsewhere.example").status == 403
    assert server.ask("/api/games", Origin=f"http://127.0.0.1:{server.port}").status == 200


WISHES: dict[str, tuple[dict[str, Any], str]] = {
    "a game that is not there": ({"game": "chess"}, "unknown"),
    "too many seats": ({"seats": 9}, "unknown"),
    "an option that is not there": ({"options": {"cheat": True}}, "unknown"),
    "an option out of bounds": ({"options": {"points_to_win": 0}}, "unknown"),
    "a level that is not there": ({"level": "strong@1h"}, "unknown"),
    "an ending that the game has not": ({"target": -1}, "unknown"),
    "a name with a line break": ({"name": "a\nb"}, "malformed"),
    "an unknown field": ({"colour": "red"}, "malformed"),
    "a nonce that is none": ({"nonce": "zz"}, "malformed"),
    "a face below the first": ({"face": -1}, "malformed"),
    "half a face": ({"face": 2.5}, "malformed"),
}


@pytest.mark.parametrize(("wish", "code"), WISHES.values(), ids=WISHES)
def test_a_table_that_cannot_be_is_not_opened(
    server: Place, wish: dict[str, Any], code: str
) -> None:
    usual = {"game": "dnpup", "seats": 3, "name": "Zoé", "nonce": nonce(), "lang": "fr"}
    answer = server.ask("/api/tables", usual | wish)
    assert answer.status == 400
    assert answer.json["code"] == code
    assert answer.json["text"]


def test_a_body_that_is_too_long_is_refused(server: Place) -> None:
    answer = server.ask("/api/tables", b"x" * 100_000)
    assert (answer.status, answer.json["code"]) == (413, "too-long")


def test_a_snapshot_needs_a_secret(server: Place) -> None:
    opened = server.open()
    path = f"/api/tables/{opened['table']}"
    assert server.ask(path).status == 403
    assert server.ask(path, Authorization="Bearer no").status == 403
    assert server.ask(path, **_key(opened)).json["table"]["you"] == 0
    invited = server.ask(path, Authorization=f"Bearer {opened['invite']}").json
    assert invited["table"]["you"] is None
    assert server.ask("/api/tables/nowhere", **_key(opened)).status == 404
