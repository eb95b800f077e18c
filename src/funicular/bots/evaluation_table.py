"""An evaluation as a table: plain text for people, HTML for notebooks."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from funicular.lang import Reader

if TYPE_CHECKING:
    from funicular.bots.evaluation import Evaluation, MoveEvaluation

# More moves than these would bury the rest.
WHOLE_FROM = 2
MOST_ROWS = 20


def table_text(evaluation: Evaluation, reader: Reader) -> str:
    """Columns of equal width below a line that says what is counted."""
    rows = [_headings(evaluation, reader), *_rows(evaluation, reader)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = []
    for row in rows:
        # Words stand left, numbers right.
        first = row[0].ljust(widths[0])
        numbers = [cell.rjust(width) for cell, width in zip(row[1:-1], widths[1:-1], strict=True)]
        lines.append("  ".join((first, *numbers, row[-1])).rstrip())
    return "\n".join((_caption(evaluation, reader), *lines, *_left_out(evaluation, reader)))


def table_html(evaluation: Evaluation, reader: Reader) -> str:
    """The same as a table."""
    head = "".join(f"<th>{escape(cell)}</th>" for cell in _headings(evaluation, reader))
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>"
        for row in _rows(evaluation, reader)
    )
    left_out = "".join(f"<p>{escape(line)}</p>" for line in _left_out(evaluation, reader))
    caption = escape(_caption(evaluation, reader))
    return (
        f"<table><caption>{caption}</caption><thead><tr>{head}</tr></thead>"
        f"<tbody>{body}</tbody></table>{left_out}"
    )


def _caption(evaluation: Evaluation, reader: Reader) -> str:
    unit = reader.say(f"evaluation.unit.{evaluation.objective}")
    if evaluation.exact:
        return reader.say("evaluation.caption-exact", unit=unit)
    return reader.say("evaluation.caption", unit=unit, n=evaluation.best.worlds)


def _headings(evaluation: Evaluation, reader: Reader) -> tuple[str, ...]:
    names = [reader.say(f"evaluation.chance.{_key(name)}") for name in evaluation.best.chances]
    return (
        reader.say("evaluation.move"),
        reader.say("evaluation.value"),
        reader.say("evaluation.error"),
        *names,
        reader.say("evaluation.behind"),
        reader.say("evaluation.then"),
    )


def _rows(evaluation: Evaluation, reader: Reader) -> list[tuple[str, ...]]:
    return [_row(each, evaluation, reader) for each in evaluation.ranked[:MOST_ROWS]]


def _row(entry: MoveEvaluation, evaluation: Evaluation, reader: Reader) -> tuple[str, ...]:
    behind = "" if entry is evaluation.best else number(reader, entry.cost)
    if behind and entry.close:
        behind = reader.say("evaluation.close", behind=behind)
    return (
        reader.say(entry.move.phrase),
        number(reader, entry.value),
        f"±{number(reader, entry.stderr)}",
        *(reader.say("evaluation.share", share=entry.said(name)) for name in entry.chances),
        behind,
        " · ".join(reader.say(move.phrase) for _, move in entry.line),
    )


def _left_out(evaluation: Evaluation, reader: Reader) -> list[str]:
    more = len(evaluation.moves) - MOST_ROWS
    return [reader.say("evaluation.more", n=more)] if more > 0 else []


def _key(name: str) -> str:
    return name.replace(" ", "-")


def about(value: float) -> float:
    """Points as people say them: whole ones from two on, tenths below."""
    return round(value) if abs(value) >= WHOLE_FROM else round(value, 1) + 0.0


def number(reader: Reader, value: float) -> str:
    """With two digits after the point, as the language writes it."""
    return reader.say("evaluation.number", value=value)
