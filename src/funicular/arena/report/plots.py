"""Plots as values: what is drawn, not how."""

from __future__ import annotations

from msgspec import Struct

from funicular.arena.interval import Interval


class Mark(Struct, frozen=True):
    """A figure with its interval, who it is about, and the figure as text."""

    label: str
    at: Interval
    text: str


class Dots(Struct, frozen=True):
    """Figures with their intervals, one under another."""

    title: str
    axis: str
    marks: tuple[Mark, ...]
    percent: bool = False


class Point(Struct, frozen=True):
    """A figure with its interval, somewhere along the other axis, and that place as text."""

    across: float
    at: Interval
    text: str


class Curve(Struct, frozen=True):
    """Points that belong together."""

    label: str
    points: tuple[Point, ...]


class Lines(Struct, frozen=True):
    """Curves over one axis, which may be logarithmic."""

    title: str
    across: str
    up: str
    curves: tuple[Curve, ...]
    log: bool = False
