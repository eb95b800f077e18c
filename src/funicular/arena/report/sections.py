"""What a report says, section by section: tables of text, and plots of the same figures.

Markdown and the page show the same sections. One that would say nothing is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isfinite

from funicular.arena.findings import EntrantScore, Findings, Pair, Rung
from funicular.arena.interval import Interval, deals_needed
from funicular.arena.player import is_clairvoyant
from funicular.arena.ratings import Rating
from funicular.arena.report import figures
from funicular.arena.report.tables import (
    Column,
    ReportTable,
    Section,
    grouped,
    score_columns,
    table_of,
)
from funicular.charts.plots import Curve, Dots, Lines, Mark, Point, Scale
from funicular.lang import Reader

# A rating's own idea of how unsure it is, times this, is shown round it.
DEVIATIONS = 2.0


def sections(found: Findings, reader: Reader, detect: float | None = None) -> list[Section]:
    """Everything there is to say. `detect` is the difference that deals needed are counted for."""
    made = [
        _strength(found, reader, detect),
        _scale(found, reader),
        _pairs(found, reader),
        _times(found, reader),
        _by_cards(found, reader),
        _ratings(found, reader),
        _forfeits(found, reader),
    ]
    return [section for section in made if section is not None]


def _strength(found: Findings, reader: Reader, detect: float | None) -> Section:
    known = score_columns(reader)
    names = ["game", "seats", "bot", "against", "deals", "margin", "firsts", "fair", "alone"]
    if any(line.made.known for line in found.lines):
        names.append("made")
    columns = [known[name] for name in (*names, "thinking")]
    if detect is not None:
        head = reader.say("arena.column.needed", difference=f"{detect:g}")
        needed = Column(
            head,
            numeric=True,
            cell=lambda line: figures.count(deals_needed(detect, line.deviation)),
        )
        columns.append(needed)
    plots = [
        Dots(
            reader.say("arena.plot.margin", game=game),
            reader.say("arena.column.margin"),
            tuple(
                Mark(_who(line, reader), line.margin, figures.ahead(line.margin))
                for line in lines
                if line.margin.known
            ),
        )
        for game, lines in grouped(found.lines, lambda line: line.contest.game)
    ]
    title = reader.say("arena.section.strength")
    return Section(
        "strength",
        title,
        reader.say("arena.note.strength"),
        (table_of(title, columns, found.lines),),
        tuple(plot for plot in plots if plot.marks),
    )


def _who(line: EntrantScore, reader: Reader) -> str:
    return reader.say(
        "arena.plot.contest",
        bot=line.entrant,
        against=", ".join(line.against),
        n=line.contest.seats,
    )


def _scale(found: Findings, reader: Reader) -> Section | None:
    if not found.scale:
        return None

    def column(key: str, cell: Callable[[Rung], str], *, numeric: bool = True) -> Column:
        return Column(reader.say(key), numeric, cell)

    columns = [
        column("arena.column.game", lambda rung: rung.game, numeric=False),
        column("arena.column.seats", lambda rung: str(rung.seats)),
        column("arena.column.bot", lambda rung: rung.entrant, numeric=False),
        column("arena.column.against", lambda rung: rung.field, numeric=False),
        column("arena.column.deals", lambda rung: str(rung.deals)),
        column("arena.column.by-points", lambda rung: figures.share(rung.by_points)),
        column("arena.column.by-margin", lambda rung: figures.share(rung.by_margin)),
        column("arena.column.by-firsts", lambda rung: figures.share(rung.by_firsts)),
    ]
    if any(rung.cards is not None for rung in found.scale):
        columns.insert(
            4, column("arena.column.cards", lambda rung: str(rung.cards or figures.NOTHING))
        )
    plots = []
    for (game, seats, cards), rungs in grouped(
        found.scale, lambda rung: (rung.game, rung.seats, rung.cards)
    ):
        title = (
            reader.say("arena.plot.scale", game=game, n=seats)
            if cards is None
            else reader.say("arena.plot.scale-cards", game=game, n=seats, cards=cards)
        )
        marks = tuple(
            Mark(rung.entrant, rung.by_points, figures.share(rung.by_points))
            for rung in rungs
            if rung.by_points.known
        )
        plots.append(Dots(title, reader.say("arena.column.by-points"), marks, percent=True))
    title = reader.say("arena.section.scale")
    return Section(
        "scale",
        title,
        reader.say("arena.note.scale"),
        (table_of(title, columns, found.scale),),
        tuple(plot for plot in plots if plot.marks),
    )


def _pairs(found: Findings, reader: Reader) -> Section | None:
    """The matrix of each table that has something to say beyond the first section."""
    tables = []
    for (game, seats), pairs in grouped(found.pairs, lambda pair: (pair.game, pair.seats)):
        names = list(dict.fromkeys(name for pair in pairs for name in (pair.one, pair.other)))
        mixed = any(
            not line.contest.challenge and len(line.contest.entrants) > 2
            for line in found.lines
            if (line.contest.game, line.contest.seats) == (game, seats)
        )
        if mixed or any(not pair.direct for pair in pairs):
            caption = reader.say("arena.plot.table", game=game, n=seats)
            tables.append(_matrix(caption, names, pairs, reader))
    if not tables:
        return None
    return Section(
        "pairs",
        reader.say("arena.section.pairs"),
        reader.say("arena.note.pairs"),
        tuple(tables),
    )


def _matrix(
    caption: str, names: Sequence[str], pairs: Sequence[Pair], reader: Reader
) -> ReportTable:
    cells = {}
    for pair in pairs:
        sign = "" if pair.direct else "*"
        difference = pair.difference
        cells[pair.one, pair.other] = figures.ahead(difference) + sign
        back = Interval(-difference.value, -difference.high, -difference.low)
        cells[pair.other, pair.one] = figures.ahead(back) + sign
    return ReportTable(
        caption,
        (reader.say("arena.column.ahead"), *names),
        (False, *(True for _ in names)),
        tuple(
            (row, *(cells.get((row, column), figures.NOTHING) for column in names)) for row in names
        ),
    )


def _times(found: Findings, reader: Reader) -> Section | None:
    """Bots that were tried with several budgets against the same field."""
    timed = [
        line
        for line in found.lines
        if line.contest.challenge
        and not is_clairvoyant(line.entrant)
        and isfinite(line.thinking)
        and line.thinking > 0
    ]
    groups = [
        (place, lines)
        for place, lines in grouped(timed, _bot_and_field)
        if len({line.entrant for line in lines}) > 1
    ]
    if not groups:
        return None
    known = score_columns(reader)
    names = ("game", "seats", "bot", "against", "deals", "thinking", "margin", "firsts")
    plots = []
    for (game, seats, field), members in grouped(groups, lambda group: group[0][:3]):
        curves = tuple(
            Curve(
                place[3],
                tuple(
                    Point(line.thinking, line.margin)
                    for line in sorted(lines, key=lambda line: line.thinking)
                    if line.margin.known
                ),
            )
            for place, lines in members
        )
        plots.append(
            Lines(
                reader.say("arena.plot.times", game=game, n=seats, field=field),
                Scale(reader.say("arena.column.thinking"), log=True, written=_time),
                Scale(reader.say("arena.column.margin")),
                curves,
            )
        )
    title = reader.say("arena.section.times")
    lines = [line for _, members in groups for line in members]
    return Section(
        "times",
        title,
        reader.say("arena.note.times"),
        (table_of(title, [known[name] for name in names], lines),),
        tuple(plots),
    )


def _time(seconds: float) -> str:
    return f"{seconds:g} s" if seconds >= 1 else f"{1000 * seconds:g} ms"


def _bot_and_field(line: EntrantScore) -> tuple[str, int, str, str]:
    contest = line.contest
    return contest.game, contest.seats, contest.entrants[1], line.entrant.partition("@")[0]


def _by_cards(found: Findings, reader: Reader) -> Section | None:
    if not found.by_cards:
        return None
    known = score_columns(reader)
    names = ["game", "seats", "bot", "against", "cards", "deals", "points", "margin"]
    if any(line.made.known for line in found.by_cards):
        names.append("made")
    plots = []
    for (game, seats), lines in grouped(
        found.by_cards, lambda line: (line.contest.game, line.contest.seats)
    ):
        curves = tuple(
            Curve(
                reader.say("arena.plot.against", bot=bot, against=", ".join(against)),
                tuple(Point(line.cards or 0, line.margin) for line in own if line.margin.known),
            )
            for (bot, against), own in grouped(lines, lambda line: (line.entrant, line.against))
        )
        plots.append(
            Lines(
                reader.say("arena.plot.by-cards", game=game, n=seats),
                Scale(reader.say("arena.column.cards"), whole=True),
                Scale(reader.say("arena.column.margin")),
                curves,
            )
        )
    title = reader.say("arena.section.by-cards")
    return Section(
        "by-cards",
        title,
        reader.say("arena.note.by-cards"),
        (table_of(title, [known[name] for name in names], found.by_cards),),
        tuple(plots),
        folded=True,
    )


def _ratings(found: Findings, reader: Reader) -> Section | None:
    if not found.ratings:
        return None

    def column(key: str, cell: Callable[[Rating], str], *, numeric: bool = True) -> Column:
        return Column(reader.say(key), numeric, cell)

    columns = [
        column("arena.column.game", lambda rating: rating.game, numeric=False),
        column("arena.column.seats", lambda rating: str(rating.seats)),
        column("arena.column.bot", lambda rating: rating.entrant, numeric=False),
        column("arena.column.rating", lambda rating: f"{rating.value:.1f}"),
        column("arena.column.deviation", lambda rating: f"{rating.deviation:.1f}"),
    ]
    plots = tuple(
        Dots(
            reader.say("arena.plot.ratings", game=game, n=seats),
            reader.say("arena.column.rating"),
            tuple(Mark(rating.entrant, _around(rating), f"{rating.value:.1f}") for rating in rated),
        )
        for (game, seats), rated in grouped(
            found.ratings, lambda rating: (rating.game, rating.seats)
        )
    )
    title = reader.say("arena.section.ratings")
    return Section(
        "ratings",
        title,
        reader.say("arena.note.ratings"),
        (table_of(title, columns, found.ratings),),
        plots,
        folded=True,
    )


def _around(rating: Rating) -> Interval:
    reach = DEVIATIONS * rating.deviation
    return Interval(rating.value, rating.value - reach, rating.value + reach)


def _forfeits(found: Findings, reader: Reader) -> Section | None:
    if not found.complaints:
        return None
    title = reader.say("arena.section.forfeits")
    heads = ("arena.column.bot", "arena.column.times", "arena.column.reason")
    rows = tuple(
        (entrant, str(times), reader.say(said.phrase)) for entrant, said, times in found.complaints
    )
    table = ReportTable(
        title,
        tuple(map(reader.say, heads)),
        (False, True, False),
        rows,
    )
    return Section("forfeits", title, reader.say("arena.note.forfeits"), (table,))
