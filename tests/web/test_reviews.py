"""Reviews over HTTP: positions to measure, and reviews that are kept once they were checked."""

from __future__ import annotations

import asyncio
import json
import math
import random
import threading
import urllib.error
import urllib.request
import zlib
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import funicular
from funicular.core.errors import BadRecord
from funicular.core.match import Match
from funicular.core.record import parse_record, record_of
from funicular.core.wire import from_json, to_json
from funicular.games.records import replay_record
from funicular.live.admission.causes import SERVER, Cause
from funicular.native import COMPILED
from funicular.native.numbers import view_numbers
from funicular.review import kept_review
from funicular.review import positions as positions_module
from funicular.review.decision_costs import SeatCost, seat_costs
from funicular.review.kept_review import (
    FORM,
    KEPT_WORLDS,
    NUMBERS,
    ReviewShown,
    check_review,
    choices_of,
    settle,
)
from funicular.review.positions import PositionsShown, parts_of_positions, show_positions
from funicular.web import reviews
from funicular.web.played_records import PlayedRecords
from funicular.web.reviews import MOST_JUDGED, checked, unpacked
from tests.kit import begin, twin_of, walk
from tests.kit.reviews_handed_in import review_handed_in
from tests.web.live import Answer, Place

BLUNDERS = Path(__file__).parents[1] / "review" / "blunders"
BLUNDER = (BLUNDERS / "trump-ace-bid-zero.json").read_bytes()
QUICK = KEPT_WORLDS[0]
PLAYERS = ("Ada", "Bo", "Cy")

needs_kernels = pytest.mark.skipif(not COMPILED, reason="there are no compiled kernels")


def played(name: str, seats: int, *, deals: int, seed: int = 5) -> Match:
    rng = random.Random(seed)
    match = funicular.game(name, seats=seats).match(deals=deals)
    while not match.over:
        if not match.under_way:
            match = match.deal(rng)
        seat = match.to_act[0]
        state: Any = match.state
        match = match.play(seat, rng.choice(state.legal_moves(seat)))
    return match


def brought(server: Place, record: bytes = BLUNDER) -> str:
    answer = server.ask("/api/replays", record)
    assert answer.status == 201, answer.body
    name: str = answer.json["id"]
    return name


def put(server: Place, name: str, body: bytes) -> Answer:
    """What `PUT` is answered with."""
    address = f"http://127.0.0.1:{server.port}/api/replays/{name}/review?lang=en"
    request = urllib.request.Request(address, body, method="PUT")
    try:
        with urllib.request.urlopen(request, timeout=60) as found:  # noqa: S310 - ours
            return Answer(found.status, {}, found.read())
    except urllib.error.HTTPError as error:
        with error:
            return Answer(error.code, {}, error.read())


@pytest.fixture(scope="module")
def blunder() -> Match:
    return replay_record(parse_record(BLUNDER))


@pytest.fixture(scope="module")
def review(blunder: Match) -> ReviewShown:
    return review_handed_in(blunder, QUICK)


@pytest.mark.parametrize("name", funicular.GAMES)
@pytest.mark.parametrize("seat", [None, 1])
def test_positions_are_every_decision_with_what_its_seat_could_see(
    name: str, seat: int | None
) -> None:
    match = played(name, 3, deals=1)
    (shown,) = show_positions("abc", match, PLAYERS, "fr", seat=seat)
    assert len(shown.decisions) == sum(len(state.history) for state in match.states)
    for decision, position in zip(shown.decisions, match.positions(), strict=True):
        legal = position.view.legal_moves()
        assert (decision.deal, decision.ply) == (position.deal, position.ply)
        assert decision.seat == position.seat
        assert [shown.moves[place] for place in decision.legal] == list(map(str, legal))
        reader = funicular.Reader("fr", PLAYERS, seat)
        assert [shown.words[place] for place in decision.legal] == [
            reader.say(position.view.phrase_of(move) if len(legal) > 1 else move.phrase)
            for move in legal
        ]
        assert legal[decision.made] == position.move
        numbers = view_numbers(position.view) if len(legal) > 1 else None
        assert decision.numbers == numbers
    assert [deal.points for deal in shown.deals] == [state.points for state in match.states]
    named = list(zip(shown.moves, shown.words, strict=True))
    assert len(set(named)) == len(named)


