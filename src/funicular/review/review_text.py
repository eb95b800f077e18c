"""A review in words: the decisions that mattered most, and where each player's points came from."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from funicular.bots.evaluation import stated_chance
from funicular.bots.evaluation_table import number
from funicular.bots.registry import BOTS
from funicular.lang import Phrase, Reader

if TYPE_CHECKING:
    from funicular.review.match_review import MatchReview, ReviewedDecision

# How many decisions are told.
TOLD = 10


def review_text(review: MatchReview, reader: Reader) -> str:
    """Some paragraphs of plain text."""
    reader = _with_names(review, reader)
    parts = [_summary(review, reader)]
    worst = _worst(review, reader)
    if worst:
        parts.append("\n".join(worst))
    parts.append(_columns(_accounts(review, reader)))
    return "\n\n".join(part for part in parts if part)


def review_html(review: MatchReview, reader: Reader) -> str:
    """The same for notebooks: a list, and a table."""
    reader = _with_names(review, reader)
    worst = "".join(f"<li>{escape(each)}</li>" for each in _worst(review, reader))
    head, *rows = _accounts(review, reader)
    headings = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    return (
        f"<p>{escape(_summary(review, reader))}</p>"
        + (f"<ol>{worst}</ol>" if worst else "")
        + f"<table><thead><tr>{headings}</tr></thead><tbody>{body}</tbody></table>"
    )


def _worst(review: MatchReview, reader: Reader) -> list[str]:
    return [_told(each, review, reader) for each in review.worst(TOLD) if not each.close]


def _with_names(review: MatchReview, reader: Reader) -> Reader:
    named = any(name != str(seat) for seat, name in enumerate(review.players))
    return Reader(reader.lang, review.players if named else reader.names, reader.seat)


def _summary(review: MatchReview, reader: Reader) -> str:
    chosen = [each for each in review.decisions if not each.forced]
    clear = sum(not each.close for each in chosen)
    close = sum(each.close and each.cost > 0 for each in chosen)
    return reader.say(
        "review.summary", n=len(chosen), clear=clear, close=close, worlds=review.worlds
    )


def _told(decision: ReviewedDecision, review: MatchReview, reader: Reader) -> str:
    sentence = reader.say(
        "review.decision",
        deal=decision.deal + 1,
        number=decision.ply + 1,
        seat=decision.seat,
        move=decision.move.phrase,
        best=decision.best.phrase,
        cost=Phrase.of("evaluation.number", value=decision.cost),
        error=Phrase.of("evaluation.number", value=decision.stderr),
    )
    return " ".join((sentence, *chance_gained(decision, review.game, reader)))


def chance_gained(decision: ReviewedDecision, game: str, reader: Reader) -> tuple[str, ...]:
    """How often each of the two moves reaches the goal; nothing if both are said alike."""
    goal = BOTS[game].goal
    made, best = (
        stated_chance(chances[goal]) for chances in (decision.chances, decision.best_chances)
    )
    spoken = {reader.say("evaluation.share", share=share) for share in (made, best)}
    if best < made or len(spoken) == 1:
        return ()
    return (reader.say(f"review.chance.{goal.replace(' ', '-')}", share=made, best=best),)


def _accounts(review: MatchReview, reader: Reader) -> list[tuple[str, ...]]:
    """The headings, and a row for each player: sums over the deals that are over."""
    names = ("result", "cards", "luck", "play", "clear")
    rows = [("", *(reader.say(f"review.account.{name}") for name in names))]
    for seat in sorted({each.seat for each in review.decisions}):
        own = [each for each in review.accounts if each.seat == seat]
        clear = sum(not each.close for each in review.decisions if each.seat == seat)
        sums = (
            sum(each.result for each in own),
            sum(each.cards for each in own),
            sum(each.luck for each in own),
            sum(each.play for each in own),
        )
        rows.append((reader.player(seat), *(number(reader, each) for each in sums), str(clear)))
    return rows


def _columns(rows: Sequence[Sequence[str]]) -> str:
    """In columns of equal width, numbers to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join(
        "  ".join(
            (
                row[0].ljust(widths[0]),
                *(c.rjust(w) for c, w in zip(row[1:], widths[1:], strict=True)),
            )
        ).rstrip()
        for row in rows
    )
