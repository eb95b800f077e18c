"""A review as one page of HTML, without scripts and without anything to load: to keep or to print.

The same as `/review/ID` in the browser: the decisions that mattered most, where points came from,
and the match deal by deal.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from itertools import accumulate
from typing import TYPE_CHECKING

from funicular.bots.evaluation import stated_chance
from funicular.bots.evaluation_table import number
from funicular.bots.registry import BOTS
from funicular.lang import Reader

if TYPE_CHECKING:
    from funicular.review.match_review import MatchReview, ReviewedDecision

TOLD = 10
WIDTH, HEIGHT = 640, 260
LEFT, RIGHT, TOP, BOTTOM = 48, 12, 12, 28
# A line is told by its colour and by its dashes.
COLOURS = ("#1f5a43", "#b3261e", "#1b4f94", "#8a5a00", "#4c5a52", "#1d2a24")
DASHES = ("", "8 4", "2 4", "12 4 2 4", "4 4", "14 6")
MARKS = 5

STYLE = """
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; color: #1d2a24; background: #fffdf7;
  font: 1.05rem/1.5 system-ui, sans-serif; }
h1, h2 { font-weight: 400; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 0.25rem 0.75rem; border-bottom: 1px solid #cfc5ac; text-align: right; }
th:first-child { text-align: left; }
li { margin-bottom: 0.75rem; break-inside: avoid; }
svg { max-width: 100%; height: auto; }
text { font: 13px system-ui, sans-serif; fill: #4c5a52; }
.muted { color: #4c5a52; }
.key { display: inline-block; margin-right: 1rem; }
"""

ChartLine = tuple[str, Sequence[float]]


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
        f"<title>{escape(title)} – Funicular</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        + "\n".join(parts)
        + "\n</body>\n</html>\n"
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
    cost = reader.say(
        "web.review.cost",
        cost=number(reader, decision.cost),
        error=number(reader, decision.stderr),
    )
    better = reader.say(
        "web.review.better",
        name=_names(review, reader)[decision.seat],
        move=decision.move.spoken(reader.lang),
        best=decision.best.spoken(reader.lang),
    )
    sentences = [better]
    goal = BOTS[review.game].goal
    made, best = decision.chances[goal], decision.best_chances[goal]
    if best > made:
        key = f"review.chance.{goal.replace(' ', '-')}"
        sentences.append(reader.say(key, share=stated_chance(made), best=stated_chance(best)))
    return f"<b>{escape(spot)} – {escape(cost)}</b><br>{escape(' '.join(sentences))}"


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
    costs: list[ChartLine] = [
        (names[seat], list(accumulate(play.get((deal, seat), 0.0) for deal in deals)))
        for seat in seats
    ]
    parts = [_chart(reader.say("web.review.curve-all"), deals, costs, reader)]
    for seat in seats:
        own = {each.deal: each for each in review.accounts if each.seat == seat}
        kept = [own[deal] for deal in deals if deal in own]
        lines: list[ChartLine] = [
            (reader.say("web.review.scored"), list(accumulate(each.result for each in kept))),
            (
                reader.say("web.review.without-luck"),
                list(accumulate(each.cards + each.play for each in kept)),
            ),
            (reader.say("web.review.best-moves"), list(accumulate(each.cards for each in kept))),
        ]
        title = reader.say("web.review.curve-chart", name=names[seat])
        parts.append(_chart(title, [each.deal for each in kept], lines, reader))
    rows = [[reader.say("web.review.deal"), *(name for name, _ in costs)]]
    for place, deal in enumerate(deals):
        rows.append([str(deal + 1), *(number(reader, values[place]) for _, values in costs)])
    return _section(reader, "web.review.curve", "".join(parts) + _table(rows))


def marks(least: float, most: float) -> list[float]:
    """Some five round numbers between these: steps of 1, 2 or 5 with noughts."""
    rough = (most - least or 1.0) / MARKS
    ten = 10.0 ** math.floor(math.log10(rough))
    step = next(each * ten for each in (1, 2, 5, 10) if each * ten >= rough * (1 - 1e-9))
    return [place * step for place in range(math.ceil(least / step), math.floor(most / step) + 1)]


def _chart(title: str, deals: Sequence[int], lines: Sequence[ChartLine], reader: Reader) -> str:
    values = [0.0, *(value for _, line in lines for value in line)]
    least, most = min(values), max(values)
    span = most - least or 1.0

    def x(place: int) -> float:
        return round(LEFT + place / len(deals) * (WIDTH - LEFT - RIGHT), 1)

    def y(value: float) -> float:
        return round(TOP + (most - value) / span * (HEIGHT - TOP - BOTTOM), 1)

    drawn = [f"<title>{escape(title)}</title>"]
    for value in marks(least, most):
        drawn.append(f'<path d="M{LEFT} {y(value)}H{WIDTH - RIGHT}" stroke="#cfc5ac"/>')
        label = escape(number(reader, value))
        drawn.append(f'<text x="{LEFT - 6}" y="{y(value) + 4}" text-anchor="end">{label}</text>')
    step = -(-len(deals) // 10)
    for place, deal in enumerate(deals, 1):
        if place % step == 0:
            where = f'x="{x(place)}" y="{HEIGHT - 8}" text-anchor="middle"'
            drawn.append(f"<text {where}>{deal + 1}</text>")
    keys = []
    for place, (name, line) in enumerate(lines):
        colour, dash = COLOURS[place % len(COLOURS)], DASHES[place % len(DASHES)]
        pen = f'fill="none" stroke="{colour}" stroke-width="2.5" stroke-dasharray="{dash}"'
        points = " ".join(f"{x(at)},{y(value)}" for at, value in enumerate([0.0, *line]))
        drawn.append(f'<polyline points="{points}" {pen}/>')
        key = f'<svg width="36" height="10" aria-hidden="true"><path d="M1 5H35" {pen}/></svg>'
        keys.append(f'<span class="key">{key} {escape(name)}</span>')
    return (
        f"<figure><figcaption>{escape(title)}</figcaption>"
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img">'
        f"{''.join(drawn)}</svg><p>{''.join(keys)}</p></figure>"
    )


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
