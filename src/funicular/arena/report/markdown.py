"""The report as Markdown, which can be kept as it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from funicular.arena.report.tables import ReportTable, Section
from funicular.lang import Reader


def markdown(
    sections: Sequence[Section], command: str, intro: Sequence[str], reader: Reader
) -> str:
    """The sections, after the command that was run and what it means."""
    parts = [f"# {reader.say('arena.title')}", f"```\n{command}\n```", " ".join(intro)]
    for section in sections:
        parts.append(f"## {section.title}")
        parts.append(section.note)
        for table in section.tables:
            if len(section.tables) > 1:
                parts.append(f"### {table.caption}")
            parts.append("\n".join(_lines(table)))
    return "\n\n".join(parts) + "\n"


def _lines(table: ReportTable) -> Iterator[str]:
    yield _row(table.columns)
    yield "| " + " | ".join("---:" if numeric else "---" for numeric in table.numeric) + " |"
    for row in table.rows:
        yield _row(row)


def _row(cells: Sequence[str]) -> str:
    # A program from outside may have a bar or a line's end in its command.
    safe = (" ".join(cell.split()).replace("|", "\\|") for cell in cells)
    return "| " + " | ".join(safe) + " |"
