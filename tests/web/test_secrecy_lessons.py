"""What teaches and what helps knows no more than whoever it speaks to.

Lessons show positions to a learner and answer what they try; a hint in the terminal is measured
from the person's view. Both are made again with what that seat cannot see dealt anew.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from funicular.cli import local_table
from funicular.cli.sitting import PERSON, Sitting
from funicular.core.game import Game, State
from funicular.core.match import Match
from funicular.core.wire import to_json
from funicular.games.registry import GAMES, SEATS, make_game
from funicular.lang import Reader, languages
from funicular.review import turn_hint
from funicular.web.lessons.steps import Position, positions, show_lesson, try_move
from tests.kit import Path, begin, twin_of, universe, walk

TWINS = 10
HINTS = 8


def path_of(game: Game, state: State) -> Path:
    """The deal from its beginning to here."""
    deal = state.deal
    path = [game.start(deal.hands, dealer=deal.dealer, upcard=deal.upcard)]
    for seat, move in state.history:
        path.append(path[-1].play(seat, move))
    return path


def twin_position(position: Position, seat: int, rng: random.Random) -> Position | None:
    """The same step where what this seat cannot see was dealt anew; None if it comes to nothing."""
    match: Match = position.match
    path = path_of(match.game, match.states[-1])
    twin = twin_of(match.game, path, seat, rng)
    if len(twin) < len(path) or twin[0].deal == path[0].deal:
        return None
    return replace(position, match=Match(match.game, match.ending, match.first_dealer, (twin[-1],)))


def taught(name: str, lang: str, tries: list[str]) -> list[bytes]:
    """All that a lesson says, and all that it answers."""
    steps = range(len(positions(name)))
    answers = [try_move(name, number, move, lang) for number in steps for move in tries]
    return [lesson(name, lang), *map(to_json, answers)]


def lesson(name: str, lang: str) -> bytes:
    """The whole lesson, made anew: a server puts it together only once."""
    show_lesson.cache_clear()
    return to_json(show_lesson(name, lang))


@pytest.fixture(autouse=True)
def no_lesson_is_kept() -> Iterator[None]:
    yield
    show_lesson.cache_clear()


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("name", GAMES)
def test_a_lesson_says_nothing_of_what_the_learner_cannot_see(
    name: str, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(name)
    whole = positions(name)
    game: Any = whole[0].match.game
    tries = [str(move) for move in universe(game, rng, 12)] + ["castle"]
    before = taught(name, lang, tries)
    changed = 0
    for _ in range(TWINS):
        dealt = [(each, twin_position(each, each.setting.you, rng)) for each in whole]
        changed += sum(twin is not None for _, twin in dealt)
        anew = tuple(twin or each for each, twin in dealt)
        with monkeypatch.context() as patch:
            patch.setattr("funicular.web.lessons.steps.positions", lambda _, anew=anew: anew)
            assert taught(name, lang, tries) == before
    assert changed >= TWINS


@pytest.mark.parametrize("name", GAMES)
def test_a_lesson_that_tells_more_would_be_seen(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """To a learner in another seat the hands dealt anew are no secret."""
    rng = random.Random(name)
    whole = positions(name)
    others = tuple(
        replace(each, setting=replace(each.setting, you=(each.setting.you + 1) % 2))
        for each in whole
    )
    seen = 0
    for _ in range(TWINS):
        dealt = [
            (other, twin_position(other, each.setting.you, rng))
            for each, other in zip(whole, others, strict=True)
        ]
        anew = tuple(twin or each for each, twin in dealt)
        with monkeypatch.context() as patch:
            patch.setattr("funicular.web.lessons.steps.positions", lambda _: others)
            before = lesson(name, "en")
            patch.setattr("funicular.web.lessons.steps.positions", lambda _, anew=anew: anew)
            seen += lesson(name, "en") != before
    assert seen > 0


def some_game(name: str, seats: int, rng: random.Random) -> Game:
    """The game with any hand size of its schedule as the size of the first deal."""
    game = make_game(name, seats, {})
    if not game.schedule:
        return game
    return make_game(name, seats, {"schedule": [rng.choice(game.schedule)]})


def hint(game: Game, state: State) -> str:
    """What the terminal suggests to the person here."""
    match = Match(game, game.match().ending, None, (state,))
    local = local_table.set_up(Sitting(match, None, "casual", 7), Reader())
    advice = local_table.hint_for_person(local)
    return f"{advice.move} {advice.text()}"


@pytest.mark.parametrize("name", GAMES)
def test_a_hint_is_made_of_what_the_person_can_see(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Where hints come from is what counts here, not how good they are.
    few = turn_hint.TurnPlan(seed=7, worlds=2)
    monkeypatch.setattr(turn_hint, "turn_plan", lambda *_: few)
    rng = random.Random(name)
    given = 0
    while given < HINTS:
        game = some_game(name, rng.choice(SEATS[name]), rng)
        path = walk(begin(game, rng), rng)
        path = path[: rng.randint(1, len(path))]
        twin = twin_of(game, path, PERSON, rng)
        if not twin or twin[0].deal == path[0].deal:
            continue
        state, other = path[len(twin) - 1], twin[-1]
        if PERSON in state.to_act and state.history == other.history:
            assert hint(game, state) == hint(game, other), (state, other)
            given += 1


@pytest.mark.parametrize("name", GAMES)
def test_a_hint_that_knew_more_would_be_seen(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that looks at the whole deal gives other hints for other cards."""
    rng = random.Random(name)
    game = some_game(name, SEATS[name][0], rng)

    class Knowing(Struct):
        """A hint that tells all hands."""

        move: str

        def text(self) -> str:
            return self.move

    def leaking(local: local_table.LocalTable) -> Knowing:
        return Knowing(" ".join(local.state.deal.hands))

    monkeypatch.setattr(local_table, "hint_for_person", leaking)
    path = walk(begin(game, rng), rng, 0)
    twin = twin_of(game, path, PERSON, rng)
    while not twin or twin[0].deal == path[0].deal:
        twin = twin_of(game, path, PERSON, rng)
    assert hint(game, path[0]) != hint(game, twin[0])
