"""The plot of `bench.flat`: milliseconds against rows, both in powers of ten, as SVG."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from math import log10
from typing import Protocol

WIDTH, HEIGHT = 640.0, 400.0
LEFT, RIGHT, TOP, FOOT = 60.0, 210.0, 20.0, 50.0
COLOURS = ("#1b6ca8", "#b5541c", "#3f7d3a")
KINDS = len(COLOURS)
DASHES = ("none", "6 3", "2 3")
FEWEST, MOST = 2, 5
LEAST, HIGHEST = -1, 3


class Spread(Protocol):
    """Milliseconds of one thing."""

    @property
    def least(self) -> float:
        """The shortest."""

    @property
    def middle(self) -> float:
        """The median."""

    @property
    def most(self) -> float:
        """The longest that counts."""


Curve = Sequence[tuple[int, Spread]]


def draw(curves: Mapping[str, Curve]) -> str:
    """The whole picture."""
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:.0f} {HEIGHT:.0f}"',
            'role="img" font-family="sans-serif" font-size="12">',
            "<title>What a command, a recovery and a look at a replay cost</title>",
            "<desc>Milliseconds of the processor against the rows of a table's log.</desc>",
            f'<rect width="{WIDTH:.0f}" height="{HEIGHT:.0f}" fill="white"/>',
            *_grid(),
            *(
                part
                for place, (name, curve) in enumerate(curves.items())
                for part in _curve(place, name, curve)
            ),
            "</svg>\n",
        )
    )


def _x(rows: float) -> float:
    share = (log10(rows) - FEWEST) / (MOST - FEWEST)
    return LEFT + share * (WIDTH - LEFT - RIGHT)


def _y(milliseconds: float) -> float:
    share = (log10(max(milliseconds, 10**LEAST)) - LEAST) / (HIGHEST - LEAST)
    return HEIGHT - FOOT - share * (HEIGHT - FOOT - TOP)


def _grid() -> Iterator[str]:
    for power in range(FEWEST, MOST + 1):
        x = _x(10.0**power)
        yield _line(x, TOP, x, HEIGHT - FOOT)
        yield _text(x, HEIGHT - FOOT + 18, f"{10**power:,}", "middle")
    for power in range(LEAST, HIGHEST + 1):
        y = _y(10.0**power)
        yield _line(LEFT, y, WIDTH - RIGHT, y)
        yield _text(LEFT - 8, y + 4, f"{10.0**power:g}", "end")
    yield _text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, "rows of the log", "middle")
    yield _text(8, TOP - 6, "ms", "start")


def _curve(place: int, name: str, curve: Curve) -> Iterator[str]:
    colour = COLOURS[place % KINDS]
    points = " ".join(f"{_x(rows):.1f},{_y(cost.middle):.1f}" for rows, cost in curve)
    # The same colour for the same thing, and other dashes for another log or store.
    dashes = f' stroke-dasharray="{DASHES[place // KINDS % len(DASHES)]}"'
    yield f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"{dashes}/>'
    for rows, cost in curve:
        x = _x(rows)
        ends = f'y1="{_y(cost.least):.1f}" y2="{_y(cost.most):.1f}"'
        yield f'<line x1="{x:.1f}" x2="{x:.1f}" {ends} stroke="{colour}"/>'
        yield f'<circle cx="{x:.1f}" cy="{_y(cost.middle):.1f}" r="3.5" fill="{colour}"/>'
    y = TOP + 14 + 20 * place
    x = WIDTH - RIGHT + 16
    stroke = f'stroke="{colour}" stroke-width="2"{dashes}'
    yield f'<line x1="{x - 12:.1f}" x2="{x + 6:.1f}" y1="{y - 4:.1f}" y2="{y - 4:.1f}" {stroke}/>'
    yield _text(x + 10, y, name, "start")


def _line(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="#ddd"/>'


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
