"""The program behind `make learn`: what it writes depends on its arguments alone."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

pytest.importorskip("funicular.native.auf_ab", reason="there is no compiler")

ROOT = Path(__file__).parents[2]
WEIGHTS = ROOT / "native" / "funicular" / "auf_ab" / "learnt_weights.hpp"


def shape(header: str) -> list[int]:
    """How many numbers each line of weights has."""
    return [line.count(",") for line in header.splitlines() if line[:1] in "-0123456789"]


def test_weights_are_the_same_however_many_threads_learn(tmp_path: Path) -> None:
    program = tmp_path / "learn"
    flags = ("-std=c++20", "-O2", "-Wall", "-Wextra", "-Werror", "-ffp-contract=off", "-pthread")
    source = ROOT / "native" / "learning" / "auf_ab.cpp"
    subprocess.run(("c++", *flags, "-Inative", source, "-o", program), cwd=ROOT, check=True)
    alone, together, other = (
        subprocess.run(
            (program, "2", "500", seed, threads), check=True, capture_output=True, text=True
        ).stdout
        for seed, threads in (("7", "1"), ("7", "3"), ("8", "3"))
    )
    assert alone == together
    assert alone != other
    # And they would fit where the ones in use are.
    assert shape(alone) == shape(WEIGHTS.read_text(encoding="utf-8"))
    assert len(shape(alone)) > 500
