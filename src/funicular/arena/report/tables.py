"""Tables and sections as values, and the columns that tables of scores are put together from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from msgspec import Struct

from funicular.arena.report import figures
from funicular.charts.plots import Dots, Lines
from funicular.lang import Reader

T = TypeVar("T")
K = TypeVar("K")


class ReportTable(Struct, frozen=True):
    """A table of text. Columns of numbers stand to the right."""

    caption: str
    columns: tuple[str, ...]
    numeric: tuple[bool, ...]
    rows: tuple[tuple[str, ...], ...]


class Section(Struct, frozen=True):
    """A heading, what the figures mean, the tables, and the plots drawn from them."""

    name: str
    title: str
    note: str
    tables: tuple[ReportTable, ...]
    plots: tuple[Dots | Lines, ...] = ()
    # Whether the tables are long and the plots say it better.
    folded: bool = False


class Column(Struct, frozen=True):
    """A column: its head, and how an item's cell is written."""

    head: str
    numeric: bool
    cell: Callable[..., str]


def table_of(caption: str, columns: Sequence[Column], items: Sequence[object]) -> ReportTable:
    """A table with a row for each item."""
    return ReportTable(
        caption,
        tuple(column.head for column in columns),
        tuple(column.numeric for column in columns),
        tuple(tuple(column.cell(item) for column in columns) for item in items),
    )


def score_columns(reader: Reader) -> dict[str, Column]:
    """The columns of scores and lines, by name."""

    def column(key: str, cell: Callable[..., str], *, numeric: bool = True) -> tuple[str, Column]:
        return key.rpartition(".")[2], Column(reader.say(key), numeric, cell)

    return dict(
        (
            column("arena.column.game", lambda line: line.contest.game, numeric=False),
            column("arena.column.seats", lambda line: str(line.contest.seats)),
            column("arena.column.bot", lambda line: line.entrant, numeric=False),
            column("arena.column.against", lambda line: ", ".join(line.against), numeric=False),
            column("arena.column.cards", lambda line: str(line.cards)),
            column("arena.column.deals", lambda line: str(line.deals)),
            column("arena.column.points", lambda line: figures.points(line.points)),
            column("arena.column.margin", lambda line: figures.ahead(line.margin)),
            column("arena.column.firsts", lambda line: figures.share(line.firsts)),
            column("arena.column.alone", lambda line: figures.share(line.alone)),
            column("arena.column.fair", lambda line: f"{1 / line.contest.seats:.0%}"),
            column("arena.column.made", lambda line: figures.share(line.made)),
            column("arena.column.thinking", lambda line: figures.seconds(line.thinking)),
        )
    )


def grouped(items: Sequence[T], by: Callable[[T], K]) -> Iterator[tuple[K, list[T]]]:
    """The items by what they share, in the order in which each group first comes."""
    groups: dict[K, list[T]] = {}
    for item in items:
        groups.setdefault(by(item), []).append(item)
    return iter(groups.items())
