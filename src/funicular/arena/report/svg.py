"""Plots drawn as SVG, for a page: no script, colours and letters by the page's own style.

Drawings are narrow, with labels above what they name and not beside it, so that they can be read
on a telephone. Every series has a shape besides its colour.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from math import isfinite

from funicular.arena.report.axes import Axis, spanning, ticks
from funicular.arena.report.plots import Curve, Dots, Lines, Mark

WIDTH = 400.0
EDGE = 20.0
ROW = 36.0
FOOT = 40.0
HEIGHT = 230.0
LETTER = 6.2
SERIES = 6


def draw(plot: Dots | Lines, name: str) -> str:
    """The drawing; `name` sets its parts apart from those of other drawings on the page."""
    if isinstance(plot, Dots):
        return _svg(plot.title, plot.axis, name, _dots_height(plot), _dots(plot))
    return _svg(plot.title, f"{plot.up} / {plot.across}", name, _lines_height(plot), _lines(plot))


def _svg(title: str, about: str, name: str, height: float, parts: Iterator[str]) -> str:
    named = f'aria-labelledby="{name}-title {name}-desc"'
    return "\n".join(
        (
            f'<svg viewBox="0 0 {WIDTH:.0f} {height:.0f}" role="img" {named}>',
            f'<title id="{name}-title">{escape(title)}</title>',
            f'<desc id="{name}-desc">{escape(about)}</desc>',
            *parts,
            "</svg>",
        )
    )


def _dots_height(plot: Dots) -> float:
    return ROW * len(plot.marks) + FOOT


def _dots(plot: Dots) -> Iterator[str]:
    ends = [end for mark in plot.marks for end in (mark.at.low, mark.at.value, mark.at.high)]
    low, high = spanning([*ends, 1.0] if plot.percent else ends)
    axis = Axis(low, high, EDGE, WIDTH - EDGE)
    floor = ROW * len(plot.marks) + 4
    for tick in ticks(axis):
        x = axis.place(tick)
        kind = "zero" if abs(tick) < 1e-9 else "grid"
        yield _upright(kind, x, 2, floor)
        yield _text(x, floor + 14, f"{tick:.0%}" if plot.percent else f"{tick:g}", "tick middle")
    yield _text(WIDTH / 2, floor + 30, plot.axis, "axis middle")
    for place, mark in enumerate(plot.marks):
        yield from _mark(mark, axis, place * ROW)


def _mark(mark: Mark, axis: Axis, top: float) -> Iterator[str]:
    room = int((WIDTH - 2 * EDGE) / LETTER) - len(mark.text) - 1
    yield _text(EDGE, top + 14, _short(mark.label, room), "label")
    yield _text(WIDTH - EDGE, top + 14, mark.text, "value end")
    y = top + 25
    if mark.at.bounded:
        yield _level("reach s0", axis.place(mark.at.low), axis.place(mark.at.high), y)
    yield _shape(0, axis.place(mark.at.value), y)


def _lines_height(plot: Lines) -> float:
    return HEIGHT + FOOT + 18 * len(plot.curves)


def _lines(plot: Lines) -> Iterator[str]:
    points = [point for curve in plot.curves for point in curve.points]
    ends = [end for point in points for end in (point.at.low, point.at.value, point.at.high)]
    low, high = spanning(ends)
    up = Axis(low, high, HEIGHT - 6, 28)
    marks = ticks(up)
    gutter = EDGE + LETTER * max(len(f"{tick:g}") for tick in marks)
    across = _across(plot, [point.across for point in points], gutter)
    for tick in marks:
        y = up.place(tick)
        kind = "zero" if abs(tick) < 1e-9 else "grid"
        yield _level(kind, gutter, WIDTH - EDGE, y)
        yield _text(gutter - 6, y + 4, f"{tick:g}", "tick end")
    for tick in ticks(across, 9):
        x = across.place(tick)
        text = _time(tick) if plot.log else f"{tick:g}"
        if tick == int(tick) or plot.log:
            yield _upright("grid", x, 28, HEIGHT - 2)
            yield _text(x, HEIGHT + 10, text, "tick middle")
    yield _text(EDGE, 12, plot.up, "axis")
    yield _text(WIDTH / 2, HEIGHT + 28, plot.across, "axis middle")
    for place, curve in enumerate(plot.curves):
        shift = 0.0 if plot.log else (place - (len(plot.curves) - 1) / 2) * 3
        yield from _curve(curve, place, across, up, shift)
        y = HEIGHT + 50 + 18 * place
        yield _shape(place, EDGE + 6, y - 4)
        yield _text(EDGE + 18, y, _short(curve.label, 54), "label")


def _time(seconds: float) -> str:
    return f"{seconds:g} s" if seconds >= 1 else f"{1000 * seconds:g} ms"


def _across(plot: Lines, places: list[float], gutter: float) -> Axis:
    start, end = gutter + 10, WIDTH - EDGE - 10
    low, high = min(places, default=1.0), max(places, default=2.0)
    if plot.log:
        return Axis(low / 1.5, high * 1.5, start, end, log=True)
    return Axis(low, high if high > low else low + 1, start, end)


def _curve(curve: Curve, series: int, across: Axis, up: Axis, shift: float) -> Iterator[str]:
    colour = f"s{series % SERIES}"
    spots = [(across.place(point.across) + shift, point.at) for point in curve.points]
    path = " ".join(f"{x:.1f},{up.place(at.value):.1f}" for x, at in spots)
    yield f'<polyline class="curve {colour}" points="{path}"/>'
    for x, at in spots:
        if isfinite(at.low) and isfinite(at.high):
            yield _upright(f"reach thin {colour}", x, up.place(at.high), up.place(at.low))
        yield _shape(series, x, up.place(at.value))


def _shape(series: int, x: float, y: float) -> str:
    """A mark of this series: circle, square, diamond or triangle."""
    kind = f"dot s{series % SERIES}"
    corners: tuple[tuple[float, float], ...]
    match series % 4:
        case 0:
            return f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="4.5"/>'
        case 1:
            return f'<rect class="{kind}" x="{x - 4:.1f}" y="{y - 4:.1f}" width="8" height="8"/>'
        case 2:
            corners = ((0, -5.5), (5.5, 0), (0, 5.5), (-5.5, 0))
        case _:
            corners = ((0, -5), (5, 4), (-5, 4))
    path = " ".join(f"{x + right:.1f},{y + down:.1f}" for right, down in corners)
    return f'<polygon class="{kind}" points="{path}"/>'


def _level(kind: str, left: float, right: float, y: float) -> str:
    return f'<line class="{kind}" x1="{left:.1f}" x2="{right:.1f}" y1="{y:.1f}" y2="{y:.1f}"/>'


def _upright(kind: str, x: float, top: float, foot: float) -> str:
    return f'<line class="{kind}" x1="{x:.1f}" x2="{x:.1f}" y1="{top:.1f}" y2="{foot:.1f}"/>'


def _text(x: float, y: float, text: str, kind: str) -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>'


def _short(text: str, letters: int) -> str:
    return text if len(text) <= letters else f"{text[: max(1, letters - 1)]}…"
