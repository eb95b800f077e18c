"""Looking at a replay: done once, in one pass, in parts, and for nobody who has gone."""

from __future__ import annotations

import asyncio
import gzip
import json
import random
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import asdict

import funicular
from bench.long_logs import LongTable
from funicular.core.errors import FunicularError
from funicular.core.record import parse_record, play_deal, record_of
from funicular.core.wire import to_json
from funicular.games.ascenseur import state as ascenseur
from funicular.games.dnpup import state as dnpup
from funicular.games.records import game_in, replay_record
from funicular.lang import Reader
from funicular.live.admission.causes import SERVER, Cause
from funicular.live.admission.worker_pool import GivenUp
from funicular.native import COMPILED
from funicular.review.kept_review import KEPT_WORLDS
from funicular.store.log import StoreFailed
from funicular.table.replay import PART, film, films, parts_of_film
from funicular.web import replays
from funicular.web.network_settings import NetworkSettings
from funicular.web.played_records import PlayedRecords
from funicular.web.response_cache import ResponseCache, piece_of
from tests.kit.reviews_handed_in import review_handed_in
from tests.web.live import PATIENCE, Answer, Place, live_server
from tests.web.test_reviews import BLUNDER, put

FLIPS = 2 * PART + 300
ENGLISH = Reader("en", ("Zoé", "Max"))


def flipped(flips: int) -> bytes:
    """A record of a deal in which nobody does anything but turn their hand over."""
    game = funicular.game("dnpup", seats=2, turn_cap=10_000)
    match = game.match(deals=1).deal(random.Random(1))
    for _ in range(flips):
        match = match.play(match.to_act[0], game.parse_move("flip"))
    return record_of(match, ("Zoé", "Max")).to_json().encode()


