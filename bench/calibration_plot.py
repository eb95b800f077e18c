"""The plot of a calibration: for each game, what happened against what was foretold.

On the line both are the same. Each dot is a bin of decisions, larger where there are more of them,
with two standard errors to either side.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import sqrt

from msgspec import Struct

SIDE, GAP, MARGIN, ROOM = 240.0, 56.0, 48.0, 24.0
TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)
INK, PINE, LINE = "#1d2a24", "#1f5c45", "#9aa8a0"


class Bin(Struct, frozen=True):
    """Decisions whose chance lay between two bounds."""

    low: float
    high: float
    size: int
    # What was foretold on average, and how often it happened.
    foretold: float
    happened: float
    # The standard error of that share, if the forecast is right.
    stderr: float


def draw(games: Mapping[str, Sequence[Bin]]) -> str:
    """A square for each game, side by side."""
    width = MARGIN + len(games) * (SIDE + GAP)
    height = 2 * ROOM + SIDE + MARGIN
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
            f'font-family="sans-serif" font-size="12" fill="{INK}">'
        ),
        "<title>Chances foretold, and how often they came true</title>",
        f'<rect width="{width:.0f}" height="{height:.0f}" fill="#fff"/>',
    ]
    for number, (title, bins) in enumerate(games.items()):
        parts += _square(MARGIN + number * (SIDE + GAP), 2 * ROOM, title, bins)
    return "\n".join([*parts, "</svg>", ""])


def _square(left: float, top: float, title: str, bins: Sequence[Bin]) -> list[str]:
    def x(share: float) -> float:
        return left + share * SIDE

    def y(share: float) -> float:
        return top + (1 - share) * SIDE

    parts = [
        f'<text x="{x(0):.1f}" y="{top - 12:.1f}" font-size="14">{escape(title)}</text>',
        (
            f'<rect x="{x(0):.1f}" y="{y(1):.1f}" width="{SIDE}" height="{SIDE}" fill="none" '
            f'stroke="{LINE}"/>'
        ),
        f'<path d="M{x(0):.1f} {y(0):.1f}L{x(1):.1f} {y(1):.1f}" stroke="{LINE}"/>',
        f'<text x="{x(0.5):.1f}" y="{y(0) + 36:.1f}" text-anchor="middle">foretold</text>',
    ]
    for tick in TICKS:
        parts += [
            f'<text x="{x(tick):.1f}" y="{y(0) + 18:.1f}" text-anchor="middle">{tick:.0%}</text>',
            f'<text x="{x(0) - 6:.1f}" y="{y(tick) + 4:.1f}" text-anchor="end">{tick:.0%}</text>',
        ]
    most = max((each.size for each in bins), default=1)
    for each in bins:
        low, high = (min(1.0, max(0.0, each.happened + sign * 2 * each.stderr)) for sign in (-1, 1))
        radius = 2 + 5 * sqrt(each.size / most)
        parts += [
            f'<path d="M{x(each.foretold):.1f} {y(low):.1f}V{y(high):.1f}" stroke="{PINE}"/>',
            (
                f'<circle cx="{x(each.foretold):.1f}" cy="{y(each.happened):.1f}" r="{radius:.1f}" '
                f'fill="{PINE}" fill-opacity="0.75"><title>{each.size} decisions</title></circle>'
            ),
        ]
    return parts
