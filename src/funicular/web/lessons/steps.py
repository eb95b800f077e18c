"""A lesson as a learner sees it: positions from the rules, words in the learner's language."""

from __future__ import annotations

from functools import cache
from typing import Literal

from msgspec import Struct

from funicular.core.errors import BadText, FunicularError
from funicular.core.match import Match
from funicular.games.registry import make_game
from funicular.lang import Reader
from funicular.table.render import show_deal
from funicular.table.static_table import show_still, still_table
from funicular.table.wire import AnyDeal, TableShown
from funicular.web.lessons.script import Chapter, ScriptStep, script


class StepShown(Struct, frozen=True):
    """A step: the table, the deal as the learner sees it, what to read and perhaps to do."""

    chapter: int
    text: str
    # The number of the rule it is about, for a link to the rules page.
    rule: str
    table: TableShown
    deal: AnyDeal
    # What is told from here on is new in this step.
    fresh: int
    # The moves that are right; () where there is only something to read.
    accept: tuple[str, ...]


class LessonShown(Struct, frozen=True):
    """A lesson; `GET /api/lessons/GAME?lang=fr`."""

    game: str
    steps: tuple[StepShown, ...]


class Tried(Struct, frozen=True):
    """What comes of a move that the learner tries: right, allowed but not the point, or illegal."""

    verdict: Literal["right", "other", "illegal"]
    text: str


class Position(Struct, frozen=True):
    """Where a step stands."""

    chapter: int
    setting: Chapter
    step: ScriptStep
    match: Match
    # How much had been told in the chapter before this step.
    fresh: int


@cache
def positions(name: str) -> tuple[Position, ...]:
    """The position of every step of a game's lesson."""
    return tuple(
        position
        for number, chapter in enumerate(script(name).chapter)
        for position in _positions(name, number, chapter)
    )


def _positions(name: str, number: int, chapter: Chapter) -> list[Position]:
    game = make_game(name, len(chapter.hands), chapter.options)
    match = game.match().start(chapter.hands, dealer=chapter.dealer, upcard=chapter.upcard)
    found = []
    told = 0
    for step in chapter.step:
        match = _played(match, step.moves)
        found.append(Position(number, chapter, step, match, told))
        told = len(match.states[-1].view(chapter.you).events)
        match = _played(match, step.accept[:1], chapter.you)
    return found


def _played(match: Match, moves: tuple[str, ...], seat: int | None = None) -> Match:
    for text in moves:
        mover = match.to_act[0] if seat is None else seat
        match = match.play(mover, match.game.parse_move(text))
    return match


@cache
def show_lesson(name: str, lang: str) -> LessonShown:
    """The whole lesson in this language, put together once."""
    return LessonShown(name, tuple(_shown(each, lang) for each in positions(name)))


def _shown(position: Position, lang: str) -> StepShown:
    you = position.setting.you
    reader = _reader(position, lang)
    table = still_table("lesson", position.match, reader.names, seat=you)
    deal = show_deal(table, you, lang)
    if deal is None:
        message = "a chapter begins with its deal"
        raise TypeError(message)
    return StepShown(
        chapter=position.chapter,
        text=reader.say(f"lessons.{position.step.say}.text"),
        rule=position.step.rule,
        table=show_still(table, lang),
        deal=deal,
        fresh=position.fresh,
        accept=position.step.accept,
    )


def _reader(position: Position, lang: str) -> Reader:
    names = Reader(lang).say(f"lessons.names.{position.setting.names}").split(", ")
    seats = len(position.setting.hands)
    return Reader(lang, tuple(names[:seats]), position.setting.you)


def try_move(name: str, number: int, move: str, lang: str) -> Tried:
    """The verdict on this move at the step of this number, counted from 0."""
    steps = positions(name)
    if not 0 <= number < len(steps):
        raise BadText("lessons.no-step", number=number, n=len(steps))
    position = steps[number]
    reader = _reader(position, lang)
    try:
        parsed = position.match.game.parse_move(move)
        position.match.play(position.setting.you, parsed)
    except FunicularError as error:
        return Tried("illegal", error.say(reader))
    accepted = position.step.accept
    if not accepted:
        return Tried("other", reader.say("lessons.only-read"))
    verdict: Literal["right", "other"] = "right" if str(parsed) in accepted else "other"
    return Tried(verdict, reader.say(f"lessons.{position.step.say}.{verdict}"))
