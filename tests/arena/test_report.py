"""The report: every table, every plot, in every language; a page that is whole by itself."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser
from math import inf, nan

import pytest

from funicular.arena.findings import Findings, findings
from funicular.arena.interval import Interval
from funicular.arena.plan import Contest, Plan, challenge, mixed_table
from funicular.arena.report import figures
from funicular.arena.report.markdown import markdown
from funicular.arena.report.page import page
from funicular.arena.report.sections import sections
from funicular.arena.report.tables import Section
from funicular.arena.results_table import ResultsTable
from funicular.arena.unit import Fault, Outcome, SavedPhrase
from funicular.charts.plots import Dots
from funicular.lang import Reader, languages

SCALED = ("random", "casual", "strong@20ms", "strong@1s", "clairvoyant")
NASTY = 'outside:./bot | <b>&\n"x"'
NAMES = ("strength", "scale", "pairs", "times", "by-cards", "ratings", "forfeits")
# What HTML leaves open.
VOID = {"meta", "br"}


def outcome(contest: Contest, number: int, deal: int, seating: int) -> Outcome:
    """Points that depend on who sits where, so that there is something to plot."""
    seats = contest.seats
    if NASTY in contest.entrants:
        return Outcome(number, deal, seating, 3, fault=Fault(0, SavedPhrase("turn.deal-over")))
    points = tuple((deal * (seat + 2) + number * (seat == seating)) % 7 for seat in range(seats))
    thought = (0.001 * 10**number,) * seats
    return Outcome(
        number, deal, seating, (3, 8)[deal % 2], points, (True,) * seats, (1,) * seats, thought
    )


@cache
def everything() -> Findings:
    """A run that has something for every section."""
    contests = (
        *(challenge("ascenseur-52", 4, name, "casual") for name in SCALED),
        mixed_table("ascenseur-32", ["casual", "random", "beginner"]),
        challenge("auf-ab", 3, NASTY, "random"),
    )
    plan = Plan(contests, deals=12, cards=(3, 8))
    results = ResultsTable(plan)
    for key in plan.unit_keys():
        results.enter(outcome(plan.contests[key.contest], *key))
    results.close()
    return findings(results)


def told(lang: str) -> list[Section]:
    return sections(everything(), Reader(lang), 0.5)


class Checker(HTMLParser):
    """Collects elements, and fails where they are not closed in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    def count(self, tag: str) -> int:
        return sum(name == tag for name, _ in self.seen)


def checked(lang: str) -> Checker:
    checker = Checker()
    checker.feed(page(told(lang), "funicular arena", ["About."], Reader(lang)))
    checker.close()
    assert not checker.open
    return checker


@pytest.mark.parametrize("lang", languages())
def test_there_is_a_section_for_everything_that_was_found(lang: str) -> None:
    assert tuple(section.name for section in told(lang)) == NAMES


@pytest.mark.parametrize("lang", languages())
def test_the_page_is_well_formed_and_has_every_table_and_every_plot(lang: str) -> None:
    shown = checked(lang)
    made = told(lang)
    assert shown.count("table") == sum(len(section.tables) for section in made)
    assert shown.count("tr") == sum(len(t.rows) + 1 for section in made for t in section.tables)
    assert shown.count("svg") == sum(len(section.plots) for section in made)
    assert ("html", {"lang": lang}) in shown.seen
    everywhere = "".join(shown.text)
    for section in made:
        assert section.title in everywhere
        assert section.note in everywhere
        for table in section.tables:
            for cell in (cell for row in table.rows for cell in row):
                assert cell in everywhere


def test_every_plot_has_a_title_and_a_table_with_its_figures() -> None:
    for section in told("en"):
        cells = {cell for table in section.tables for row in table.rows for cell in row}
        for plot in section.plots:
            assert plot.title
            if isinstance(plot, Dots):
                assert {mark.text for mark in plot.marks} <= cells
            else:
                spreads = [point.at for curve in plot.curves for point in curve.points]
                shown = {figures.ahead(Interval(at.value, at.low, at.high)) for at in spreads}
                assert shown <= cells