def test_a_very_long_match_comes_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    match = played("ascenseur-52", 3, deals=3)
    (whole,) = show_positions("abc", match, PLAYERS, "en")
    monkeypatch.setattr(positions_module, "PART", 10)
    parts = show_positions("abc", match, PLAYERS, "en")
    assert [part.part for part in parts] == list(range(1, len(parts) + 1))
    assert parts_of_positions(record_of(match, PLAYERS)) == len(parts)
    assert {part.parts for part in parts} == {len(parts)}
    told = [
        (each.deal, each.ply, [part.moves[place] for place in each.legal], each.numbers)
        for part in parts
        for each in part.decisions
    ]
    assert told == [
        (each.deal, each.ply, [whole.moves[place] for place in each.legal], each.numbers)
        for each in whole.decisions
    ]


@pytest.mark.parametrize("name", funicular.GAMES)
def test_what_a_seat_could_not_see_changes_no_byte_of_its_positions(name: str) -> None:
    rng = random.Random(11)
    game = funicular.game(name, seats=3)
    compared = 0
    for _ in range(6):
        path = walk(begin(game, rng), rng, 12)
        for seat in range(3):
            twin = twin_of(game, path, seat, rng)
            if len(twin) < len(path) or twin[0].deal == path[0].deal:
                continue
            both = [
                show_positions(
                    "abc", Match(game, game.match().ending, 0, (each[-1],)), PLAYERS, "en"
                )
                for each in (path, twin)
            ]
            mine, other = (
                [
                    (to_json([parts[0].moves[place] for place in each.legal]), each.numbers)
                    for each in parts[0].decisions
                    if each.seat == seat
                ]
                for parts in both
            )
            assert mine == other
            compared += len(mine)
    assert compared > 10


def test_positions_are_made_once_and_kept_by_browsers(server: Place) -> None:
    name = brought(server)
    first = server.ask(f"/api/replays/{name}/positions?lang=en")
    assert first.status == 200
    shown = from_json(first.body, PositionsShown)
    assert shown.id == name
    again = server.ask(
        f"/api/replays/{name}/positions?lang=en", **{"If-None-Match": first.headers["etag"]}
    )
    assert (again.status, again.body) == (304, b"")
    missing = server.ask(f"/api/replays/{name}/positions?part=2&lang=en")
    assert (missing.status, missing.json["text"]) == (
        404,
        "This match comes in one part, so there is no part 2.",
    )


def test_many_who_ask_at_once_wait_in_line_instead_of_asking_again(server: Place) -> None:
    names = []
    for number in range(30):
        record = json.loads(BLUNDER)
        record["players"][0] = f"Guest {number}"
        names.append(brought(server, json.dumps(record).encode()))
    services = server.app.services
    begun, held = threading.Event(), threading.Event()

    def hold() -> None:
        begun.set()
        assert held.wait(60)

    async def ask_all() -> int:
        busy = asyncio.ensure_future(services.rooms.pools.replays.run(SERVER, hold))
        while not begun.is_set():  # noqa: ASYNC110 - a thread's doing, which no event tells of
            await asyncio.sleep(0.001)
        asked = [
            asyncio.ensure_future(services.reviews.positions(name, "en", 1, Cause((address,))))
            for name in names
            for address in ("192.0.2.1", "192.0.2.2")
        ]
        await asyncio.sleep(0)
        held.set()
        await busy
        return len({piece.tag for piece in await asyncio.gather(*asked)})

    assert server.inside(ask_all()) == len(names)


def test_nothing_of_a_match_that_is_not_over_is_reviewed(server: Place) -> None:
    opened = server.open("ascenseur-52")

    async def begin_match() -> None:
        async with server.guest(opened) as host:
            await host.do("start", nonce="0" * 32)
            await host.until(lambda me: me.phase == "playing")

    asyncio.run(begin_match())
    name = f"{opened['table']}-1"
    for path in ("positions", "review"):
        answer = server.ask(f"/api/replays/{name}/{path}?lang=en")
        assert answer.status == 404
        assert answer.json["text"].startswith("That match is not over")
    judged = server.ask(f"/api/replays/{name}/review?lang=en", {"places": [0]})
    assert judged.status == 404
    assert judged.json["text"].startswith("That match is not over")
    kept = put(server, name, b"{}")
    assert kept.status == 404


def test_deals_that_are_far_too_long_are_not_measured(
    server: Place, monkeypatch: pytest.MonkeyPatch, review: ReviewShown
) -> None:
    """Each position has all moves before it: ten thousand of a deal took minutes, each time."""
    record = parse_record(BLUNDER)
    name = brought(server, to_json(replace(record, players=("Una", *record.players[1:]))))
    squares = sum(len(deal.moves) ** 2 for deal in record.deals)
    monkeypatch.setattr(reviews, "MOST_SQUARES", squares - 1)
    path = f"/api/replays/{name}"
    for answer in (
        server.ask(f"{path}/positions?lang=en"),
        server.ask(f"{path}/review?lang=en", {"places": [0]}) if COMPILED else None,
        put(server, name, to_json(review)) if COMPILED else None,
    ):
        if answer is not None:
            assert answer.status in (400, 404)
            assert "too many moves" in answer.json["text"]
    monkeypatch.undo()
    assert server.ask(f"{path}/positions").status == 200


