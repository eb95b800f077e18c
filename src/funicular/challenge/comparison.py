"""A result among everybody's, as in duplicate bridge: everybody had the same cards.

Over the whole match results are ranked by their lead. Deal by deal they are compared by
matchpoints: a point for everybody who did worse with these cards, half a point for an equal, as a
share of all others.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

# Columns of the picture.
MOST_BARS = 13

# Scores and how many came to each, in any order.
Counts = Sequence[tuple[int, int]]


class Bar(Struct, frozen=True):
    """How many results lie between two leads, both included, in points ahead of the average."""

    least: float
    most: float
    players: int


def players_in(counts: Counts) -> int:
    """How many results there are."""
    return sum(players for _, players in counts)


def rank_of(score: int, counts: Counts) -> int:
    """The place of this score, counted from 1; equals share theirs."""
    return 1 + sum(players for other, players in counts if other > score)


def beaten_share(score: int, counts: Counts) -> float | None:
    """Matchpoints as a share of all others, one's own result being among them; None if alone."""
    others = players_in(counts) - 1
    if others < 1:
        return None
    below = sum(players for other, players in counts if other < score)
    equal = sum(players for other, players in counts if other == score) - 1
    return (below + max(0, equal) / 2) / others


def mean_of(counts: Counts) -> float | None:
    """The average score."""
    players = players_in(counts)
    return sum(score * each for score, each in counts) / players if players else None


def bars_of(counts: Counts, seats: int) -> tuple[Bar, ...]:
    """The distribution in at most `MOST_BARS` columns of equal width, without gaps."""
    if not counts:
        return ()
    first, width = _scale(counts, seats)
    bars = [0] * (1 + max(bar_of(score, counts, seats) for score, _ in counts))
    for score, players in counts:
        bars[bar_of(score, counts, seats)] += players
    return tuple(
        Bar(
            float(first + place * width),
            first + (place + 1) * width - 1 / (seats - 1),
            players,
        )
        for place, players in enumerate(bars)
    )


def bar_of(score: int, counts: Counts, seats: int) -> int:
    """The place of the column that a score, one of those counted, is in."""
    first, width = _scale(counts, seats)
    return (score // (seats - 1) - first) // width


def _scale(counts: Counts, seats: int) -> tuple[int, int]:
    """Where the first column begins and how wide each is, in whole points: round edges."""
    scores = [score for score, _ in counts]
    first, last = min(scores) // (seats - 1), max(scores) // (seats - 1)
    return first, -(-(last - first + 1) // MOST_BARS)
