"""An earlier report, read back, so that its figures can stand beside the new ones."""

from __future__ import annotations

from pathlib import Path

# The columns that are shown beside.
COLUMNS = ("p99 ms", "longest ms", "growth MiB", "back to normal s")

# By the arrangement and the attack.
Earlier = dict[tuple[str, str], str]


def read_report(place: Path) -> Earlier:
    """The figures of every row of a report."""
    found: Earlier = {}
    arrangement = ""
    heads: list[str] = []
    for line in place.read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("## "):
            arrangement, heads = line.removeprefix("## "), []
        elif not arrangement or not line.startswith("| "):
            continue
        elif not heads:
            heads = cells
        elif not cells[0].startswith("---"):
            named = dict(zip(heads, cells, strict=True))
            found[arrangement, cells[0]] = " / ".join(named[each] for each in COLUMNS)
    return found
