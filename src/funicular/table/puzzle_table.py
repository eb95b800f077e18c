"""A puzzle as it is shown and answered, in the browser and in the terminal alike.

It is shown from its seat's view, as any table is; the cards of the others are not even known here
(`review.puzzles.puzzle`). The answer is a value of its own, for whoever has chosen a move.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from funicular.bots.evaluation import CLEAR
from funicular.bots.evaluation_table import about
from funicular.lang import Phrase, Reader
from funicular.review.hint import Hint
from funicular.review.puzzles.collection import puzzle
from funicular.review.puzzles.puzzle import Puzzle
from funicular.table.render import show_deal
from funicular.table.static_table import show_still, still_table
from funicular.table.wire import AnyDeal, TableShown


class PuzzleShown(Struct, frozen=True):
    """`GET /api/puzzles/ID`: the table as the seat sees it whose move it is."""

    id: str
    game: str
    grade: int
    table: TableShown
    deal: AnyDeal


class PuzzleValue(Struct, frozen=True):
    """What a move is worth, the best one first."""

    move: str
    # In words.
    said: str
    # Points on average, and how far that may be off: it lies this near in 95 of 100 measurements.
    value: float
    margin: float
    # How far it lies behind the best, and the error of that difference.
    cost: float
    cost_stderr: float


class LineStep(Struct, frozen=True):
    """A move that mostly follows the best one."""

    seat: int
    said: str


class PuzzleVerdict(Struct, frozen=True):
    """What `POST /api/puzzles/ID/answer` answers."""

    right: bool
    # Right or not, and what the move chosen costs: this does not name the best one.
    text: str
    # The best move, and why.
    best: str
    why: str
    moves: tuple[PuzzleValue, ...]
    line: tuple[LineStep, ...]
    # The plausible deals that the values are means of.
    worlds: int


def reader_of(asked: Puzzle, lang: str) -> Reader:
    """Whoever solves it, in the puzzle's seat; the others have names."""
    position = asked.position
    names = Reader(lang).say("puzzle.names").split(", ")[: position.seats]
    return Reader(lang, tuple(names), position.seat)


@lru_cache(maxsize=256)
def show_puzzle(name: str, lang: str) -> PuzzleShown:
    """The puzzle of this id; `BadOptions` if there is none."""
    asked = puzzle(name)
    seat = asked.position.seat
    reader = reader_of(asked, lang)
    table = still_table("puzzle", asked.position.match(), reader.names, seat=seat)
    deal = show_deal(table, seat, lang)
    if deal is None:
        message = "a puzzle has a deal under way"
        raise TypeError(message)
    return PuzzleShown(asked.id, asked.game, asked.grade, show_still(table, lang), deal)


def verdict(name: str, text: str, lang: str) -> PuzzleVerdict:
    """What is to be said of this move; the error says why it is not allowed."""
    asked = puzzle(name)
    reader = reader_of(asked, lang)
    evaluation = asked.evaluation()
    chosen = evaluation.of(asked.read_move(text))
    best, view = evaluation.best, asked.position.view()
    right = chosen.move == best.move
    told = Phrase.of(
        "puzzle.right" if right else "puzzle.wrong",
        move=view.phrase_of(chosen.move),
        n=about(chosen.cost),
    )
    return PuzzleVerdict(
        right=right,
        text=_sentence(reader.say(told)),
        best=str(best.move),
        why=Hint(evaluation, view).text(reader),
        moves=tuple(
            PuzzleValue(
                move=str(each.move),
                said=_sentence(reader.say(view.phrase_of(each.move))),
                value=each.value,
                margin=CLEAR * each.stderr,
                cost=each.cost,
                cost_stderr=each.cost_stderr,
            )
            for each in evaluation.ranked
        ),
        line=tuple(LineStep(seat, reader.say(move.phrase)) for seat, move in best.line),
        worlds=asked.worlds,
    )


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
