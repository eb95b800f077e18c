"""A small sample of `make evidence ARGS=calibration`: chances come true as often as foretold."""

from __future__ import annotations

from math import inf, sqrt

import pytest

from bench.calibration import Wanted, binned, sampled

# So many standard errors from the truth is what no honest forecast is, in a sample that is always
# the same.
MOST = 4.0


@pytest.mark.parametrize("game", ["ascenseur-52", "ascenseur-32"])
def test_what_is_foretold_happens_as_often(game: str) -> None:
    sample = sampled(game, "casual", Wanted(60, 0, inf), seed=1)
    bins = binned(sample)
    size = sum(each.size for each in bins)
    assert size == len(sample.forecasts) >= 60
    off = sum(each.size * (each.happened - each.foretold) for each in bins)
    spread = sqrt(sum((each.size * each.stderr) ** 2 for each in bins))
    assert abs(off) < MOST * spread
