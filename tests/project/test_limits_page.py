"""The page of limits shows the figures that the program has."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from funicular.live.admission import figures
from funicular.live.admission.figures import queue_rows

PAGE = (Path(__file__).parents[2] / "docs" / "limits.md").read_text(encoding="utf-8")


def table_after(heading: str) -> list[tuple[str, ...]]:
    """The rows of the first table after this heading, without its head."""
    lines = PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0].splitlines()
    rows = [line for line in lines if line.startswith("|")]
    return [tuple(cell.strip() for cell in row.strip("|").split("|")) for row in rows[2:]]


def test_the_table_of_queues_is_the_one_in_use() -> None:
    shown: Sequence[tuple[str, ...]] = table_after("Work in threads")
    assert shown == queue_rows()


def test_the_text_below_it_has_the_same_figures() -> None:
    text = " ".join(PAGE.partition("\n## Work in threads\n")[2].split())
    for sentence in (
        f"is left {figures.UNATTENDED_AFTER_SECONDS:g} seconds after",
        f"after {figures.PAUSED_AFTER_SECONDS:g} seconds its bots stop",
        f"add up to more than {figures.MOST_SQUARES:,}",
        f"for longer than {figures.HURRIED_AFTER_SECONDS:g} second thinks",
        f"for {figures.HURRIED_MILLISECONDS} milliseconds only",
        f"within {figures.BOTS.seconds:g} seconds",
    ):
        assert sentence in text, sentence
