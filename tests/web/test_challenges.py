"""The daily deal and duels over HTTP: everybody once, the same cards, nothing told too early."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from funicular.challenge import calendar
from funicular.challenge.answers import AskBot
from funicular.challenge.challenge import Challenge
from funicular.challenge.checking import SeatOutcome, check_attempt
from funicular.core.game import View
from funicular.core.match import Match
from funicular.core.record import parse_record
from funicular.games.records import replay_record
from funicular.live import challenges as live_challenges
from funicular.live.admission.causes import SERVER, Cause
from funicular.live.admission.figures import CHECKS, EXPERTS
from funicular.table.deals import commitment, verify
from tests.web.challenging import Contender, refused
from tests.web.live import PATIENCE, Place, live_server


@pytest.fixture
def ada(server: Place, request: pytest.FixtureRequest) -> Contender:
    return Contender(server, f"Ada{abs(hash(request.node.name)) % 10**6}")


@pytest.fixture
def bo(server: Place, request: pytest.FixtureRequest) -> Contender:
    return Contender(server, f"Bo{abs(hash(request.node.name)) % 10**6}")


def play(who: Contender, challenge: str) -> dict[str, object]:
    asyncio.run(who.play(who.begun(challenge)))
    return who.result(challenge)


def test_two_who_make_the_same_moves_have_the_same_result(ada: Contender, bo: Contender) -> None:
    duel = ada.duel()
    assert ada.see(duel)["state"] == "new"
    one, other = play(ada, duel)["result"], play(bo, duel)["result"]
    assert isinstance(one, dict)
    assert isinstance(other, dict)
    assert (one["points"], one["lead"]) == (other["points"], other["lead"])
    assert [deal["lead"] for deal in one["deals"]] == [deal["lead"] for deal in other["deals"]]
    # They share the first place, and half of the matchpoints.
    assert (other["rank"], other["share"]) == (1, 0.5)
    assert sum(bar["players"] for bar in other["bars"]) == 2
    assert other["bars"][other["bar"]]["players"] == 2


def test_nobody_plays_twice_and_two_tabs_are_one_attempt(ada: Contender, bo: Contender) -> None:
    duel = ada.duel()
    opened, again = ada.begun(duel), ada.begun(duel)
    # On with the same table; the token of before lets nobody in.
    assert again["table"] == opened["table"]
    stale = ada.place.ask(
        f"/api/tables/{opened['table']}", Authorization=f"Bearer {opened['token']}"
    )
    assert refused(stale) == "no-entry"
    asyncio.run(ada.play(again))
    ada.result(duel)
    assert refused(ada.begin(duel)) == "taken"
    assert (
        refused(ada.ask(f"/api/challenges/{duel}/results", {"table": opened["table"]})) == "taken"
    )
    # Another person's table, and one that is no attempt.
    assert (
        refused(bo.ask(f"/api/challenges/{duel}/results", {"table": opened["table"]}))
        == "forbidden"
    )
    bo.begun(duel)
    other = bo.place.open()["table"]
    for table in (opened["table"], other):
        answer = bo.ask(f"/api/challenges/{duel}/results", {"table": table})
        assert refused(answer) == "forbidden"
    assert bo.see(duel)["state"] == "playing"


def test_an_unfinished_match_is_no_result(ada: Contender) -> None:
    duel = ada.duel()
    opened = ada.begun(duel)
    answer = ada.ask(f"/api/challenges/{duel}/results", {"table": opened["table"]})
    assert refused(answer) == "unknown"
    assert ada.see(duel)["finished"] == 0


def test_a_duel_is_for_as_many_as_it_was_opened_for(ada: Contender, bo: Contender) -> None:
    duel = ada.duel()
    ada.begun(duel)
    bo.begun(duel)
    assert refused(Contender(ada.place, "Third").begin(duel)) == "full"


def test_cards_and_seed_are_secret_until_all_have_played(ada: Contender, bo: Contender) -> None:
    duel = ada.duel()
    committed = ada.see(duel)["commitment"]
    table = ada.begun(duel)
    guest = asyncio.run(ada.play(table))
    replay = f"{table['table']}-1"
    seen = ada.result(duel)
    assert seen["seed"] is None
    assert seen["replay"] is None
    assert guest.table["proof"]["seed"] is None
    assert guest.table["proof"]["commitment"] == committed
    for path in ("", "/record", "/deals/1"):
        assert refused(ada.ask(f"/api/replays/{replay}{path}")) == "forbidden"
    # Bo has not played, and hears of no result.
    assert bo.see(duel)["result"] is None
    assert refused(bo.ask(f"/api/challenges/{duel}/leaderboard")) == "forbidden"
    play(bo, duel)
    seen = ada.see(duel)
    assert commitment(seen["seed"]) == committed
    assert seen["replay"] == replay
    record = ada.ask(f"/api/replays/{replay}/record")
    assert record.status == 200
    read = parse_record(record.body.decode())
    assert all(verify(read, replay_record(read)))
    board = bo.ask(f"/api/challenges/{duel}/leaderboard").json
    assert [(row["rank"], row["name"], row["you"]) for row in board["rows"]] == [
        (1, ada.name, False),
        (1, bo.name, True),
    ]


def test_whoever_likes_is_not_named(ada: Contender) -> None:
    duel = ada.duel()
    asyncio.run(ada.play(ada.begin(duel, unnamed=True).json))
    ada.result(duel)
    (row,) = ada.ask(f"/api/challenges/{duel}/leaderboard").json["rows"]
    assert row["name"] == ""


def test_an_attempt_has_no_help_and_no_other_players(ada: Contender) -> None:
    opened = ada.begun(ada.duel())

    async def try_all() -> None:
        async with ada.place.guest(opened) as guest:
            await guest.until(lambda me: me.my_turn)
            assert guest.deal is not None
            await guest.move(guest.deal["legal"][0])
            await guest.until(lambda me: me.my_turn)
            assert guest.table["undo"] == "no"
            assert guest.table["challenge"]
            assert {chair["level"] for chair in guest.table["chairs"] if chair["seat"]} == {
                guest.table["level"]
            }
            assert "@" not in guest.table["level"]
            for command, fields in {
                "undo": {},
                "stand": {},
                "claim": {"turn": guest.deal["turn"]},
                "bot": {"seat": 0, "level": "expert"},
                "clear": {"seat": 1},
                "open": {"open": True},
                "start": {},
                "rename": {"name": "Other"},
                "sit": {"name": "Friend", "nonce": "0" * 32, "seat": 1},
            }.items():
                answer = await guest.do(command, **fields)
                assert (answer["type"], answer["code"]) == ("refused", "forbidden"), command

    asyncio.run(try_all())


def test_there_is_no_second_match(ada: Contender) -> None:
    opened = ada.begun(ada.duel())
    asyncio.run(ada.play(opened))

    async def again() -> None:
        async with ada.place.guest(opened) as guest:
            for command in ("ready", "start"):
                answer = await guest.do(command, nonce="1" * 32)
                assert answer["type"] == "refused"

    asyncio.run(again())


def test_after_a_restart_the_bots_answer_the_same(tmp_path: Path) -> None:
    data = tmp_path / "tables.db"
    with live_server(data) as place:
        ada, bo = Contender(place, "Ada"), Contender(place, "Bo")
        duel = ada.duel()
        opened = ada.begun(duel)
        asyncio.run(ada.play(opened, moves=2))
        one = play(bo, duel)["result"]
    with live_server(data) as place:
        ada = ada.at(place)
        assert ada.see(duel)["state"] == "playing"
        asyncio.run(ada.play(opened))
        other = ada.result(duel)["result"]
    assert isinstance(one, dict)
    assert one["lead"] == other["lead"]
    assert [deal["lead"] for deal in one["deals"]] == [deal["lead"] for deal in other["deals"]]


@pytest.fixture
def noon(tmp_path: Path) -> Iterator[tuple[Place, list[float]]]:
    """A server whose challenges have a clock that a test sets; it is noon in UTC."""
    clock = [datetime(2026, 11, 18, 12, tzinfo=UTC).timestamp()]
    with live_server(tmp_path / "tables.db") as place:
        place.app.services.challenges.now = lambda: clock[0]
        yield place, clock


def test_the_daily_deal_is_made_once_and_ends_with_the_day(noon: tuple[Place, list[float]]) -> None:
    place, clock = noon
    ada, bo = Contender(place, "Ada"), Contender(place, "Bo")
    daily = ada.see("daily")
    assert daily["id"] == "daily-2026-11-18"
    assert bo.see("daily")["commitment"] == daily["commitment"]
    assert refused(ada.ask("/api/challenges/daily-2026-11-17")) == "unknown"
    assert refused(ada.ask("/api/challenges/daily-2026-11-19")) == "unknown"
    opened, late = ada.begun("daily"), bo.begun("daily")
    asyncio.run(bo.play(late, moves=1))
    asyncio.run(ada.play(opened))
    result = ada.result("daily")
    # At the end of the day, by the grace: Ada's result stands, Bo's comes too late.
    clock[0] = daily["closes"] + calendar.GRACE_SECONDS
    asyncio.run(bo.play(late))
    answer = bo.ask(f"/api/challenges/{daily['id']}/results", {"table": late["table"]})
    assert refused(answer) == "forbidden"
    assert bo.see(daily["id"])["state"] == "missed"
    assert bo.see(daily["id"])["seed"] is None
    clock[0] = daily["closes"] + calendar.REVEAL_SECONDS
    assert commitment(bo.see(daily["id"])["seed"]) == daily["commitment"]
    assert ada.ask(f"/api/replays/{opened['table']}-1").status == 200
    assert Contender(place, "Late").see(daily["id"])["state"] == "missed"
    assert refused(Contender(place, "Late").begin(daily["id"])) == "forbidden"
    # The next one is another, and this one is history.
    assert ada.see("daily")["id"] == "daily-2026-11-19"
    (past,) = ada.ask("/api/challenges/dailies").json
    assert past["id"] == daily["id"]
    assert past["finished"] == 1
    assert (past["rank"], past["lead"]) == (1, result["result"]["lead"])
    assert ada.ask("/api/challenges/dailies?before=2026-11-18").json == []
    # Also the first and the last day that can be written.
    assert ada.ask("/api/challenges/dailies?before=0001-01-01").json == []
    assert ada.ask("/api/challenges/dailies?before=9999-12-31").json == [past]
    assert Contender(place, "Other").ask("/api/challenges/dailies").json[0]["rank"] is None


def test_the_expert_is_compared_once_it_has_played(ada: Contender, server: Place) -> None:
    duel = ada.duel()
    play(ada, duel)
    challenges = server.app.services.challenges

    async def known() -> None:
        while await challenges.expert(await challenges.find(duel), SERVER) is None:  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(0.02)

    server.inside(known())
    result = ada.see(duel)["result"]
    assert isinstance(result["expert"], float)
    assert result["expert"] == pytest.approx(
        sum(deal["expert"] for deal in result["deals"]), abs=0.1
    )


def test_a_result_that_is_handed_in_many_times_at_once_is_not_played_again_each_time(
    ada: Contender, server: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    checks, free = [], asyncio.Event()

    async def slow(challenge: Challenge, match: Match, choose: AskBot) -> SeatOutcome:
        checks.append(match)
        await free.wait()
        return await check_attempt(challenge, match, choose)

    monkeypatch.setattr(live_challenges, "check_attempt", slow)
    duel = ada.duel()
    opened = ada.begun(duel)
    asyncio.run(ada.play(opened))
    path, body = f"/api/challenges/{duel}/results", {"table": opened["table"]}
    queue = server.app.services.challenges._checks

    async def all_wait() -> None:
        async with asyncio.timeout(PATIENCE):
            while queue.waiting < 7:  # noqa: ASYNC110 - no event tells
                await asyncio.sleep(0.002)
        free.set()

    with ThreadPoolExecutor(8) as people:
        handed_in = [people.submit(ada.ask, path, body) for _ in range(8)]
        server.inside(all_wait())
        codes = sorted(each.result().status for each in handed_in)
    assert codes in ([409] * 8, [201, *[409] * 7])
    assert len(checks) == CHECKS.most_of_a_network
    assert ada.result(duel)["finished"] == 1


def test_no_result_waits_for_experts_and_few_experts_wait(
    ada: Contender, server: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Anybody may begin many long duels, and the expert would play all of them."""
    challenges = server.app.services.challenges
    answer = challenges._bot_pool.answer
    never = asyncio.Event()

    async def slow_expert(cause: Cause, level: str, view: View, seed: int) -> str:
        if level.startswith("expert"):
            await never.wait()
        move: str = await answer(cause, level, view, seed)
        return move

    monkeypatch.setattr(challenges._bot_pool, "answer", slow_expert)
    duels = [ada.duel() for _ in range(EXPERTS.most_each + 4)]
    for duel in duels:
        ada.begun(duel)
    tasks = challenges._tasks
    experts = [task for what, task in list(tasks.items()) if what.startswith("expert duel")]
    # One plays, as many as may wait do so, and the others play when somebody looks.
    queue = challenges._experts
    assert 0 < queue.running + queue.waiting <= EXPERTS.most_each + 1
    assert play(ada, duels[-1])["result"]

    async def stop() -> None:
        for task in experts:
            task.cancel()

    server.inside(stop())


