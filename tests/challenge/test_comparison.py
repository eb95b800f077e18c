"""Results among everybody's, as in duplicate bridge."""

from __future__ import annotations

import random

from funicular.challenge.comparison import (
    MOST_BARS,
    bar_of,
    bars_of,
    beaten_share,
    mean_of,
    players_in,
    rank_of,
)

COUNTS = ((9, 1), (3, 2), (-6, 1))


def test_equals_share_a_rank() -> None:
    assert [rank_of(score, COUNTS) for score, _ in COUNTS] == [1, 2, 4]
    assert mean_of(COUNTS) == 9 / 4


def test_matchpoints_count_equals_half() -> None:
    assert [beaten_share(score, COUNTS) for score, _ in COUNTS] == [1.0, 0.5, 0.0]
    assert beaten_share(4, ((4, 1),)) is None


def test_bars_hold_everybody_and_have_no_gaps() -> None:
    rng = random.Random(3)
    for _ in range(200):
        seats = rng.randint(2, 6)
        counts = {rng.randint(-300, 300): rng.randint(1, 9) for _ in range(rng.randint(1, 80))}
        bars = bars_of(tuple(counts.items()), seats)
        assert sum(bar.players for bar in bars) == players_in(tuple(counts.items()))
        assert 1 <= len(bars) <= MOST_BARS
        for score, players in counts.items():
            lead = score / (seats - 1)
            (bar,) = [bar for bar in bars if bar.least - 1e-9 <= lead <= bar.most + 1e-9]
            assert bar.players >= players
            assert bars[bar_of(score, tuple(counts.items()), seats)] == bar
    assert bars_of((), 4) == ()
