"""Ratings of profiles: Plackett–Luce by openskill, one against people and one against bots.

Against people only those with a profile count: their order among one another. Against bots each
person is placed among the bots of the table, whose ratings are fixed. Both are of whole matches.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from openskill.models import PlackettLuce

from funicular.bots.registry import BOTS
from funicular.store.results import Defaults, RatingMark

_MODEL: Any = PlackettLuce()

# How many deviations below the value a rating is ranked: the more is known, the higher.
SURE = 3.0
USUAL = Defaults(
    float(_MODEL.mu), float(_MODEL.sigma), lambda value, deviation: value - SURE * deviation
)

# Of a level that nobody has measured.
UNKNOWN_BOT = USUAL.value, USUAL.deviation


def bot_rating(game: str, level: str) -> tuple[float, float]:
    """The fixed rating of a bot."""
    return BOTS[game].match_ratings.get(game, {}).get(level, UNKNOWN_BOT)


def rate_people(marks: Mapping[str, RatingMark], places: Mapping[str, int]) -> None:
    """Change the ratings of these people, who came in so; the first is 1."""
    names = sorted(marks)
    teams = [[_MODEL.rating(mu=marks[each].value, sigma=marks[each].deviation)] for each in names]
    rated = _MODEL.rate(teams, ranks=[places[each] for each in names])
    for name, (rating,) in zip(names, rated, strict=True):
        marks[name].value, marks[name].deviation = rating.mu, rating.sigma


def rate_among_bots(
    mark: RatingMark, place: int, bots: Sequence[tuple[tuple[float, float], int]]
) -> None:
    """Change the rating of one person who came in so among bots, each with its rating and place."""
    person = _MODEL.rating(mu=mark.value, sigma=mark.deviation)
    others = [[_MODEL.rating(mu=value, sigma=deviation)] for (value, deviation), _ in bots]
    ranks = [place, *(each for _, each in bots)]
    ((rating,), *_) = _MODEL.rate([[person], *others], ranks=ranks)
    mark.value, mark.deviation = rating.mu, rating.sigma
