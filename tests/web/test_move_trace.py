"""What of ours a move runs through is bounded, and `docs/architecture.md` tells how much it is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.kit.move_trace import Trace, traced_move

PAGE = Path(__file__).parents[2] / "docs" / "architecture.md"
TEXT = PAGE.read_text(encoding="utf-8")
# A layer, its files, its calls.
TOLD = {
    layer: (int(files), int(calls))
    for layer, files, calls in re.findall(
        r"^\| `(\w+)` \| (\d+) \| (\d+) \|", TEXT.partition("## The way of a move")[2], re.MULTILINE
    )
}

# On the whole way, and without the sockets: in rooms, tables, games and stores.
MOST_FILES, MOST_WITHOUT_SOCKETS, MOST_CALLS = 51, 45, 900
# The page may say so much more than was counted: Pythons differ in what is a call of its own.
LENIENCE = 1.25


@pytest.fixture(scope="module")
def trace() -> Trace:
    return traced_move()


def test_a_move_stays_within_its_bounds(trace: Trace) -> None:
    assert len(trace.files) <= MOST_FILES
    assert sum(not file.startswith("web/") for file in trace.files) <= MOST_WITHOUT_SOCKETS
    assert trace.total <= MOST_CALLS


def test_the_page_tells_the_layers_of_the_trace(trace: Trace) -> None:
    found: dict[str, list[int]] = {}
    for file, calls in trace.files.items():
        found.setdefault(file.partition("/")[0], []).append(calls)
    assert found.keys() == TOLD.keys()
    for layer, each in found.items():
        files, calls = TOLD[layer]
        assert files == len(each), layer
        assert sum(each) <= calls <= LENIENCE * sum(each), layer
