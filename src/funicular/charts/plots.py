"""Plots as values: what is drawn, not how."""

from __future__ import annotations

from collections.abc import Callable
from math import nan
from typing import Protocol

from msgspec import Struct


class Spread(Protocol):
    """A figure and the ends of the range round it; an end that is not known is nan."""

    @property
    def value(self) -> float:
        """The figure."""

    @property
    def low(self) -> float:
        """Where the range begins."""

    @property
    def high(self) -> float:
        """Where it ends."""


class Figure(Struct, frozen=True):
    """A figure, with a range if there is one."""

    value: float
    low: float = nan
    high: float = nan


class Mark(Struct, frozen=True):
    """A figure with its range, who it is about, and the figure as text."""

    label: str
    at: Spread
    text: str


class Dots(Struct, frozen=True):
    """Figures with their ranges, one under another."""

    title: str
    axis: str
    marks: tuple[Mark, ...]
    percent: bool = False


class Point(Struct, frozen=True):
    """A figure with its range, somewhere along the other axis."""

    across: float
    at: Spread


class Curve(Struct, frozen=True):
    """Points that belong together; a bare curve is a line without a mark at each of them."""

    label: str
    points: tuple[Point, ...]
    bare: bool = False


class Scale(Struct, frozen=True):
    """What an axis is called, and how its figures are written; it may be logarithmic."""

    label: str
    log: bool = False
    written: Callable[[float], str] = "{:g}".format
    # Whether only whole figures are written.
    whole: bool = False


class Lines(Struct, frozen=True):
    """Curves over one axis."""

    title: str
    across: Scale
    up: Scale
    curves: tuple[Curve, ...]