@pytest.mark.parametrize(
    "wish",
    [
        {"options": {"schedule": [2], "bidding": "simultaneous"}},
        {"game": "whist"},
        {"length": "endless", "options": {}},
        {"players": 1},
        {"players": 21},
        {"options": {"schedule": [1] * 200}},
        {"game": "dnpup", "options": {}, "deals": 0},
        {"seats": 99},
    ],
)
def test_what_is_no_duel_is_refused(ada: Contender, wish: dict[str, object]) -> None:
    base = {"game": "ascenseur-52", "seats": 3}
    assert refused(ada.ask("/api/challenges", base | wish))


def test_every_game_has_duels_of_every_length(ada: Contender) -> None:
    for game in ada.ask("/api/games").json:
        for length in ("short", "medium", "long"):
            answer = ada.ask("/api/challenges", {"game": game["name"], "length": length})
            assert answer.status == 201, answer.body
            assert answer.json["deals"] >= 2


def test_bad_names_and_unknown_people_begin_nothing(ada: Contender) -> None:
    duel = ada.duel()
    assert refused(ada.begin(duel, name="a\u202eb"))
    anonymous = ada.place.ask(f"/api/challenges/{duel}/attempts", {"name": "Zoé", "lang": "en"})
    assert refused(anonymous) == "no-person"
    assert refused(ada.begin("nonsense")) == "unknown"
    assert ada.see(duel)["state"] == "new"
    assert ada.begin(duel).status == 201


def test_the_leaderboard_ends_where_it_says(ada: Contender) -> None:
    duel = ada.duel()
    play(ada, duel)
    board = ada.ask(f"/api/challenges/{duel}/leaderboard?skip=9999").json
    assert board == {"rows": [], "finished": 1, "next": None}
    assert json.dumps(ada.see(duel)).count(ada.secret) == 0
    assert timedelta(days=7).total_seconds() == calendar.DUEL_SECONDS
