"""Puzzles: sound, the same for the same seed, and made of nothing but what the seat could see."""

from __future__ import annotations

import doctest
import random
from collections import Counter
from datetime import date, timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from funicular.bots.evaluation import evaluate
from funicular.core.errors import BadOptions, BadRecord, IllegalMove
from funicular.core.match import MatchPosition
from funicular.core.wire import to_json
from funicular.games.registry import GAMES, make_game
from funicular.native import COMPILED
from funicular.review.puzzles import collection as collection_module
from funicular.review.puzzles.collection import (
    GRADES_OF_A_WEEK,
    collection,
    puzzle,
    puzzle_of_the_day,
    puzzles_of,
)
from funicular.review.puzzles.finding import CLEARLY, LEAST_MOVES, examine, find_puzzles, leads
from funicular.review.puzzles.grading import LADDER, grade_of, worlds_to_see
from funicular.review.puzzles.puzzle import GRADES, Puzzle, position_of
from tools.puzzles import played_deal

# So many puzzles of each game, of the two easiest grades, are evaluated once more.
HANDFUL = 2
AGAIN_WORLDS = 128
QUICK_GAME = "ascenseur-32"

compiled_only = pytest.mark.skipif(not COMPILED, reason="pure Python draws other random numbers")


def decision(found: Puzzle) -> MatchPosition:
    """The decision that a puzzle of the collection was found at."""
    made = collection(found.game).made
    match = played_deal(found.game, made.seed, found.provenance.seed - 1_000_000 * made.seed)
    return list(match.positions())[found.provenance.ply]


@pytest.mark.parametrize("game", GAMES)
def test_every_puzzle_of_the_collection_can_be_asked_and_answered(game: str) -> None:
    for each in collection(game).puzzles:
        view = each.position.view()
        assert each.id == each.position.id
        assert puzzle(each.id) == each
        legal = view.legal_moves()
        assert len(legal) >= LEAST_MOVES
        assert tuple(value.move for value in each.values) == tuple(map(str, legal))
        assert each.read_move(each.best) in legal
        assert each.position.match().state == each.position.state()
        evaluation = each.evaluation()
        assert evaluation.best.value == max(value.value for value in each.values)
        assert leads(view, evaluation, CLEARLY - 0.1)


@pytest.mark.parametrize("game", GAMES)
def test_the_collection_of_a_game_has_every_grade_once_each(game: str) -> None:
    puzzles = collection(game).puzzles
    assert len({each.id for each in puzzles}) == len(puzzles)
    assert set(GRADES) >= {each.grade for each in puzzles} >= set(GRADES[:4])


@pytest.mark.parametrize("game", GAMES)
def test_a_short_evaluation_finds_the_easy_answers_again(game: str) -> None:
    rng = random.Random(game)
    easy = [each for each in puzzles_of(game) if each.grade <= GRADES[1]]
    for each in rng.sample(easy, HANDFUL):
        again = evaluate(each.position.view(), rng, worlds=AGAIN_WORLDS, race=True)
        assert str(again.best.move) == each.best


@compiled_only
def test_a_puzzle_is_found_again_at_the_decision_it_came_from() -> None:
    first = collection(QUICK_GAME).puzzles[0]
    position = decision(first)
    assert examine(position, seed=first.provenance.seed).puzzle == first
    assert list(find_puzzles([position], seed=first.provenance.seed)) == [first]


def test_a_move_that_is_not_allowed_is_no_answer() -> None:
    asked = next(each for each in puzzles_of(QUICK_GAME) if each.best.startswith("play "))
    with pytest.raises(IllegalMove):
        asked.read_move("bid 1")
    with pytest.raises(BadOptions, match="no puzzle called"):
        puzzle("nothing")
    other = replace(asked.position, seat=(asked.position.seat + 1) % asked.position.seats)
    with pytest.raises(BadRecord):
        other.view()


@pytest.mark.parametrize("game", GAMES)
def test_a_position_is_kept_without_what_the_seat_could_not_see(game: str) -> None:
    """Dealt anew behind the seat's back, the same bytes come out."""
    rng = random.Random(game)
    changed = 0
    for found in collection(game).puzzles[:4]:
        position = decision(found)
        played: Any = make_game(game, position.state.setup.seats, found.position.options)
        kept = to_json(position_of(position.state, position.seat, random.Random(1)))
        for _ in range(5):
            twin = played.world(position.view, rng)
            changed += twin.deal != position.state.deal
            assert to_json(position_of(twin, position.seat, random.Random(1))) == kept
            # What kept the deal itself would be caught.
            assert (to_json(twin.deal) == to_json(position.state.deal)) == (
                twin.deal == position.state.deal
            )
    assert changed > 0


@compiled_only
def test_a_whole_puzzle_depends_on_the_view_alone() -> None:
    first = collection(QUICK_GAME).puzzles[0]
    position = decision(first)
    played: Any = make_game(QUICK_GAME, position.state.setup.seats, first.position.options)
    twin = played.world(position.view, random.Random(2))
    assert twin.deal != position.state.deal
    behind = replace(position, state=twin)
    assert examine(behind, seed=first.provenance.seed).puzzle == first


def test_a_decision_without_a_choice_is_no_puzzle() -> None:
    game = make_game(QUICK_GAME, 3, {"schedule": [1]})
    match = game.match().start(["AS", "7H", "8D"], dealer=2, upcard="9S")
    for text in ("bid 1", "bid 0"):
        match = match.play(match.to_act[0], game.parse_move(text))
    (first, _) = match.positions()
    assert examine(first).stage == "moves"
    assert not list(find_puzzles(match))


@pytest.mark.parametrize("game", GAMES)
def test_a_grade_is_the_number_of_deals_in_which_the_answer_is_seen(game: str) -> None:
    for each in puzzles_of(game):
        evaluation = each.evaluation()
        needed = worlds_to_see(evaluation)
        below = -1 if each.grade == GRADES[0] else LADDER[each.grade - 2]
        # The values are kept with four digits, so that one at the edge may fall to either side.
        assert below * 0.98 < needed <= LADDER[each.grade - 1] * 1.02
        assert (below < needed <= LADDER[each.grade - 1]) == (grade_of(evaluation) == each.grade)


def test_the_days_go_through_all_games_and_grades_before_anything_comes_again() -> None:
    begin = date(2026, 11, 16)
    days = [begin + timedelta(days=number) for number in range(28 * 4)]
    asked = [puzzle_of_the_day(day) for day in days]
    assert asked == [puzzle_of_the_day(day) for day in days]
    assert Counter(each.game for each in asked) == dict.fromkeys(GAMES, 28)
    weeks = [tuple(each.grade for each in asked[at : at + 7]) for at in range(0, 28 * 4, 7)]
    there = {game: {each.grade for each in puzzles_of(game)} for game in GAMES}
    for week, first in zip(weeks, range(0, 28 * 4, 7), strict=True):
        for place, grade in enumerate(week):
            game = asked[first + place].game
            assert grade == GRADES_OF_A_WEEK[place] or GRADES_OF_A_WEEK[place] not in there[game]
    for game in GAMES:
        for grade in GRADES[:2]:
            few = min(len(puzzles_of(game, grade)), 4)
            seen = [each.id for each in asked if (each.game, each.grade) == (game, grade)]
            assert len(set(seen[:few])) == min(few, len(seen))


def test_the_examples_in_the_docstrings_run() -> None:
    assert doctest.testmod(collection_module).failed == 0
