"""What if, over HTTP: a table that plays on from a move of a replay, and what is refused."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from ipaddress import ip_network
from pathlib import Path
from time import monotonic, sleep

import pytest

from funicular.core.record import parse_record, record_of
from funicular.live import rooms
from funicular.live.admission.causes import Cause
from funicular.live.admission.worker_pool import WorkerPool
from funicular.live.messages import Opened
from funicular.live.what_if import NewWhatIf, new_what_if
from funicular.table.entries import AnyEntry
from funicular.web.network_settings import NetworkSettings
from tests.web.live import PATIENCE, Message, Place, live_server
from tests.web.test_replays import NAMES, played

OPTIONS = {"schedule": [2, 3], "bidding": "simultaneous"}
SEALED = record_of(played("ascenseur-32", 4, OPTIONS), NAMES).to_json().encode()
WISH = {"deal": 2, "ply": 5, "seat": 1, "name": "Zoé", "lang": "en", "level": "casual"}


def brought(place: Place) -> str:
    """The name of a replay at this server."""
    kept: str = place.ask("/api/replays", SEALED).json["id"]
    return kept


def asked(place: Place, **wish: object) -> Message:
    """A table that plays on."""
    answer = place.ask("/api/what-if", WISH | {"pace": "instant"} | wish)
    assert answer.status == 201, answer.body
    opened: Message = answer.json
    return opened


@pytest.mark.parametrize("world", ["true", "plausible"])
def test_a_deal_is_played_on_to_its_end(server: Place, world: str) -> None:
    replay = brought(server)
    opened = asked(server, replay=replay, world=world)

    async def run() -> str:
        async with server.guest(opened) as guest:
            table = guest.table
            assert table["what_if"] == {
                "replay": replay,
                "deal": 2,
                "ply": 5,
                "seat": 1,
                "world": world,
            }
            assert (table["you"], table["open"]) == (1, False)
            assert [chair["kind"] for chair in table["chairs"]].count("bot") == 3
            await guest.play_on(lambda me: me.phase == "over")
            name: str = guest.table["result"]["replay"]
            return name

    name = asyncio.run(run())
    assert opened["table"] not in server.ask("/api/tables").body.decode()
    shown = server.ask(f"/api/replays/{name}").json
    assert shown["table"]["what_if"]["replay"] == replay
    assert shown["proof"] is None
    record = parse_record(server.ask(f"/api/replays/{name}/record").body)
    assert record.is_what_if
    before, now = parse_record(SEALED).deals[1], record.deals[0]
    assert (now.cards == before.cards) == (world == "true")
    assert now.cards.hands[1] == before.cards.hands[1]
    # A line of a line.
    again = asked(server, replay=name, deal=1, ply=6)
    assert again["table"] != opened["table"]


@pytest.mark.parametrize(
    ("wish", "status", "text"),
    [
        ({"replay": "nothere-1"}, 404, "no such"),
        ({"deal": 3}, 404, "there is no deal 3"),
        ({"deal": 0}, 404, "there is no deal 0"),
        ({"ply": 17}, 404, "one cannot play on from move 17"),
        ({"ply": 16}, 404, "This deal is over there"),
        ({"ply": -1}, 400, "int"),
        ({"ply": 2**70}, 400, "int"),
        ({"seat": 4}, 400, "seat"),
        ({"level": "grandmaster"}, 400, "grandmaster"),
        ({"world": "better"}, 400, "better"),
        ({"replay": "../etc"}, 400, "match"),
        ({"name": ""}, 400, "length"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(
    server: Place, wish: dict[str, object], status: int, text: str
) -> None:
    usual: dict[str, object] = WISH | {"replay": brought(server)}
    answer = server.ask("/api/what-if", usual | wish)
    assert (answer.status, answer.json["type"]) == (status, "refused"), answer.body
    assert text in answer.json["text"]


def test_a_match_that_is_not_over_has_no_what_if(server: Place) -> None:
    opened = server.open("ascenseur-52", start=True, seats=4)
    answer = server.ask("/api/what-if", WISH | {"replay": f"{opened['table']}-1"})
    assert answer.status == 404
    assert "not over" in answer.json["text"]


def test_another_server_of_the_same_store_has_the_table(postgres_url: str) -> None:
    with live_server(postgres_url) as one, live_server(postgres_url) as other:
        opened = asked(one, replay=brought(other))

        async def run() -> None:
            async with other.guest(opened) as guest:
                assert guest.table["what_if"]["ply"] == 5
                await guest.play_on(lambda me: me.phase == "over")

        asyncio.run(run())


def test_whoever_asks_for_many_waits_behind_themselves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A plausible deal can take as long as the pool allows; others still have their turn."""
    free = threading.Event()

    def slow(text: bytes, wish: NewWhatIf) -> tuple[tuple[AnyEntry, ...], Opened]:
        assert free.wait(PATIENCE)
        return new_what_if(text, wish)

    monkeypatch.setattr(rooms, "new_what_if", slow)
    door = NetworkSettings(proxies=(ip_network("127.0.0.1"),))
    with live_server(tmp_path / "tables.db", door=door) as place, ThreadPoolExecutor(13) as people:
        name = brought(place)
        pool = place.app.services.rooms.pools.uploads

        def ask(address: str, path: str, body: object) -> int:
            return place.ask(path, body, **{"X-Forwarded-For": address}).status

        wish = WISH | {"replay": name}
        many = [people.submit(ask, "203.0.113.1", "/api/what-if", wish) for _ in range(12)]
        until(lambda: pool.running == 1 and pool.waiting == 11)
        other = people.submit(ask, "203.0.113.2", "/api/replays", SEALED)
        # While one of theirs is made and eleven wait.
        assert other.result() == 201
        free.set()
        assert {each.result() for each in many} == {201}


def test_a_table_that_nobody_waits_for_is_not_made(server: Place) -> None:
    """While the pool is busy with another, so that it cannot have begun."""
    body = json.dumps(WISH | {"replay": brought(server)}).encode()
    pool = server.app.services.rooms.pools.uploads
    free = threading.Event()
    with ThreadPoolExecutor(1) as people:
        holding = people.submit(server.inside, hold_all(pool, free))
        until(lambda: pool.running == 2)
        with socket.create_connection(("127.0.0.1", server.port)) as client:
            head = f"POST /api/what-if HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(body)}"
            client.sendall(head.encode() + b"\r\n\r\n" + body)
            until(lambda: pool.waiting == 1)
        until(lambda: pool.waiting == 0)
        free.set()
        holding.result()


async def hold_all(pool: WorkerPool, free: threading.Event) -> None:
    """Let two addresses have the two turns until it is free."""
    held = [pool.run(Cause((f"192.0.2.{each}",)), free.wait, PATIENCE) for each in range(2)]
    await asyncio.gather(*held)


def test_nobody_plays_on_from_a_move_that_takes_long_to_reach(server: Place) -> None:
    """What a plausible deal takes grows with the square of its moves; nothing is begun."""
    name = brought(server)
    for world in ("true", "plausible"):
        answer = server.ask("/api/what-if", WISH | {"replay": name, "ply": 9000, "world": world})
        assert answer.status == 400
        assert "not from move 9000" in answer.json["text"]


def until(true: Callable[[], bool]) -> None:
    end = monotonic() + PATIENCE
    while not true():
        assert monotonic() < end
        sleep(0.002)
