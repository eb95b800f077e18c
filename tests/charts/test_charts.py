"""Charts: axes with round numbers, and drawings that stay within their frame."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from math import nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from funicular.charts.axes import Axis, spanning, ticks
from funicular.charts.plots import Curve, Dots, Figure, Lines, Mark, Point, Scale
from funicular.charts.svg import draw, picture, style

FIGURES = st.lists(
    st.floats(-1e6, 1e6).filter(lambda figure: abs(figure) > 1e-6), min_size=1, max_size=9
)


@pytest.mark.parametrize("base", ["zero", "any"])
@given(found=FIGURES)
def test_an_axis_holds_all_its_figures_and_has_ticks_at_round_numbers(
    base: str, found: list[float]
) -> None:
    low, high = spanning(found, zero=base == "zero")
    slack = 1e-6 * (high - low)
    assert low - slack <= min(found)
    assert max(found) <= high + slack
    axis = Axis(low, high, 0, 100)
    marks = ticks(axis)
    assert 2 <= len(marks) <= 8
    assert all(0 <= axis.place(tick) <= 100 for tick in marks)
    assert [axis.place(low), axis.place(high)] == [0, 100]


@given(st.floats(1e-6, 100), st.floats(1.3, 1e6))
def test_a_logarithmic_axis_has_ticks_within_it(low: float, factor: float) -> None:
    axis = Axis(low, low * factor, 0, 100, log=True)
    assert axis.place(low) == 0
    assert axis.place(low * factor**0.5) == pytest.approx(50, abs=0.1)
    assert all(-0.1 <= axis.place(tick) <= 100.1 for tick in ticks(axis))


@pytest.mark.parametrize("axis", ["even", "log"])
@pytest.mark.parametrize("curves", [1, 9])
def test_a_drawing_stays_within_its_frame(curves: int, axis: str) -> None:
    points = tuple(
        Point(0.001 * 10**place, Figure(place, place - 2.0, place + 1.0)) for place in range(3)
    )
    across = Scale("a", log=axis == "log")
    plot = Lines("t", across, Scale("u"), (Curve("a very long name " * 9, points),) * curves)
    _within_frame(draw(plot, "p"))


def test_both_axes_may_be_logarithmic() -> None:
    points = tuple(Point(10.0**n, Figure(2.0**n, 2.0**n / 2, 2.0**n * 2)) for n in range(2, 6))
    rows, ms = Scale("rows", log=True, written="{:,.0f}".format), Scale("ms", log=True)
    drawn = draw(Lines("t", rows, ms, (Curve("a", points),)), "p")
    _within_frame(drawn)
    assert ">10,000</text>" in drawn


def test_a_bare_curve_has_no_marks() -> None:
    points = (Point(0.0, Figure(0.0)), Point(1.0, Figure(1.0)))
    one, none = (
        draw(Lines("t", Scale("a"), Scale("u"), (Curve("c", points, bare=bare),)), "p")
        for bare in (False, True)
    )
    assert one.count("<circle") == 3
    assert none.count("<circle") == 0
    assert one.count("<polyline") == none.count("<polyline") == 1


def test_a_picture_holds_its_drawings_side_by_side_and_its_own_style() -> None:
    plots = [Dots(f"<{n}>", "axis", (Mark("x", Figure(1.0), "1"),)) for n in range(3)]
    root = ET.fromstring(picture(plots, "all"))  # noqa: S314 - our own drawing
    names = [element.tag.partition("}")[2] for element in root]
    assert names == ["title", "style", "rect", "g", "g", "g"]
    assert root[1].text is not None
    assert style() in root[1].text
    places = [each.attrib["transform"] for each in root[3:]]
    assert places == ["translate(0 30)", "translate(400 30)", "translate(800 30)"]


def test_dots_stay_within_their_frame() -> None:
    marks = tuple(
        Mark("a very long name " * 9, Figure(place, place - 30.0, place + 1.0), "+1.00")
        for place in range(12)
    )
    _within_frame(draw(Dots("t", "axis", marks), "p"))
    _within_frame(draw(Dots("t", "axis", (Mark("x", Figure(1.0, nan, nan), "1"),)), "p"))


def _within_frame(svg: str) -> None:
    root = ET.fromstring(svg)  # noqa: S314 - our own drawing
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    for element in root.iter():
        for name, value in element.attrib.items():
            if name in ("x", "x1", "x2", "cx"):
                assert 0 <= float(value) <= width
            if name in ("y", "y1", "y2", "cy"):
                assert 0 <= float(value) <= height