@needs_kernels
def test_a_review_is_kept_for_everybody_who_has_the_link(
    server: Place, review: ReviewShown
) -> None:
    name = brought(server)
    assert server.ask(f"/api/replays/{name}/review").json == {"review": None}
    assert put(server, name, to_json(review)).json == {"kept": True}
    found = server.ask(f"/api/replays/{name}/review").json["review"]
    assert from_json(json.dumps(found), ReviewShown) == review
    # The same once more changes nothing and says so, and a forged one is refused.
    assert put(server, name, to_json(review)).json == {"kept": False}
    forged = put(server, name, to_json(replace(review, difference=(9.0, *review.difference[1:]))))
    assert forged.status == 400
    assert forged.json["text"].startswith("This review was not kept: measured here")
    assert server.ask(f"/api/replays/{name}/review").json["review"] == found


@needs_kernels
def test_a_review_that_loses_against_the_one_that_is_kept_is_refused(
    server: Place, review: ReviewShown, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where they differ the server decides, and says so: it used to answer as if it had kept it."""
    # A lie so small that none of the decisions that are always measured again gives it away.
    monkeypatch.setattr(kept_review, "RANDOM_CHECKED", 0)
    place = review.won.index(min(review.won))
    lie = tuple(share + 0.01 * (at == place) for at, share in enumerate(review.won))
    name = brought(server)
    assert put(server, name, to_json(review)).status == 200
    refused = put(server, name, to_json(replace(review, won=lie)))
    assert refused.status == 400
    assert refused.json["text"].startswith("This review was not kept: measured here")


@needs_kernels
def test_the_server_measures_as_a_browser_does_a_few_at_a_time(
    server: Place, blunder: Match
) -> None:
    name = brought(server)
    answer = server.ask(f"/api/replays/{name}/review", {"places": [0, 2]})
    assert answer.json["worlds"] == QUICK
    expected = [
        each for each in funicular.review(blunder, worlds=QUICK).decisions if not each.forced
    ]
    for found, place in zip(answer.json["judged"], (0, 2), strict=True):
        decision = expected[place]
        assert found["difference"] == decision.difference
        assert found["stderr"] == decision.stderr
        assert (found["value"], found["best_value"]) == (decision.value, decision.best_value)
        assert found["goal"] == decision.chances["contract made"]
    for places in ([], list(range(MOST_JUDGED + 1)), [-1], [len(expected)]):
        refused = server.ask(f"/api/replays/{name}/review?lang=en", {"places": places})
        assert refused.status in (400, 404)
        assert refused.json["text"]
    assert server.ask(f"/api/replays/{name}/review", {"place": 1}).status == 400


@needs_kernels
def test_the_costliest_decision_of_a_review_is_always_measured_again(
    blunder: Match, review: ReviewShown
) -> None:
    choices = choices_of(blunder)
    check_review(review, choices)
    places = range(len(review.best))
    for place in places:
        claimed = [0.0 if other != place else 5.0 for other in places]
        with pytest.raises(BadRecord, match="comes out otherwise"):
            check_review(replace(review, difference=tuple(claimed)), choices)


@needs_kernels
@pytest.mark.parametrize("column", ["difference", "stderr", "value", "best_value"])
def test_the_largest_number_of_a_review_is_always_measured_again(
    blunder: Match, review: ReviewShown, column: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One absurd number would be all that is left of a player's costs, even if it is not clear."""
    monkeypatch.setattr(kept_review, "RANDOM_CHECKED", 0)
    choices = choices_of(blunder)
    for place in range(len(review.best)):
        for absurd in (1e6, 1.7e308):
            columns = {
                name: tuple(
                    absurd if at == place and name in (column, "stderr") else number
                    for at, number in enumerate(getattr(review, name))
                )
                for name in (column, "stderr")
            }
            with pytest.raises(BadRecord, match="comes out otherwise"):
                check_review(replace(review, **columns), choices)


@needs_kernels
@pytest.mark.parametrize("column", ["best", *NUMBERS])
def test_numbers_that_cannot_be_are_refused(
    blunder: Match, review: ReviewShown, column: str
) -> None:
    values = getattr(review, column)
    bad = -1 if column == "best" else float("nan")
    for changed in (values[1:], (*values, 0), (bad, *values[1:])):
        with pytest.raises(BadRecord):
            check_review(replace(review, **{column: changed}), choices_of(blunder))


@pytest.mark.parametrize(
    "change", [{"form": FORM + 1}, {"worlds": 7}, {"seed": 3}], ids=lambda each: next(iter(each))
)
def test_a_review_made_otherwise_is_refused(
    blunder: Match, review: ReviewShown, change: dict[str, int]
) -> None:
    with pytest.raises(BadRecord, match="was not kept"):
        check_review(replace(review, **change), choices_of(blunder))


@needs_kernels
def test_of_two_that_differ_the_right_one_stays(blunder: Match, review: ReviewShown) -> None:
    # A lie that was lucky enough to be kept, about a decision that costs nothing.
    place = review.difference.index(0.0)
    lie = list(review.value)
    lie[place] += 1
    forged = replace(review, value=tuple(lie))
    choices = choices_of(blunder)
    assert settle(review, forged, choices)
    with pytest.raises(BadRecord, match="comes out otherwise"):
        settle(forged, review, choices)
    assert not settle(review, review, choices)
    stored = checked(to_json(review), BLUNDER, None, PlayedRecords())
    assert stored is not None
    assert unpacked(stored) == review
    assert checked(to_json(review), BLUNDER, stored, PlayedRecords()) is None
    kept_lie = replace(stored, body=_packed(forged))
    healed = checked(to_json(review), BLUNDER, kept_lie, PlayedRecords())
    assert healed is not None
    assert unpacked(healed) == review
    # One that cannot be read is replaced.
    for body in (b"", b"{}", zlib.compress(b"{}")):
        assert unpacked(replace(stored, body=body)) is None
        assert (
            checked(to_json(review), BLUNDER, replace(stored, body=body), PlayedRecords()) == stored
        )
    # One of fewer worlds does not take the place of a finer one.
    assert (
        checked(to_json(review), BLUNDER, replace(stored, worlds=KEPT_WORLDS[-1]), PlayedRecords())
        is None
    )


def _packed(review: ReviewShown) -> bytes:
    return zlib.compress(to_json(review))


@needs_kernels
def test_costs_are_those_of_the_accounts_with_their_errors(
    blunder: Match, review: ReviewShown
) -> None:
    made = funicular.review(blunder, worlds=QUICK)
    costs = seat_costs(review, choices_of(blunder), blunder)
    for seat, cost in enumerate(costs):
        own = [each for each in made.accounts if each.seat == seat]
        assert cost.cost == pytest.approx(-sum(each.play for each in own), abs=1e-3)
        errors = [each.stderr for each in made.decisions if each.seat == seat]
        assert cost.stderr == pytest.approx(math.hypot(*errors), abs=1e-3)
        assert cost.deals == len(blunder.states)
        assert cost.choices == sum(not each.forced for each in made.decisions if each.seat == seat)
    # Of a deal that is not over nothing counts.
    (deal,) = blunder.states
    part = begun(blunder, len(deal.history) - 1)
    kept = review_handed_in(part, QUICK)
    assert seat_costs(kept, choices_of(part), part) == (SeatCost(0, 0, 0.0, 0.0),) * len(costs)


def begun(match: Match, moves: int) -> Match:
    """The first deal of a match after this number of moves."""
    *_, state = (each.state for each in match.positions() if each.ply <= moves)
    return replace(match, states=(state,), before=None)


@needs_kernels
def test_what_was_played_on_from_a_replay_costs_nobody_anything(review: ReviewShown) -> None:
    """The moves that stood there were others'."""
    stored = checked(to_json(review), BLUNDER, None, PlayedRecords())
    assert stored is not None
    assert len(from_json(stored.costs, list[SeatCost])) == json.loads(BLUNDER)["seats"]
    line = json.loads(BLUNDER)
    line["what_if"] = {"replay": "t-1", "deal": 1, "ply": 0, "seat": 0, "world": "true"}
    line["ending"] = {"deals": 1, "alone": True}
    played_on = checked(to_json(review), json.dumps(line).encode(), None, PlayedRecords())
    assert played_on == replace(stored, costs="[]")


@needs_kernels
def test_a_release_that_measures_otherwise_counts_the_form_up(review: ReviewShown) -> None:
    """If this fails the kernels' values have changed: count `FORM` up, here and in the client."""
    assert (FORM, f"{zlib.crc32(to_json(review)):08x}") == (2, "6c0f14bf")
    columns = Path(__file__).parents[2] / "client" / "src" / "review" / "columns.ts"
    assert f"export const FORM = {FORM};" in columns.read_text(encoding="utf-8")
