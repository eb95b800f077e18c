"""Reviews as browsers hand them in."""

from __future__ import annotations

from funicular.bots.evaluation import evaluation_request
from funicular.core.match import Match
from funicular.review.kept_review import (
    DIGITS,
    FORM,
    KEPT_SEED,
    NUMBERS,
    ReviewShown,
    choices_of,
)
from funicular.review.match_review import judgement


def review_handed_in(match: Match, worlds: int) -> ReviewShown:
    """The review of all decisions of a match, in columns."""
    request = evaluation_request(worlds, None, None, "points", race=True)
    rows = [judgement(position, KEPT_SEED, request) for position, _ in choices_of(match)]
    columns = {name: tuple(round(getattr(row, name), DIGITS) for row in rows) for name in NUMBERS}
    best = tuple(row.best for row in rows)
    return ReviewShown(form=FORM, worlds=worlds, seed=KEPT_SEED, best=best, **columns)
