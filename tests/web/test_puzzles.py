"""Puzzles over HTTP: asked without their answer, answered after a choice, the same for all."""

from __future__ import annotations

import random
from datetime import UTC, date, datetime
from typing import Any

import pytest
from msgspec.structs import replace

from funicular.core.wire import to_json
from funicular.games.registry import GAMES
from funicular.lang import languages
from funicular.review.puzzles.collection import puzzles_of
from funicular.review.puzzles.puzzle import Puzzle
from funicular.table import puzzle_table
from funicular.table.puzzle_table import show_puzzle, verdict
from funicular.web.puzzles import today
from tests.web.live import Place


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_is_listed_shown_and_answered(server: Place, game: str) -> None:
    listed = server.ask(f"/api/puzzles?game={game}").json
    assert [each["id"] for each in listed] == [each.id for each in puzzles_of(game)]
    asked = puzzles_of(game)[0]
    shown = server.ask(f"/api/puzzles/{asked.id}?lang=fr")
    assert shown.json["table"]["you"] == asked.position.seat
    assert shown.json["deal"]["legal"] == [each.move for each in asked.values]
    same = {"If-None-Match": shown.headers["etag"]}
    assert server.ask(f"/api/puzzles/{asked.id}?lang=fr", **same).status == 304
    where = f"/api/puzzles/{asked.id}/answer?lang=fr"
    right = server.ask(where, {"move": asked.best}).json
    assert right["right"]
    assert right["moves"][0]["move"] == right["best"] == asked.best
    wrong = next(each for each in asked.values if each.move != asked.best)
    told = server.ask(where, {"move": wrong.move}).json
    assert not told["right"]
    assert told["text"].startswith("Pas le meilleur coup\u00a0:")
    assert {each["move"] for each in told["moves"]} == {each.move for each in asked.values}


def test_what_cannot_be_answered_is_refused_with_a_sentence(server: Place) -> None:
    asked = puzzles_of(GAMES[0])[0]
    for status, path, body in (
        (404, "/api/puzzles/nothing", None),
        (404, "/api/puzzles?game=poker", None),
        (404, "/api/puzzles/nothing/answer", {"move": "pass"}),
        (400, f"/api/puzzles/{asked.id}/answer", {"move": "castle"}),
        (400, f"/api/puzzles/{asked.id}/answer", {"move": 7}),
        (400, f"/api/puzzles/{asked.id}/answer", b"{"),
    ):
        refused = server.ask(path, *([] if body is None else [body]))
        assert (refused.status, bool(refused.json["text"])) == (status, True), path


def test_everybody_has_the_same_puzzle_on_a_day(server: Place) -> None:
    before = datetime.now(UTC).date()
    told = server.ask("/api/puzzles/today").json
    assert told in [_plain(today(day)) for day in (before, datetime.now(UTC).date())]
    assert server.ask(f"/api/puzzles/{told['id']}").json["game"] == told["game"]
    assert today(date(2026, 11, 16)) != today(date(2026, 11, 17))


def _plain(listed: object) -> Any:  # noqa: ANN401 - JSON
    import json  # noqa: PLC0415 - one use

    return json.loads(to_json(listed))


def told_of(asked: Puzzle, lang: str, monkeypatch: pytest.MonkeyPatch) -> tuple[bytes, ...]:
    """All that is sent about a puzzle: before a choice, and after each."""
    show_puzzle.cache_clear()
    with monkeypatch.context() as patch:
        patch.setattr(puzzle_table, "puzzle", lambda _: asked)
        shown = to_json(show_puzzle(asked.id, lang))
        answers = [to_json(verdict(asked.id, each.move, lang)) for each in asked.values]
    show_puzzle.cache_clear()
    return (shown, *answers)


@pytest.mark.parametrize("game", GAMES)
def test_nothing_that_is_sent_depends_on_the_stand_ins(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(game)
    seen = 0
    for asked in rng.sample(puzzles_of(game), 3):
        position = asked.position
        twin = position.game_played().world(position.view(), rng)
        moves = tuple(f"{seat} {move}" for seat, move in twin.history)
        anew = replace(asked, position=replace(position, cards=twin.deal, moves=moves))
        for lang in languages():
            assert told_of(anew, lang, monkeypatch) == told_of(asked, lang, monkeypatch)
        # To another seat the cards dealt anew are no secret: this way of looking sees them.
        seen += any(
            to_json(twin.view(seat)) != to_json(position.state().view(seat))
            for seat in range(position.seats)
            if seat != position.seat
        )
    assert seen > 0


@pytest.mark.parametrize("game", GAMES)
def test_the_question_does_not_give_the_answer_away(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = puzzles_of(game)[-1]
    other = next(each.move for each in asked.values if each.move != asked.best)
    mirrored = replace(asked, best=other, values=asked.values[::-1], line=(), worlds=7)
    shown, *answers = told_of(asked, "en", monkeypatch)
    assert told_of(mirrored, "en", monkeypatch)[0] == shown
    assert told_of(mirrored, "en", monkeypatch)[1:] != tuple(answers)
