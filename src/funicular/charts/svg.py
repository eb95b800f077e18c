"""Plots drawn as SVG, for a page or as a picture of their own: no script, colours by `style()`.

Drawings are narrow, with labels above what they name and not beside it, so that they can be read
on a telephone. Every series has a shape besides its colour.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files
from math import isfinite

from funicular.charts.axes import Axis, spanning, ticks
from funicular.charts.plots import Curve, Dots, Lines, Mark, Scale, Spread

WIDTH = 400.0
EDGE = 20.0
ROW = 36.0
FOOT = 40.0
HEIGHT = 230.0
# Room for the title of a drawing in a picture of its own.
HEAD = 30.0
LETTER = 6.2
SERIES = 6


def style() -> str:
    """The colours and letters of drawings, light or dark, for the page they are on."""
    return files(__package__).joinpath("style.css").read_text(encoding="utf-8")


def draw(plot: Dots | Lines, name: str) -> str:
    """The drawing; `name` sets its parts apart from those of other drawings on the page."""
    about = plot.axis if isinstance(plot, Dots) else f"{plot.up.label} / {plot.across.label}"
    named = f'aria-labelledby="{name}-title {name}-desc"'
    return "\n".join(
        (
            f'<svg viewBox="0 0 {WIDTH:.0f} {_height(plot):.0f}" role="img" {named}>',
            f'<title id="{name}-title">{escape(plot.title)}</title>',
            f'<desc id="{name}-desc">{escape(about)}</desc>',
            *_parts(plot),
            "</svg>",
        )
    )


def picture(plots: Sequence[Dots | Lines], title: str) -> str:
    """A file of its own: the drawings side by side, each under its title."""
    height = HEAD + max(map(_height, plots))
    size = f'viewBox="0 0 {WIDTH * len(plots):.0f} {height:.0f}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" font-family="sans-serif">',
        f"<title>{escape(title)}</title>",
        f"<style>\n{style()}</style>",
        '<rect class="paper" width="100%" height="100%"/>',
    ]
    for place, plot in enumerate(plots):
        parts.append(f'<g transform="translate({place * WIDTH:.0f} {HEAD:.0f})">')
        parts.append(_text(EDGE, -8, plot.title, "title"))
        parts += [*_parts(plot), "</g>"]
    return "\n".join([*parts, "</svg>", ""])


def _height(plot: Dots | Lines) -> float:
    return _dots_height(plot) if isinstance(plot, Dots) else _lines_height(plot)


def _parts(plot: Dots | Lines) -> Iterator[str]:
    return _dots(plot) if isinstance(plot, Dots) else _lines(plot)


def _bounded(at: Spread) -> bool:
    return isfinite(at.low) and isfinite(at.high)


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
    if _bounded(mark.at):
        yield _level("reach s0", axis.place(mark.at.low), axis.place(mark.at.high), y)
    yield _shape(0, axis.place(mark.at.value), y)


def _lines_height(plot: Lines) -> float:
    return HEIGHT + FOOT + 18 * len(plot.curves)


def _lines(plot: Lines) -> Iterator[str]:
    points = [point for curve in plot.curves for point in curve.points]
    ends = [end for point in points for end in (point.at.low, point.at.value, point.at.high)]
    known = [end for end in ends if isfinite(end)]
    up = _axis(plot.up, known, spanning(known), HEIGHT - 6, 28)
    marks = ticks(up)
    gutter = EDGE + LETTER * max(len(plot.up.written(tick)) for tick in marks)
    places = [point.across for point in points]
    low, high = min(places, default=1.0), max(places, default=2.0)
    even = (low, high if high > low else low + 1)
    across = _axis(plot.across, places, even, gutter + 10, WIDTH - EDGE - 10)
    for tick in marks:
        y = up.place(tick)
        kind = "zero" if abs(tick) < 1e-9 else "grid"
        yield _level(kind, gutter, WIDTH - EDGE, y)
        yield _text(gutter - 6, y + 4, plot.up.written(tick), "tick end")
    for tick in ticks(across, 9):
        if tick == int(tick) or not plot.across.whole:
            x = across.place(tick)
            yield _upright("grid", x, 28, HEIGHT - 2)
            yield _text(x, HEIGHT + 10, plot.across.written(tick), "tick middle")
    yield _text(EDGE, 12, plot.up.label, "axis")
    yield _text(WIDTH / 2, HEIGHT + 28, plot.across.label, "axis middle")
    # Ranges at the same place would hide one another.
    ranged = [curve for curve in plot.curves if any(_bounded(point.at) for point in curve.points)]
    for place, curve in enumerate(plot.curves):
        apart = curve in ranged and not plot.across.log
        shift = (ranged.index(curve) - (len(ranged) - 1) / 2) * 3 if apart else 0.0
        yield from _curve(curve, place, across, up, shift)
        y = HEIGHT + 50 + 18 * place
        colour = f"s{place % SERIES}"
        yield _level(f"curve {colour}", EDGE - 4, EDGE + 16, y - 4)
        if not curve.bare:
            yield _shape(place, EDGE + 6, y - 4)
        yield _text(EDGE + 22, y, _short(curve.label, 54), "label")


def _axis(
    scale: Scale, figures: list[float], even: tuple[float, float], start: float, end: float
) -> Axis:
    """An axis that holds all these figures; `even` are its ends unless it is logarithmic."""
    if not scale.log:
        return Axis(*even, start, end)
    low, high = min(figures, default=1.0), max(figures, default=1.0)
    return Axis(low / 1.5, high * 1.5, start, end, log=True)


def _curve(curve: Curve, series: int, across: Axis, up: Axis, shift: float) -> Iterator[str]:
    colour = f"s{series % SERIES}"
    spots = [(across.place(point.across) + shift, point.at) for point in curve.points]
    path = " ".join(f"{x:.1f},{up.place(at.value):.1f}" for x, at in spots)
    yield f'<polyline class="curve {colour}" points="{path}"/>'
    for x, at in spots:
        if _bounded(at):
            yield _upright(f"reach thin {colour}", x, up.place(at.high), up.place(at.low))
        if not curve.bare:
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
