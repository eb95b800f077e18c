"""Profiles over HTTP, on both databases: made, claimed for, counted, shown, deleted."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

import funicular
from funicular.core.wire import to_json
from funicular.games.records import read_record
from funicular.live.admission.causes import SERVER
from funicular.live.collecting import collect
from funicular.live.profile_ratings import PROVED_DAYS
from funicular.native import COMPILED
from funicular.review.kept_review import KEPT_WORLDS
from funicular.store.log import Row
from funicular.store.results import DAY
from funicular.store.steps import Steps
from tests.kit.reviews_handed_in import review_handed_in
from tests.kit.signing import Signer
from tests.web.challenging import Contender
from tests.web.live import Answer, Message, live_server, nonce
from tests.web.live import Place as Server
from tests.web.test_reviews import put


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """A server that the tests of this file share, once of each kind."""
    where: Path | str = tmp_path_factory.mktemp("server") / "tables.db"
    if request.param == "postgres":
        postgres = request.getfixturevalue("postgres_server")
        where = postgres.new_database()
    with live_server(where) as place:
        yield place


class Someone(Signer):
    """A browser with a profile's key."""

    def __init__(self, server: Server) -> None:
        super().__init__()
        self._server = server

    def ask(self, path: str, body: object = None, **headers: str) -> Answer:
        host = f"127.0.0.1:{self._server.port}"
        data = None if body is None else json.dumps(body).encode()
        method = "GET" if data is None else "POST"
        signed = self.headers(method, host, path, data or b"")
        return self._server.ask(path, data, **signed, **headers)

    def make(self, name: str, *public: str) -> Message:
        made = self.ask("/api/profile", {"name": name, "public": public})
        assert made.status == 200, made.body
        profile: Message = made.json
        return profile

    def claim(self, opened: Message, token: str | None = None) -> Answer:
        bearer = f"Bearer {token or opened['token']}"
        return self.ask(f"/api/tables/{opened['table']}/claim", {}, Authorization=bearer)

    def prove(self) -> None:
        """As if it had played with another profile on enough days."""
        today = int(time.time() // DAY)

        def days() -> Steps[None]:
            for before in range(1, PROVED_DAYS + 1):
                yield (
                    "INSERT INTO opponents VALUES ($1, 'dnpup', $2, $3, 1, 0.0)",
                    (self.profile, "f" * 32, today - before),
                )

        self._server.inside(self._server.app.services.store.change(days))

    @property
    def profile_shown(self) -> Message:
        shown: Message = self.ask("/api/profile").json
        return shown


def play(server: Server, opened: Message) -> None:
    """Begin a match, and play it to its end."""

    async def main() -> None:
        async with server.guest(opened) as host:
            await host.do("start")
            await host.play_on(lambda me: me.phase == "over")

    asyncio.run(main())


def short(server: Server, **wish: Any) -> Message:  # noqa: ANN401 - of a table
    return server.open("auf-ab", options={"deals": 1}, **wish)


def test_a_match_counts_once_if_the_seat_was_claimed_before_it(server: Server) -> None:
    ada = Someone(server)
    assert ada.make("Ada")["results"] == []
    opened = short(server)
    assert ada.claim(opened).json == {"since": 1}
    # Asked again, it says nothing new and changes nothing.
    assert ada.claim(opened).status == 200
    play(server, opened)
    shown = ada.profile_shown
    (result,) = shown["results"]
    assert result["replay"] == f"{opened['table']}-1"
    assert (result["how"], result["others"], result["rated"]) == (
        "played",
        ["casual", "casual"],
        ["bots"],
    )
    record = server.ask(f"/api/replays/{result['replay']}/record").json
    assert result["totals"] == record["totals"]
    (rating,) = shown["ratings"]
    assert (rating["against"], rating["matches"]) == ("bots", 1)
    (sums,) = shown["statistics"]
    assert (sums["deals"], sums["points"]) == (1, result["points"])
    others = [points for seat, points in enumerate(result["totals"]) if seat != result["seat"]]
    assert sums["par"] == pytest.approx(sum(others) / 2)
    # Whoever collects again, here or elsewhere, counts nothing twice.
    for _ in range(2):
        server.inside(collected_again(server, opened["table"]))
    assert ada.profile_shown == shown


async def collected_again(server: Server, table: str) -> None:
    services = server.app.services
    async with services.rooms.pools.results.turn(SERVER) as turn:
        await collect(services.store, turn, table, services.store.record)


def test_a_match_that_has_begun_does_not_count_and_shows_nothing(server: Server) -> None:
    eve = Someone(server)
    made = eve.make("Eve", "rating", "statistics", "history")
    opened = short(server, start=True)
    assert eve.claim(opened).json == {"since": 2}

    async def main() -> None:
        async with server.guest(opened) as host:
            before = server.ask(f"/api/profiles/{made['id']}").body
            await host.play_on(lambda me: me.phase == "over")
            assert eve.profile_shown["results"] == []
            await host.do("ready", nonce=nonce())
            # The second match counts, once it is over and not a move before.
            await host.play_on(lambda me: me.phase == "playing" and len(me.told) > 3)
            assert server.ask(f"/api/profiles/{made['id']}").body == before
            assert eve.profile_shown["results"] == []
            await host.play_on(lambda me: me.phase == "over")
        assert [each["replay"] for each in eve.profile_shown["results"]] == [f"{opened['table']}-2"]

    asyncio.run(main())


def test_of_a_match_under_way_one_row_is_read_however_often_one_looks(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    uma = Someone(server)
    uma.make("Uma")
    opened = short(server)
    uma.claim(opened)
    asked = []

    async def main() -> None:
        async with server.guest(opened) as host:
            await host.do("start")
            await host.play_on(lambda me: me.my_turn)
            assert uma.profile_shown["results"] == []
            log = server.app.services.store
            read = log.read

            async def counted(table: str, *, after: int, most: int) -> Sequence[Row]:
                asked.append(most)
                rows: Sequence[Row] = await read(table, after=after, most=most)
                return rows

            monkeypatch.setattr(log, "read", counted)
            assert uma.profile_shown["results"] == []
            monkeypatch.undo()
            await host.play_on(lambda me: me.phase == "over")

    asyncio.run(main())
    assert asked == [1]
    assert [each["replay"] for each in uma.profile_shown["results"]] == [f"{opened['table']}-1"]


def test_who_leaves_has_left_and_stays_counted(server: Server) -> None:
    one, other = Someone(server), Someone(server)
    one.make("Otto", "rating")
    other.make("Olga", "rating")
    one.prove()
    opened = short(server)

    async def main() -> None:
        async with (
            server.guest(opened) as host,
            server.guest(opened, invite=opened["invite"]) as guest,
        ):
            sat = await guest.do("sit", name="Olga", nonce="0" * 32)
            assert one.claim(opened).status == 200
            assert other.claim(opened, sat["token"]).status == 200
            await host.do("start")
            await guest.play_on(lambda me: me.deal is not None and me.deal["turn"] > 0)
            await guest.do("stand")
            await host.play_on(lambda me: me.phase == "over")

    asyncio.run(main())
    (stayed,) = one.profile_shown["results"]
    (left,) = other.profile_shown["results"]
    assert (stayed["how"], left["how"]) == ("played", "left")
    # What a bot decided in the seat afterwards was not decided by whoever left.
    assert one.profile_shown["decisions"]["unmeasured"] == [stayed["replay"]]
    assert other.profile_shown["decisions"]["unmeasured"] == []
    # Who has proved nothing counts nothing.
    ratings = {each["against"]: each["value"] for each in one.profile_shown["ratings"]}
    theirs = {each["against"]: each["value"] for each in other.profile_shown["ratings"]}
    assert ratings["people"] == 25 > theirs["people"]
    # Nor is there enough for a list.
    assert server.ask("/api/leaderboard?game=auf-ab&against=people").json["ranked"] == []


@pytest.mark.skipif(not COMPILED, reason="there are no compiled kernels")
def test_what_decisions_cost_comes_from_reviews_that_are_kept(server: Server) -> None:
    ben = Someone(server)
    made = ben.make("Ben", "history")
    opened = server.open("ascenseur-52", options={"schedule": [2, 1]}, seats=3)
    ben.claim(opened)
    play(server, opened)
    replay = f"{opened['table']}-1"
    assert ben.profile_shown["decisions"] == {"measured": [], "unmeasured": [replay]}
    match, _ = read_record(server.ask(f"/api/replays/{replay}/record").body)
    found = funicular.review(match, worlds=KEPT_WORLDS[0])
    review = to_json(review_handed_in(match, KEPT_WORLDS[0]))
    assert put(server, replay, review).json == {"kept": True}
    (result,) = ben.profile_shown["results"]
    (cost,) = ben.profile_shown["decisions"]["measured"]
    assert ben.profile_shown["decisions"]["unmeasured"] == []
    own = [each for each in found.decisions if each.seat == result["seat"]]
    assert cost["cost"] == pytest.approx(sum(each.difference for each in own), abs=1e-3)
    assert cost["choices"] == sum(not each.forced for each in own)
    assert [cost[name] for name in ("replay", "at", "game", "seat", "undone")] == [
        result[name] for name in ("replay", "at", "game", "seat", "undone")
    ]
    assert (cost["deals"], cost["worlds"]) == (2, KEPT_WORLDS[0])
    # Others see it where it was ticked, and never what is left to measure.
    path = f"/api/profiles/{made['id']}"
    assert server.ask(path).json["decisions"] is None
    ben.make("Ben", "decisions")
    shown = server.ask(path).json
    assert shown["decisions"] == {"measured": [cost], "unmeasured": []}
    assert (shown["ratings"], shown["statistics"], shown["results"]) == (None, None, None)
    server.inside(server.app.services.store.delete_records([replay], final=True))
    assert server.ask(path).json["decisions"] == {"measured": [], "unmeasured": []}


def test_moves_taken_back_are_practice_whoever_began_the_match(server: Server) -> None:
    """A second browser that sits down, begins and leaves makes nobody's practice count."""
    lea = Someone(server)
    lea.make("Lea")
    opened = server.open("ascenseur-52", options={"schedule": [1, 1]})
    lea.claim(opened)

    async def main() -> None:
        async with (
            server.guest(opened) as host,
            server.guest(opened, invite=opened["invite"]) as guest,
        ):
            await guest.do("sit", name="Max", nonce="0" * 32)
            await host.do("start")
            await guest.do("stand")
            await host.play_on(lambda me: me.my_turn and (me.deal or {})["number"] == 2)
            await host.move()
            await host.until(lambda me: me.my_turn or me.phase != "playing")
            assert (await host.do("undo"))["type"] == "done"
            await host.until(lambda me: me.my_turn)
            await host.play_on(lambda me: me.phase == "over")

    asyncio.run(main())
    (result,) = lea.profile_shown["results"]
    assert (result["how"], result["undone"], result["rated"]) == ("played", True, [])
    assert lea.profile_shown["ratings"] == []


def test_what_is_public_is_chosen(server: Server) -> None:
    gil = Someone(server)
    made = gil.make("Gil")
    path = f"/api/profiles/{made['id']}"
    # A profile that shows nothing cannot be told from none.
    nobody = server.ask(f"/api/profiles/{'0' * 32}")
    assert nobody.status == 404
    assert server.ask(path).body == nobody.body
    assert gil.make("Gil", "statistics")["public"] == ["statistics"]
    shown = server.ask(path).json
    assert (shown["ratings"], shown["statistics"], shown["results"]) == (None, [], None)
    assert server.ask(f"{path}/results").status == 404
    gil.make("Gil", "history")
    assert server.ask(f"{path}/results").json == {"results": []}


def test_a_name_is_one_keys_and_looks_like_no_other(server: Server) -> None:
    Someone(server).make("Paul")
    other = Someone(server)
    for name in ("Paul", "PAUL", "PauI"):
        refused = other.ask("/api/profile", {"name": name})
        assert (refused.status, refused.json["code"]) == (409, "taken")
    for name in (" Paul", "Pаul", "x" * 25, ""):
        assert other.ask("/api/profile", {"name": name}).json["code"] == "malformed"
    assert other.ask("/api/profile").status == 404


def test_nothing_is_changed_without_the_key(server: Server) -> None:
    kim = Someone(server)
    made = kim.make("Kim")
    assert server.ask("/api/profile", {"name": "Kim"}).status == 401
    assert server.ask("/api/profile/delete", {}).status == 401
    unsigned = {"Funicular-Person": "0" * 32}
    assert server.ask("/api/profile", {"name": "Kim"}, **unsigned).status == 401
    host = f"127.0.0.1:{server.port}"
    body = json.dumps({"name": "Ken"}).encode()
    headers = kim.headers("POST", host, "/api/profile", body)
    other = json.dumps({"name": "Kay"}).encode()
    assert server.ask("/api/profile", other, **headers).json["code"] == "no-entry"
    assert server.ask("/api/profile", body, **headers).json["name"] == "Ken"
    assert server.ask("/api/profile", body, **headers).json["code"] == "used"
    stranger = Someone(server)
    stranger.make("Stranger")
    opened = short(server)
    wrong = stranger.claim(opened, "0" * 64)
    assert wrong.json["code"] == "no-entry"
    assert server.ask(f"/api/tables/{opened['table']}/claim", {}).status == 401
    assert kim.profile_shown["id"] == made["id"]


def test_a_deleted_profile_leaves_nothing_and_its_name_is_free(server: Server) -> None:
    ida = Someone(server)
    made = ida.make("Ida", "rating", "history")
    opened = short(server)
    ida.claim(opened)
    play(server, opened)
    assert len(ida.profile_shown["results"]) == 1
    assert ida.ask("/api/profile/delete", {}).status == 200
    assert ida.ask("/api/profile").status == 404
    assert server.ask(f"/api/profiles/{made['id']}").status == 404
    best = server.ask("/api/leaderboard?game=auf-ab&against=bots").json
    assert "Ida" not in [each["name"] for each in best["ranked"]]
    # The seat keeps the name that it had.
    assert "Zoé" in server.ask(f"/api/replays/{opened['table']}-1").json["players"]
    assert Someone(server).make("Ida")["results"] == []


def test_with_a_profile_its_browser_is_taken_off_results_of_challenges(server: Server) -> None:
    una = Someone(server)
    una.make("Una")
    player = Contender(server, "Una of the duel")
    duel = player.duel()
    opened = player.begun(duel)
    assert player.see(duel)["state"] == "playing"
    # Deleted by another browser with the same profile, it is still this one's attempt.
    assert una.ask("/api/profile/delete", {}).status == 200
    assert player.see(duel)["state"] == "playing"
    una.make("Una")
    deleted = una.ask("/api/profile/delete", {}, **{"Funicular-Person": player.secret})
    assert deleted.status == 200
    # Who it was is forgotten, and the browser gets no second attempt.
    assert player.begun(duel)["table"] == player.see(duel)["table"] == opened["table"]


def test_a_profile_tells_nothing_of_a_challenge_before_its_cards_may_be_seen(
    server: Server,
) -> None:
    vic = Someone(server)
    vic.make("Vic", "history")
    first, second = Contender(server, "First of a duel"), Contender(server, "Second of a duel")
    duel = first.duel()
    opened = first.begun(duel)
    assert vic.claim(opened).status == 200
    asyncio.run(first.play(opened))
    first.result(duel)
    # Looking at one's own profile collects what is over, and keeps records on the way.
    assert vic.profile_shown["results"] == []
    replay = f"/api/replays/{opened['table']}-1"
    for path in ("", "/record", "/positions", "/review", "/deals/1"):
        answer = server.ask(replay + path)
        assert answer.json.get("code") == "forbidden", (path, answer.body[:200])
    asyncio.run(second.play(second.begun(duel)))
    second.result(duel)
    assert vic.profile_shown["results"] == []
    assert server.ask(replay).status == 200


@pytest.mark.parametrize(
    "query",
    ["", "?game=chess", "?game=dnpup&against=all", "?game=dnpup&from=-1", "?game=dnpup&from=99999"],
)
def test_a_list_that_is_none_is_refused(server: Server, query: str) -> None:
    assert server.ask(f"/api/leaderboard{query}").status in (400, 404)


def test_a_page_that_is_none_is_refused(server: Server) -> None:
    max_ = Someone(server)
    max_.make("Max")
    for before in ("x", "1", "1,", "1,table", f"{'9' * 400},a-1", "nan,a-1"):
        assert max_.ask(f"/api/profile/results?before={before}").json["code"] == "malformed"
    assert max_.ask("/api/profile/results?before=1.5,abc-1").json == {"results": []}


def test_whoever_has_no_turn_to_collect_is_shown_what_is_there(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is lost: it is collected with a later look."""
    una = Someone(server)
    una.make("Una")
    monkeypatch.setattr(server.app.services.rooms.pools.results.queue, "_closed", True)
    assert una.profile_shown["results"] == []
    opened = short(server)
    una.claim(opened)
    play(server, opened)
    assert una.ask("/api/profile").status == 200
    monkeypatch.undo()
    assert [each["replay"] for each in una.profile_shown["results"]] == [f"{opened['table']}-1"]
