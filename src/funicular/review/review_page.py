"""A review as one page of HTML, without scripts and without anything to load: to keep or to print.

The same as `/review/ID` in the browser: the decisions that mattered most, where points came from,
and the match deal by deal.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from html import escape
from itertools import accumulate
from typing import TYPE_CHECKING

from funicular.bots.evaluation_table import about, number
from funicular.charts.plots import Curve, Figure, Lines, Point, Scale
from funicular.charts.svg import draw, style
from funicular.lang import Phrase, Reader
from funicular.review.review_text import chance_gained

if TYPE_CHECKING:
    from funicular.review.match_review import MatchReview, ReviewedDecision

TOLD = 10

STYLE = """
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem;
  color: var(--ink); background: var(--paper);
  font: 1.05rem/1.5 system-ui, sans-serif; }
h1, h2 { font-weight: 400; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 0.25rem 0.75rem; border-bottom: 1px solid var(--rule); text-align: right; }
th:first-child { text-align: left; }
li { margin-bottom: 0.75rem; break-inside: avoid; }
figure { margin: 1rem 0; }
svg { display: block; max-width: 34rem; }
.muted { color: var(--faint); }
"""


def review_page(review: MatchReview, reader: Reader) -> str:
    """The whole page in the reader's language."""
    title = reader.say("web.review.title")
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(', '.join(_names(review, reader)))}</p>",
        f'<p class="muted">{escape(reader.say("web.review.about"))}</p>',
        _decisions(review, reader),
        _sources(review, reader),
        _curve(review, reader),
        f'<p class="muted">{escape(reader.say("web.review.same", worlds=review.worlds))}</p>',
    ]
    return (
        f'<!doctype html>\n<html lang="{reader.lang}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{escape(title)} – Funicular</title>\n<style>\n{style()}{STYLE}</style>\n"
        "</head>\n<body>\n" + "\n".join(parts) + "\n</body>\n</html>\n"
    )


def _names(review: MatchReview, reader: Reader) -> list[str]:
    named = any(name != str(seat) for seat, name in enumerate(review.players))
    if named:
        return list(review.players)
    return [reader.player(seat) for seat in range(len(review.players))]


def _decisions(review: MatchReview, reader: Reader) -> str:
    clear = [each for each in review.worst(TOLD) if not each.close]
    close = sum(each.close and each.cost > 0 for each in review.decisions)
    told = "".join(f"<li>{_decision(each, review, reader)}</li>" for each in clear)
    body = f"<ol>{told}</ol>" if told else f"<p>{escape(reader.say('web.review.none'))}</p>"
    if close:
        body += f'<p class="muted">{escape(reader.say("web.review.too-close", n=close))}</p>'
    return _section(reader, "web.review.worst", body)


def _decision(decision: ReviewedDecision, review: MatchReview, reader: Reader) -> str:
    spot = reader.say("web.review.spot", deal=decision.deal + 1, number=decision.ply + 1)
    points = about(decision.cost)
    cost = reader.say("web.review.cost", n=points, cost=Phrase.of("evaluation.about", value=points))
    measured = reader.say(
        "web.review.measured",
        cost=number(reader, decision.cost),
        error=number(reader, decision.stderr),
        n=review.worlds,
    )
    names = _names(review, reader)
    at_table = Reader(reader.lang, tuple(names))
    better = reader.say(
        "web.review.better",
        name=names[decision.seat],
        move=at_table.say(decision.move.phrase),
        best=at_table.say(decision.best.phrase),
    )
    sentences = (better, *chance_gained(decision, review.game, reader))
    return (
        f"<b>{escape(spot)} – {escape(cost)}</b><br>{escape(' '.join(sentences))}"
        f'<br><span class="muted">{escape(measured)}</span>'
    )


def _sources(review: MatchReview, reader: Reader) -> str:
    columns = ("player", "cards", "play", "luck", "points", "mistakes")
    rows = [[reader.say(f"web.review.{column}") for column in columns]]
    for seat in sorted({each.seat for each in review.accounts}):
        own = [each for each in review.accounts if each.seat == seat]
        clear = sum(not each.close for each in review.decisions if each.seat == seat)
        sums = (
            sum(each.cards for each in own),
            sum(each.play for each in own),
            sum(each.luck for each in own),
            sum(each.result for each in own),
        )
        name = _names(review, reader)[seat]
        rows.append([name, *(number(reader, each) for each in sums), str(clear)])
    about = f'<p class="muted">{escape(reader.say("web.review.sources-about"))}</p>'
    return _section(reader, "web.review.sources", about + _table(rows))


def _curve(review: MatchReview, reader: Reader) -> str:
    deals = sorted({each.deal for each in review.accounts})
    seats = sorted({each.seat for each in review.accounts})
    if len(deals) < 2:
        return ""
    names = _names(review, reader)
    play = {(each.deal, each.seat): each.play for each in review.accounts}
    costs: list[tuple[str, list[float]]] = [
        (names[seat], list(accumulate(play.get((deal, seat), 0.0) for deal in deals)))
        for seat in seats
    ]
    plots = [_sums(reader.say("web.review.curve-all"), deals, costs, reader)]
    for seat in seats:
        own = {each.deal: each for each in review.accounts if each.seat == seat}
        kept = [own[deal] for deal in deals if deal in own]
        lines: list[tuple[str, list[float]]] = [
            (reader.say("web.review.scored"), list(accumulate(each.result for each in kept))),
            (
                reader.say("web.review.without-luck"),
                list(accumulate(each.cards + each.play for each in kept)),
            ),
            (reader.say("web.review.best-moves"), list(accumulate(each.cards for each in kept))),
        ]
        title = reader.say("web.review.curve-chart", name=names[seat])
        plots.append(_sums(title, [each.deal for each in kept], lines, reader))
    drawn = "".join(_figure(plot, f"curve-{place}") for place, plot in enumerate(plots))
    rows = [[reader.say("web.review.deal"), *(name for name, _ in costs)]]
    for place, deal in enumerate(deals):
        rows.append([str(deal + 1), *(number(reader, values[place]) for _, values in costs)])
    return _section(reader, "web.review.curve", drawn + _table(rows))


def _sums(
    title: str, deals: Sequence[int], lines: Sequence[tuple[str, Sequence[float]]], reader: Reader
) -> Lines:
    """Sums deal by deal, which are 0 before the first one."""
    places = (0, *(deal + 1 for deal in deals))
    return Lines(
        title,
        Scale(reader.say("web.review.deal"), whole=True),
        Scale(reader.say("web.review.points"), written=partial(number, reader)),
        tuple(
            Curve(
                name,
                tuple(map(Point, places, map(Figure, (0.0, *line)))),
            )
            for name, line in lines
        ),
    )


def _figure(plot: Lines, name: str) -> str:
    return f"<figure><figcaption>{escape(plot.title)}</figcaption>{draw(plot, name)}</figure>"


def _table(rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in rows[0])
    body = "".join(
        f'<tr><th scope="row">{escape(row[0])}</th>'
        + "".join(f"<td>{escape(cell)}</td>" for cell in row[1:])
        + "</tr>"
        for row in rows[1:]
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _section(reader: Reader, title: str, body: str) -> str:
    return f"<section><h2>{escape(reader.say(title))}</h2>{body}</section>"
