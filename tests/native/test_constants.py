"""The numbers of a heuristic stand in Python alone; the kernels' headers are made from them."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOOL = runpy.run_path(str(ROOT / "tools" / "kernel_constants.py"))
GAMES = TOOL["games"]()
each_header = pytest.mark.parametrize("game", [TOOL["SHARED"], *GAMES])


def test_every_kernel_has_its_constants() -> None:
    headers = {path.parent.name for path in (ROOT / "native" / "funicular").glob("*/constants.hpp")}
    assert headers == set(GAMES) != set()


@each_header
def test_constants_of_the_kernels_are_those_of_the_bots(game: str) -> None:
    path = ROOT / "native" / "funicular" / game / "constants.hpp"
    # `python tools/kernel_constants.py` writes it anew.
    assert path.read_text(encoding="utf-8") == TOOL["header"](game)


@each_header
def test_constants_are_said_once(game: str) -> None:
    folder = ROOT / "native" / "funicular" / game
    made = (folder / "constants.hpp").read_text(encoding="utf-8")
    names = re.findall(r"(k\w+) = ", made)
    assert names
    for path in folder.glob("*.hpp"):
        if path.name != "constants.hpp":
            said = re.findall(r"\b(k\w+) = ", path.read_text(encoding="utf-8"))
            assert not set(names) & set(said), path