def test_the_page_needs_nothing_from_elsewhere() -> None:
    shown = checked("en")
    names = {tag for tag, _ in shown.seen}
    assert not names & {"script", "link", "img", "iframe", "object"}
    for tag, attributes in shown.seen:
        for name, value in attributes.items():
            assert not name.startswith("on")
            if name in ("href", "src"):
                assert value is not None
                assert value.startswith("#"), tag
    assert "url(" not in page(told("en"), "x", [], Reader())
    assert "@import" not in page(told("en"), "x", [], Reader())


def test_names_on_the_page_are_its_own() -> None:
    shown = checked("en")
    ids = [attributes["id"] for _, attributes in shown.seen if "id" in attributes]
    assert len(ids) == len(set(ids))
    for _, attributes in shown.seen:
        for name in (attributes.get("aria-labelledby") or "").split():
            assert name in ids
        if (target := attributes.get("href")) is not None:
            assert target.removeprefix("#") in ids


def test_tables_are_for_those_who_do_not_see_them_too() -> None:
    shown = checked("en")
    assert shown.count("caption") == shown.count("table")
    assert all(attributes.get("scope") == "col" for tag, attributes in shown.seen if tag == "th")
    regions = [attributes for _, attributes in shown.seen if attributes.get("role") == "region"]
    assert all(region["tabindex"] == "0" and region["aria-label"] for region in regions)
    pictures = [attributes for tag, attributes in shown.seen if tag == "svg"]
    assert all(picture["role"] == "img" for picture in pictures)


@pytest.mark.parametrize("lang", languages())
def test_markdown_has_every_table_with_as_many_cells_in_every_row(lang: str) -> None:
    made = told(lang)
    text = markdown(made, "funicular arena", ["About."], Reader(lang))
    assert text.startswith("# ")
    blocks = [part.splitlines() for part in text.split("\n\n") if part.startswith("| ")]
    assert len(blocks) == sum(len(section.tables) for section in made)
    for block in blocks:
        widths = {len(re.findall(r"(?<!\\)\|", line)) for line in block}
        assert len(widths) == 1


def test_a_name_from_outside_breaks_neither() -> None:
    text = markdown(told("en"), "x", [], Reader())
    assert 'outside:./bot \\| <b>& "x"' in text
    assert "outside:./bot | &lt;b&gt;&amp;" in page(told("en"), "x", [], Reader())


def test_figures_are_written_the_same_in_every_language() -> None:
    numbers = [
        re.findall(r"[-+]?[0-9.]+%?", "".join(row[5]))
        for lang in languages()
        for row in told(lang)[0].tables[0].rows
    ]
    half = len(numbers) // 2
    assert numbers[:half] == numbers[half:]


def test_deals_needed_are_shown_only_where_a_difference_is_named() -> None:
    (plain, *_), (asked, *_) = sections(everything(), Reader()), told("en")
    assert [*plain.tables[0].columns, "deals to show 0.5"] == list(asked.tables[0].columns)


@pytest.mark.parametrize(
    ("interval", "text"),
    [
        (Interval(1.239, 1.1, 1.381), "+1.24 [+1.10, +1.38]"),
        (Interval(0.0, 0.0, 0.0), "+0.00"),
        (Interval(-2.0, nan, nan), "-2.00"),
        (Interval(nan, nan, nan), "–"),
    ],
)
def test_a_figure_is_written_with_the_interval_it_has(interval: Interval, text: str) -> None:
    assert figures.ahead(interval) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.0000341, "0.034 ms"),
        (0.00034, "0.34 ms"),
        (0.00341, "3.4 ms"),
        (0.0341, "34 ms"),
        (0.99951, "1.0 s"),
        (1.23, "1.2 s"),
        (nan, "–"),
    ],
)
def test_thinking_time_is_written_in_what_suits_it(seconds: float, text: str) -> None:
    assert figures.seconds(seconds) == text


def test_counts_that_nobody_knows_are_left_open() -> None:
    assert (figures.count(12), figures.count(inf), figures.count(nan)) == ("12", "–", "–")


def test_small_shares_show_their_interval() -> None:
    assert figures.share(Interval(0.5, 0.4, 0.6)) == "50% [40%, 60%]"
    assert figures.share(Interval(0.992, 0.988, 0.996)) == "99.2% [98.8%, 99.6%]"