class Plays:
    """How many moves were played by the rules of a game, and in which threads."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, rules: Any = dnpup) -> None:  # noqa: ANN401 - a module
        self.count = 0
        self.threads: set[str] = set()
        play = rules.State.play

        def counting(state: Any, seat: int, move: Any) -> Any:  # noqa: ANN401 - of its game
            self.count += 1
            self.threads.add(threading.current_thread().name)
            return play(state, seat, move)

        monkeypatch.setattr(rules.State, "play", counting)


@pytest.fixture
def plays(monkeypatch: pytest.MonkeyPatch) -> Plays:
    return Plays(monkeypatch)


@pytest.fixture(scope="module")
def record() -> bytes:
    return flipped(FLIPS)


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    with live_server(tmp_path_factory.mktemp("server") / "tables.db") as place:
        yield place


def test_a_film_is_made_in_one_pass(record: bytes, plays: Plays) -> None:
    """A move is played once to find the end of the deal, and once for its frame."""
    replay = replays.read_replay(record)
    assert plays.count == FLIPS
    plays.count = 0
    shown = film(replay.match.states[0], 1, ENGLISH)
    assert plays.count == FLIPS
    assert len(shown.frames) == FLIPS + 1
    assert all(asdict(frame.sight)["history"] == () for frame in shown.frames)


def test_the_parts_of_a_film_are_the_whole(record: bytes) -> None:
    state = replays.read_replay(record).match.states[0]
    whole = film(state, 1, ENGLISH)
    parts = films(state, 1, ENGLISH)
    assert [(each.part, each.parts) for each in parts] == [(1, 3), (2, 3), (3, 3)]
    assert max(len(each.frames) for each in parts) == PART
    assert tuple(frame for each in parts for frame in each.frames) == whole.frames
    assert tuple(told for each in parts for told in each.told) == whole.told
    # A deal as people play it has one part, and its film is written as ever.
    assert b'"part' not in to_json(film(state, 1, ENGLISH))


def test_a_long_record_is_watched_in_parts_and_played_once(
    here: Place, record: bytes, plays: Plays
) -> None:
    kept = here.ask("/api/replays", record)
    assert kept.status == 201
    # The rules have looked at every move once.
    assert plays.count == FLIPS
    plays.count = 0
    path = f"/api/replays/{kept.json['id']}/deals/1?lang=en"
    found = [here.ask(f"{path}&part={part}").json for part in (1, 2, 3)]
    assert sum(len(each["frames"]) for each in found) == FLIPS + 1
    # Once more for its frames; what the upload has played is there.
    assert plays.count == FLIPS
    for _ in range(5):
        assert here.ask(path).status == 200
        assert here.ask(f"/api/replays/{kept.json['id']}").status == 200
    assert plays.count == FLIPS
    assert plays.threads == {"pool-uploads", "pool-replays"}
    for part in ("0", "4", "x"):
        assert here.ask(f"{path}&part={part}").status == 404
    # What is not there is not looked for by playing either.
    assert plays.count == FLIPS


@pytest.mark.skipif(not COMPILED, reason="reviews are checked by the compiled kernels")
def test_from_its_upload_to_a_review_that_is_kept_a_record_is_played_once(
    here: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = replay_record(parse_record(BLUNDER))
    review = review_handed_in(match, KEPT_WORLDS[0])
    # Judging plays on in the kernel: what is played by the rules is the match.
    plays = Plays(monkeypatch, ascenseur)
    name = here.ask("/api/replays", BLUNDER).json["id"]
    path = f"/api/replays/{name}"
    for part in ("", "/positions", "/record"):
        assert here.ask(path + part).status == 200
    assert here.ask(f"{path}/review", {"places": [0, 1]}).status == 200
    assert here.ask(f"{path}/accounts", {"judged": [None] * len(review.best)}).status == 200
    assert put(here, name, to_json(review)).json == {"kept": True}
    assert plays.count == sum(len(state.history) for state in match.states)


def test_matches_are_kept_up_to_a_number_of_moves(plays: Plays) -> None:
    texts = [flipped(flips) for flips in (40, 41, 42)]
    records = [parse_record(text) for text in texts]
    kept = PlayedRecords(most=100)
    plays.count = 0
    for text, record in [*zip(texts, records, strict=True)] * 2:
        kept.match(text, record)
    # Two of them have room, and each pushes out the one that comes next.
    assert plays.count == 2 * (40 + 41 + 42)
    kept.match(texts[2], records[2])
    kept.match(texts[1], records[1])
    assert plays.count == 2 * (40 + 41 + 42)


@pytest.mark.parametrize("moves", [0, 1, PART - 1, PART, PART + 1, 2 * PART - 1])
def test_the_number_of_parts_is_known_before_a_film_is_made(moves: int) -> None:
    record = parse_record(flipped(moves))
    state = play_deal(game_in(record), record.deals[0])
    assert parts_of_film(moves) == len(films(state, 1, ENGLISH))


def test_a_part_of_the_positions_that_is_not_there_costs_nothing(here: Place, plays: Plays) -> None:
    kept = here.ask("/api/replays", flipped(20)).json["id"]
    plays.count = 0
    for part in ("0", "2", "x"):
        assert here.ask(f"/api/replays/{kept}/positions?part={part}").status == 404
    assert plays.count == 0
    assert here.ask(f"/api/replays/{kept}/positions?part=1").status == 200


def test_pieces_are_sent_compressed_or_not_at_all(here: Place, record: bytes) -> None:
    path = f"/api/replays/{here.ask('/api/replays', record).json['id']}/deals/1"
    plain = here.ask(path)
    packed = here.ask(path, **{"Accept-Encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body) == plain.body
    again = here.ask(path, **{"If-None-Match": plain.headers["etag"]})
    assert (again.status, again.body) == (304, b"")


def test_pieces_are_bounded_in_bytes() -> None:
    pieces = ResponseCache(most=10_000)
    for number in range(100):
        pieces.put(number, piece_of(random.Random(number).randbytes(500).hex()))
    assert pieces.size <= 10_000
    assert pieces.get(99) is not None
    assert pieces.get(0) is None


def test_a_record_is_checked_no_further_once_its_client_has_gone(
    record: bytes, monkeypatch: pytest.MonkeyPatch, plays: Plays
) -> None:
    def gone() -> None:
        if plays.count == 10:
            raise GivenUp

    monkeypatch.setattr(replays, "go_on", gone)
    with pytest.raises(GivenUp):
        replays.read_replay(record)
    assert plays.count == 10


def test_an_upload_whose_client_has_gone_is_given_up(
    here: Place, record: bytes, plays: Plays
) -> None:
    """While the pool is busy with another, so that it cannot have begun."""
    pool = here.app.services.rooms.pools.uploads
    busy, free = threading.Event(), threading.Event()

    def hold() -> None:
        busy.set()
        assert free.wait(PATIENCE)

    async def upload() -> None:
        # Each of the two turns, for another address.
        held = [pool.run(Cause((f"192.0.2.{each}",)), hold) for each in range(2)]
        holding = asyncio.gather(*held)
        try:
            # Otherwise what waits may be this one.
            await until(lambda: pool.running == 2)
            reader, writer = await asyncio.open_connection("127.0.0.1", here.port)
            head = (
                "POST /api/replays HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                f"Content-Length: {len(record)}\r\n\r\n"
            )
            writer.write(head.encode() + record)
            await writer.drain()
            await until(lambda: pool.waiting == 1)
            writer.close()
            await until(lambda: pool.waiting == 0)
            del reader
        finally:
            free.set()
            await holding

    here.inside(upload())
    assert plays.count == 0


def test_whoever_watches_much_waits_behind_themselves(tmp_path: Path) -> None:
    """Films of other addresses find room in the pool, however many one address asks for."""
    door = NetworkSettings(proxies=(ip_network("127.0.0.1"),))
    with live_server(tmp_path / "tables.db", door=door) as place, ThreadPoolExecutor(31) as people:
        name = place.ask("/api/replays", flipped(20)).json["id"]
        pool = place.app.services.rooms.pools.replays
        busy, free = threading.Event(), threading.Event()

        def hold() -> None:
            busy.set()
            assert free.wait(PATIENCE)

        def ask(address: str, part: int) -> int:
            path = f"/api/replays/{name}/deals/1?part={part}"
            return place.ask(path, **{"X-Forwarded-For": address}).status

        async def full() -> None:
            await until(lambda: pool.waiting == 29)

        holding = people.submit(place.inside, pool.run(Cause(("203.0.113.1",)), hold))
        assert busy.wait(PATIENCE)
        many = [people.submit(ask, "203.0.113.1", part) for part in range(2, 31)]
        try:
            place.inside(full())
            # While one of theirs is made and 29 wait.
            assert ask("203.0.113.2", 1) == 200
        finally:
            free.set()
        holding.result()
        assert {each.result() for each in many} == {404}


async def until(true: Any) -> None:  # noqa: ANN401 - a question
    async with asyncio.timeout(PATIENCE):
        while not true():  # noqa: ASYNC110 - the server tells nobody
            await asyncio.sleep(0.002)


# What strangers are told.


async def failing(*_: object, **__: object) -> None:
    raise StoreFailed("store.failed", problem="disk /dev/sda1 is on fire")


@pytest.mark.parametrize("path", ["", "/deals/1", "/record"])
def test_what_ails_the_store_is_not_told_to_strangers(
    here: Place, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setattr(here.app.services.store, "record", failing)
    busy(here.ask(f"/api/replays/{'0' * 24}{path}"))


def test_nor_when_a_record_cannot_be_kept(here: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(here.app.services.store, "keep_record", failing)
    busy(here.ask("/api/replays", flipped(3)))


def busy(answer: Answer) -> None:
    assert answer.status == 503
    assert answer.json["code"] == "busy"
    assert b"fire" not in answer.body


def test_nothing_on_the_way_keeps_a_record(here: Place) -> None:
    name = here.ask("/api/replays", flipped(5)).json["id"]
    assert here.ask(f"/api/replays/{name}/record").headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "path", ["/", "/api/games", "/api/tables", "/api/replays/x", "/nowhere.js", "/healthz"]
)
def test_every_answer_says_whether_it_may_be_kept(here: Place, path: str) -> None:
    for body in (None, b"{}"):
        assert here.ask(path, body).headers["cache-control"] in ("no-store", "no-cache")


# Matches of tables.


def test_every_match_of_an_old_table_is_found_once_in_its_log_and_then_in_the_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = LongTable(deals=1)
    rows = long.rows(600)
    assert long.table.finished > 3

    with live_server(tmp_path / "tables.db") as server:
        log = server.app.services.store
        server.inside(log.append(long.where.table, rows))
        read: list[str] = []
        whole = log.read

        async def reading(table: str, **how: Any) -> Any:  # noqa: ANN401 - as a store
            read.append(table)
            return await whole(table, **how)

        monkeypatch.setattr(log, "read", reading)
        paths = [f"/api/replays/{long.where.table}-{n}" for n in range(1, long.table.finished + 1)]
        found = [server.ask(path) for path in reversed(paths)]
        assert [answer.status for answer in found] == [200] * len(paths)
        read.clear()
        again = [server.ask(f"{path}/record") for path in paths]
        assert [answer.status for answer in again] == [200] * len(paths)
        assert not read
        last = msgspec.json.decode(again[-1].body)
        assert last == json.loads(long.table.played[-1].record.to_json())
        assert server.ask(f"/api/replays/{long.where.table}-{len(paths) + 1}").status == 404
        with pytest.raises(FunicularError):
            server.inside(server.app.services.replays.text("nowhere-1", SERVER))
