"""Ratings of profiles by openskill, one against people and one against bots. Both are of matches.

Against bots a person is placed among the bots of the table, whose ratings are fixed (Plackett and
Luce). Against people each two are rated by themselves, and each opponent counts by what it has
proved: by the days on which it played with others before, and less with each match that the same
two have had lately. So keys made to lose count for nothing, and neither do two who play each other
alone. What counts of a day has an end, as nobody plays matches by the hundred.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from openskill.models import PlackettLuce

from funicular.bots.registry import BOTS
from funicular.store.results import RatingMark, RatingRules

_MODEL = PlackettLuce()

# How many deviations below the value a rating is ranked: the more is known, the higher.
SURE = 3.0
# After so many earlier days with others an opponent counts in full.
PROVED_DAYS = 8
# The matches of the same two within so many days count 1, 1/2, 1/3 …
PAIR_DAYS = 30
# No more counts of a day against people.
MOST_A_DAY = 8.0
# Lists begin with so much that counts: matches against bots, opponents in full against people.
LISTED_FROM = 8.0


def opponent_weight(days: int, matches: int) -> float:
    """How much an opponent counts that has played with others on so many earlier days.

    `matches` are those that the two have had lately.
    """
    return min(days, PROVED_DAYS) / PROVED_DAYS / (1 + matches)


USUAL = RatingRules(
    value=float(_MODEL.mu),
    deviation=float(_MODEL.sigma),
    rank=lambda value, deviation: value - SURE * deviation,
    weight=opponent_weight,
    proved_days=PROVED_DAYS,
    pair_days=PAIR_DAYS,
    most_a_day=MOST_A_DAY,
    listed_from=LISTED_FROM,
)

# Of a level that nobody has measured.
UNKNOWN_BOT = USUAL.value, USUAL.deviation


def bot_rating(game: str, level: str) -> tuple[float, float]:
    """The fixed rating of a bot."""
    return BOTS[game].match_ratings.get(game, {}).get(level, UNKNOWN_BOT)


def rate_people(
    marks: Mapping[str, RatingMark],
    orders: Mapping[tuple[str, str], tuple[int, int]],
    weights: Mapping[tuple[str, str], float],
) -> None:
    """Change the ratings of these people by what each was against each other.

    The lower of an order was ahead; a weight is how much the second counts for the first.
    """
    before = {name: (mark.value, mark.deviation) for name, mark in marks.items()}
    for name, mark in marks.items():
        value, deviation = before[name]
        person = [_MODEL.rating(mu=value, sigma=deviation)]
        known = deviation**-2
        for (one, other), weight in sorted(weights.items()):
            if one != name or not weight:
                continue
            opponent = [_MODEL.rating(*before[other])]
            (rated,), _ = _MODEL.rate([person, opponent], ranks=list(orders[one, other]))
            mark.value += weight * (rated.mu - value)
            known += weight * (rated.sigma**-2 - deviation**-2)
        mark.deviation = known**-0.5


def rate_among_bots(mark: RatingMark, bots: Sequence[tuple[tuple[float, float], int]]) -> None:
    """Change the rating of one person among bots, each with its rating and place; theirs is 0."""
    person = _MODEL.rating(mu=mark.value, sigma=mark.deviation)
    others = [[_MODEL.rating(mu=value, sigma=deviation)] for (value, deviation), _ in bots]
    ranks = [0.0, *(float(each) for _, each in bots)]
    ((rating,), *_) = _MODEL.rate([[person], *others], ranks=ranks)
    mark.value, mark.deviation = rating.mu, rating.sigma
