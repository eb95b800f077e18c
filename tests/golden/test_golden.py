"""Law 7: move order is pinned; perft counts and a playthrough of every game are golden.

If a change here is meant, `python -m tests.golden` writes the files again.
"""

import re
from pathlib import Path

import pytest

from tests.golden import PERFT, PLAYTHROUGHS, golden_file
from tests.golden.deals import read_head
from tests.golden.perft import perft
from tests.golden.playthrough import playthrough_text
from tests.kit import BY_GAME_AND_SEATS

MEANT = "is the change meant? `python -m tests.golden` writes these files again (CONTRIBUTING.md)"

on_every_game = pytest.mark.parametrize(("name", "seats"), BY_GAME_AND_SEATS)


def golden(folder: Path, name: str, seats: int) -> str:
    path = golden_file(folder, name, seats)
    assert path.exists(), f"{path.name} is missing: run `python -m tests.golden`"
    return path.read_text(encoding="utf-8")


@on_every_game
def test_perft_counts_are_as_ever(name: str, seats: int) -> None:
    text = golden(PERFT, name, seats)
    head = read_head(text)
    assert (head.game_name, head.seats) == (name, seats)
    counts = [
        (int(depth), int(n)) for depth, n in re.findall(r"^perft (\d+): (\d+)$", text, re.MULTILINE)
    ]
    assert len(counts) >= 2
    state = head.start()
    assert [(depth, perft(state, depth)) for depth, _ in counts] == counts, MEANT


@on_every_game
def test_the_playthrough_is_as_ever(name: str, seats: int) -> None:
    text = golden(PLAYTHROUGHS, name, seats)
    head = read_head(text)
    assert (head.game_name, head.seats) == (name, seats)
    assert playthrough_text(head).splitlines() == text.splitlines(), MEANT


def test_no_golden_file_is_of_a_game_that_is_not_there() -> None:
    for folder in (PERFT, PLAYTHROUGHS):
        expected = {golden_file(folder, name, seats) for name, seats in BY_GAME_AND_SEATS}
        assert set(folder.iterdir()) == expected
