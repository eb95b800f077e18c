"""What one connection, one seat and one table may take: time, sockets, bodies, chat."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections import Counter
from contextlib import AsyncExitStack, suppress
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from funicular.live.admission.figures import OF_ADDRESS, OF_SEAT, OF_TABLE
from funicular.live.admission.rates import Rate, SharedRate
from funicular.web import conversation
from funicular.web import socket as table_socket
from funicular.web.guards import guard, limits, strangers
from funicular.web.guards.turnstile import Turnstile
from funicular.web.server import listen
from tests.system.fuzz.wire import PING, Closed, Line, frame, line
from tests.web import live
from tests.web.flooding import NarrowLine, cuts, greeted, narrow
from tests.web.live import Guest, Place, live_server
from tests.web.test_limits import LIMITED, SLOWLY, asked_to_wait, greet

MOST_DRIPS = 2000


def key(opened: dict[str, Any]) -> dict[str, str]:
    return {"Authorization": f"Bearer {opened['token']}"}


# Time.


def test_pings_of_the_socket_do_not_count_as_a_sign_of_life(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conversation, "SILENT_SECONDS", 0.3)
    monkeypatch.setattr(guard, "CLOSE_SECONDS", 0.2)
    with live_server(tmp_path / "tables.db") as place, line(place.port) as wire:
        greeted(wire, place.open())
        with pytest.raises(Closed) as closed:
            ping_on(wire)
        assert closed.value.code == conversation.SILENT_CLOSE


def ping_on(wire: Line) -> None:
    for _ in range(MOST_DRIPS):
        wire.send(frame(b"", PING))
        wire.frame()
        # Slower than a flood.
        time.sleep(0.02)


def test_a_client_that_never_reads_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It asks, is refused in words, and takes none of them: too much waits to be sent."""
    monkeypatch.setattr(live, "listen", lambda *where: narrow(listen(*where)))
    monkeypatch.setattr(guard, "DEAF_SECONDS", 0.2)
    with live_server(tmp_path / "tables.db") as place:
        wire = greeted(NarrowLine(place.port), place.open())
        wire.send(frame(b'{"type":"why","id":"' + b"x" * 60 + b'","move":"?"}') * 550)
        until_cut(place, "deaf")
        wire.socket.close()


def test_a_client_that_takes_nothing_of_an_answer_is_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "listen", lambda *where: narrow(listen(*where)))
    monkeypatch.setattr(guard, "DEAF_SECONDS", 0.2)
    with live_server(tmp_path / "tables.db") as place:
        wire = NarrowLine(place.port)
        wire.send(b"GET /api/rules/dnpup HTTP/1.1\r\nHost: localhost\r\n\r\n" * 10)
        until_cut(place, "deaf")
        wire.socket.close()


def until_cut(place: Place, reason: str) -> None:
    deadline = time.monotonic() + live.PATIENCE
    while not cuts(place.app, reason):
        assert time.monotonic() < deadline
        time.sleep(0.01)


# Bodies.

POST = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50000\r\n\r\n"


def drip(wire: Line) -> bool:
    """Send a byte at a time; whether that comes to an end."""
    try:
        for _ in range(MOST_DRIPS):
            wire.socket.sendall(b" ")
            time.sleep(0.01)
    except ConnectionError:
        return True
    return False


@pytest.mark.parametrize("parser", ["httptools", "h11"])
def test_a_body_that_drips_ends_with_its_refusal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, parser: str
) -> None:
    monkeypatch.setattr("funicular.web.responses.BODY_SECONDS", 0.2)
    monkeypatch.setattr(guard, "CLOSE_SECONDS", 0.2)
    with live_server(tmp_path / "tables.db", protocols={"http": parser}) as place:
        with line(place.port) as wire:
            wire.send(POST)
            assert drip(wire)
        with line(place.port) as wire:
            wire.send(POST)
            answer = wire.rest()
            assert answer.startswith(b"HTTP/1.1 408 ")
            assert b"connection: close\r\n" in answer.lower()


@pytest.mark.parametrize("parser", ["httptools", "h11"])
def test_a_body_that_is_too_long_is_refused_in_words_and_the_rest_not_waited_for(
    tmp_path: Path, parser: str
) -> None:
    head = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000000\r\n\r\n"
    with (
        live_server(tmp_path / "tables.db", protocols={"http": parser}) as place,
        line(place.port) as wire,
    ):
        # Far more than is read before the answer, far less than is announced.
        wire.send(head + b" " * 1_000_000)
        answer = wire.rest()
        assert answer.startswith(b"HTTP/1.1 413 ")
        assert b"too-long" in answer
        assert place.ask("/api/languages").status == 200


def test_a_body_that_nobody_reads_ends_the_connection_and_a_whole_one_does_not(
    tmp_path: Path,
) -> None:
    with live_server(tmp_path / "tables.db") as place:
        with line(place.port) as wire:
            wire.send(
                b"GET /api/languages HTTP/1.1\r\nHost: x.localhost\r\nContent-Length: 9\r\n\r\n12"
            )
            assert b"connection: close\r\n" in wire.rest().lower()
        with line(place.port) as wire:
            for _ in range(3):
                wire.send(POST.replace(b"50000", b"2") + b"{}")
                head = wire.until(b"\r\n\r\n").lower()
                assert b" 400 " in head
                wire.exactly(int(head.partition(b"content-length: ")[2].partition(b"\r\n")[0]))


# Requests.


