"""The report as one page that needs nothing from elsewhere: no script, no fonts, no pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files

from funicular.arena.report.tables import ReportTable, Section
from funicular.charts.svg import draw, style
from funicular.lang import Reader


def page(sections: Sequence[Section], command: str, intro: Sequence[str], reader: Reader) -> str:
    """The whole page, light or dark as the reader likes it."""
    title = reader.say("arena.title")
    own = files(__package__).joinpath("page.css").read_text(encoding="utf-8")
    return "\n".join(
        (
            "<!doctype html>",
            f'<html lang="{reader.lang}">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            f"<title>{escape(title)}</title>",
            f"<style>\n{style()}{own}</style>",
            "</head>",
            "<body>",
            "<header>",
            f"<h1>{escape(title)}</h1>",
            f"<p><code>{escape(command)}</code></p>",
            *(f"<p>{escape(line)}</p>" for line in intro),
            "</header>",
            *_contents(sections, reader),
            "<main>",
            *(part for section in sections for part in _section(section, reader)),
            "</main>",
            "</body>",
            "</html>\n",
        )
    )


def _contents(sections: Sequence[Section], reader: Reader) -> Iterator[str]:
    yield f'<nav aria-label="{escape(reader.say("arena.contents"))}"><ul>'
    for section in sections:
        yield f'<li><a href="#{section.name}">{escape(section.title)}</a></li>'
    yield "</ul></nav>"


def _section(section: Section, reader: Reader) -> Iterator[str]:
    yield f'<section aria-labelledby="{section.name}">'
    yield f'<h2 id="{section.name}">{escape(section.title)}</h2>'
    yield f"<p>{escape(section.note)}</p>"
    if section.plots:
        yield '<div class="plots">'
        for number, plot in enumerate(section.plots):
            yield "<figure>"
            yield f"<figcaption>{escape(plot.title)}</figcaption>"
            yield draw(plot, f"{section.name}-{number}")
            yield "</figure>"
        yield "</div>"
    if section.folded:
        yield f"<details><summary>{escape(reader.say('arena.as-table'))}</summary>"
    for table in section.tables:
        # The heading of the section names its only table for those who see it.
        yield from _table(table, "" if len(section.tables) > 1 else ' class="unseen"')
    if section.folded:
        yield "</details>"
    yield "</section>"


def _table(table: ReportTable, caption_kind: str) -> Iterator[str]:
    # A wide table scrolls by itself; the keyboard must be able to do that too.
    yield f'<div class="scroll" role="region" tabindex="0" aria-label="{escape(table.caption)}">'
    yield "<table>"
    yield f"<caption{caption_kind}>{escape(table.caption)}</caption>"
    yield "<thead><tr>"
    for head, numeric in zip(table.columns, table.numeric, strict=True):
        yield f'<th scope="col"{_kind(numeric)}>{escape(head)}</th>'
    yield "</tr></thead>"
    yield "<tbody>"
    for row in table.rows:
        cells = zip(row, table.numeric, strict=True)
        yield "<tr>" + "".join(f"<td{_kind(n)}>{escape(cell)}</td>" for cell, n in cells) + "</tr>"
    yield "</tbody>"
    yield "</table>"
    yield "</div>"


def _kind(numeric: bool) -> str:  # noqa: FBT001 - private, and named where it is called
    return ' class="number"' if numeric else ""
