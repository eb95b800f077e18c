"""Over HTTP: a table's match watched again and verified, records brought along, lessons."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

import funicular
from funicular.core.record import Record
from funicular.core.wire import from_json
from funicular.games.records import read_record
from funicular.table.deals import verify
from tests.web.live import Message, Place


def play_out(server: Place, game: str, wish: dict[str, Any]) -> Message:
    """A table whose match is over."""
    opened = server.open(game, start=True, **wish)

    async def play() -> None:
        async with server.guest(opened) as host:
            await host.play_on(lambda me: me.phase == "over")

    asyncio.run(play())
    return opened


@pytest.mark.parametrize(
    ("game", "wish"),
    [
        ("auf-ab", {"options": {"deals": 1}}),
        ("dnpup", {"options": {"points_to_win": 2}}),
        ("ascenseur-52", {"deals": 3, "seats": 4}),
    ],
)
def test_a_match_that_is_over_can_be_watched_and_its_deals_verified(
    server: Place, game: str, wish: dict[str, Any]
) -> None:
    name = f"{play_out(server, game, wish)['table']}-1"
    replay = server.ask(f"/api/replays/{name}?lang=fr").json
    assert replay["table"]["result"]["replay"] == name
    for deal in replay["deals"]:
        film = server.ask(f"/api/replays/{name}/deals/{deal['number']}").json
        assert len(film["frames"]) == deal["moves"] + 1
    record = server.ask(f"/api/replays/{name}/record")
    assert "attachment" in record.headers["content-disposition"]
    match, _ = read_record(record.body)
    assert all(verify(from_json(record.body, Record), match))


def test_a_match_that_is_not_over_shows_nothing(server: Place) -> None:
    opened = server.open(start=True)
    for rest in ("", "/deals/1", "/record"):
        refused = server.ask(f"/api/replays/{opened['table']}-1{rest}")
        assert refused.status == 404
        assert "all hands" in refused.json["text"]


@pytest.mark.parametrize("name", ["nothing", "nothing-1", "-", "x-99999999999999999999", "%2e%2e"])
def test_a_replay_that_is_not_there_is_refused(server: Place, name: str) -> None:
    assert server.ask(f"/api/replays/{name}").status == 404


def test_a_record_comes_back_as_the_replay_it_is(server: Place) -> None:
    opened = play_out(server, "auf-ab", {"options": {"deals": 1}})
    record = server.ask(f"/api/replays/{opened['table']}-1/record").body
    brought, again = (server.ask("/api/replays", record) for _ in range(2))
    assert brought.status == 201
    assert brought.json == again.json
    name = brought.json["id"]
    assert server.ask(f"/api/replays/{name}/record").body == record
    assert server.ask(f"/api/replays/{name}").json["proof"]["nonces"][1:] == ["", ""]
    assert server.ask(f"/api/replays/{name}/deals/1").json["kind"] == "auf-ab"
    assert server.ask(f"/api/replays/{name}/deals/2").status == 404


def test_a_name_that_hides_something_is_refused_wherever_it_is_in_a_record(server: Place) -> None:
    opened = play_out(server, "auf-ab", {"options": {"deals": 1}})
    record = server.ask(f"/api/replays/{opened['table']}-1/record").json
    assert record["seating"][0]["what"] == "began"
    assert server.ask("/api/replays", record).status == 201
    record["seating"][0]["name"] = "Z\u202eo\u00e9"
    assert server.ask("/api/replays", record).status == 400


@pytest.mark.parametrize("body", [b"", b"{}", b"[1", b'{"format": "funicular-record"}', b"\xff"])
def test_a_damaged_record_is_refused_in_the_players_language(server: Place, body: bytes) -> None:
    for lang in funicular.languages():
        refused = server.ask(f"/api/replays?lang={lang}", body)
        assert refused.status == 400
        assert refused.json["text"]


def test_a_record_that_is_too_long_is_refused(server: Place) -> None:
    assert server.ask("/api/replays", b" " * (2 * 1024 * 1024 + 1)).status == 413


@pytest.mark.parametrize("game", funicular.GAMES)
def test_a_lesson_can_be_done_to_its_end(server: Place, game: str) -> None:
    lesson = server.ask(f"/api/lessons/{game}?lang=fr").json
    for number, step in enumerate(lesson["steps"]):
        for move in step["accept"]:
            assert move in step["deal"]["legal"]
            body = {"step": number, "move": move}
            tried = server.ask(f"/api/lessons/{game}/tries?lang=fr", body).json
            assert tried["verdict"] == "right"


@pytest.mark.parametrize("body", [b"", b"{}", b'{"step": 1}', b'{"step": 1, "move": 2}'])
def test_a_try_that_is_none_is_refused(server: Place, body: bytes) -> None:
    assert server.ask("/api/lessons/dnpup/tries", body).status == 400
    assert server.ask("/api/lessons/chess").status == 404


def test_who_has_a_lesson_already_is_told_only_that(server: Place) -> None:
    first = server.ask("/api/lessons/dnpup")
    same = {"If-None-Match": first.headers["etag"]}
    assert server.ask("/api/lessons/dnpup", **same).status == 304
    assert json.loads(first.body)["game"] == "dnpup"