def test_who_goes_on_after_being_told_to_wait_is_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(OF_ADDRESS, "requests", Rate(5, SLOWLY))
    monkeypatch.setitem(OF_ADDRESS, "refusals", Rate(8, SLOWLY))
    monkeypatch.setattr(guard, "MOST_SCOLDED", 3)
    statuses: Counter[bytes] = Counter()
    with live_server(tmp_path / "tables.db", door=LIMITED) as place:
        for _ in range(6):
            with line(place.port) as wire, suppress(Closed):
                while True:
                    wire.send(b"HEAD /api/languages HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    statuses[wire.until(b"\r\n\r\n").split()[1]] += 1
        # Each connection is told three times and all together eight; the others hear nothing.
        assert statuses == {b"200": 5, b"429": 6}
        assert cuts(place.app, "requests") == 6


def test_only_a_few_requests_begin_each_time_round() -> None:
    async def main() -> list[int]:
        turnstile, rounds, began = Turnstile(4), 0, []

        async def request() -> None:
            await turnstile.enter("192.0.2.1")
            began.append(rounds)

        requests = [asyncio.create_task(request()) for _ in range(22)]
        # One that has gone holds nobody up.
        await asyncio.sleep(0)
        requests[10].cancel()
        while not all(each.done() for each in requests):
            rounds += 1
            await asyncio.sleep(0)
        return began

    began = asyncio.run(main())
    assert len(began) == 21
    assert began == sorted(began)
    assert max(Counter(began).values()) <= 4


def test_an_address_with_many_requests_in_line_holds_up_its_own_only() -> None:
    async def main() -> list[str]:
        turnstile, began = Turnstile(1), []

        async def request(address: str) -> None:
            await turnstile.enter(address)
            began.append(address)

        await asyncio.gather(*map(request, [*["192.0.2.1"] * 50, "192.0.2.2", "192.0.2.3"]))
        return began

    began = asyncio.run(main())
    assert len(began) == 52
    assert {"192.0.2.2", "192.0.2.3"} <= set(began[:6])


# Sockets.


def test_a_seat_may_have_some_sockets_open_and_not_hundreds(
    server: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_socket, "MOST_OF_A_SEAT", 2)
    monkeypatch.setattr(table_socket, "MOST_WATCHERS", 1)

    async def main() -> None:
        mine = server.open()
        async with server.guest(mine), server.guest(mine):
            refused, code = await greet(server, mine["table"], token=mine["token"])
            assert (refused["code"], code) == ("too-fast", 4029)
            assert refused["wait"] == limits.SOCKETS_WAIT
            async with server.guest(mine, invite=mine["invite"]):
                refused, code = await greet(server, mine["table"], invite=mine["invite"])
                assert (refused["code"], code) == ("too-fast", 4029)

    asyncio.run(main())


def test_of_too_many_that_say_nothing_the_oldest_gives_way(
    server: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(strangers, "MOST_STRANGERS", 3)
    mine = server.open()
    path = f"/api/tables/{mine['table']}/socket"
    with line(server.port) as first, line(server.port) as second, line(server.port) as third:
        for each in (first, second, third):
            each.upgrade(path)
        with line(server.port) as player:
            greeted(player, mine)
            first.rest()
            for each in (second, third):
                each.send(frame(b"", PING))
                each.frame()


# Commands.


def test_ten_sockets_of_one_seat_talk_no_faster_than_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(OF_SEAT, "talk", Rate(8, SLOWLY))

    async def say(guest: Guest) -> list[str]:
        answers = [await guest.do("say", text=f"line {number}") for number in range(5)]
        return [each.get("code", "done") for each in answers]

    async def main(place: Place) -> None:
        mine = place.open()
        async with AsyncExitStack() as all_of_them:
            sockets = [await all_of_them.enter_async_context(place.guest(mine)) for _ in range(10)]
            said = Counter(chain.from_iterable(await asyncio.gather(*map(say, sockets))))
            assert said == {"done": 8, "too-fast": 42}
            # Nor over HTTP beside them; whatever is not talk goes on.
            wish = {"id": secrets.token_hex(8), "command": {"do": "say", "text": "once more"}}
            path = f"/api/tables/{mine['table']}/commands"
            assert asked_to_wait(await asyncio.to_thread(place.ask, path, wish, **key(mine)))
            assert (await sockets[0].do("rename", name="Bea"))["type"] == "done"

    with live_server(tmp_path / "tables.db") as place:
        asyncio.run(main(place))


def test_a_table_has_a_rate_and_who_asks_little_is_served_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(OF_SEAT, "commands", Rate(20, SLOWLY))
    monkeypatch.setitem(OF_TABLE, "commands", SharedRate(Rate(10, SLOWLY), reserves=False))

    async def main(place: Place) -> None:
        mine = place.open()
        hello = {"invite": mine["invite"]}
        async with place.guest(mine) as storm, place.guest(mine, **hello) as quiet:
            await quiet.do("sit", name="Bea", nonce=live.nonce())
            answers = [await storm.do("rename", name=f"A{number}") for number in range(20)]
            codes = [each.get("code", "done") for each in answers]
            assert codes == ["done"] * 9 + ["too-fast"] * 11
            assert [(await quiet.do("rename", name="Cy"))["type"] for _ in range(3)] == ["done"] * 3

    with live_server(tmp_path / "tables.db") as place:
        asyncio.run(main(place))


def test_a_packed_message_is_no_longer_unpacked(server: Place) -> None:
    async def main() -> int | None:
        async with server.guest(server.open()) as me:
            await me.socket.send(json.dumps({"type": "ping", "x": " " * 200_000}))
            await me.socket.wait_closed()
            return me.socket.close_code

    assert asyncio.run(main()) == 1009
