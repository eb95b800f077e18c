"""A review as it is kept and sent: columns of rounded numbers, and the check of one from outside.

Browsers make reviews and hand them in, and a stranger's browser may hand in anything. A review is
the same wherever it is made, so a few of its decisions measured again here tell a forged one: those
with the most to say, and others that nobody can foresee.
"""

from __future__ import annotations

import math
import secrets
from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import astuple

from funicular.bots.evaluation import CLEAR, evaluation_request
from funicular.core.errors import BadRecord
from funicular.core.match import Match, MatchPosition
from funicular.native.evaluated import JudgedShown
from funicular.review.match_review import judgement

# Counts up whenever a release measures otherwise: a review of another form counts as missing.
FORM = 2
# In how many worlds decisions of a kept review were tried: at first, and on request.
KEPT_WORLDS = (100, 400)
KEPT_SEED = 0
# Numbers are kept to this many digits behind the point.
DIGITS = 4
CLOSE = 1.5 * 10**-DIGITS
# Decisions of a match whose review is kept.
MOST_DECISIONS = 4000
# How many decisions are measured again, drawn at random, besides those with the most to say.
RANDOM_CHECKED = 2


class ReviewShown(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A whole review: an entry in each column for each decision that was a choice, in order."""

    form: int
    worlds: int
    seed: int
    # The place of the best known move among the legal ones; that of the move made if it is that.
    best: tuple[int, ...]
    difference: tuple[float, ...]
    stderr: tuple[float, ...]
    # What the move made and the best one are worth, and the chances of each: of what the game is
    # about, and of winning the deal.
    value: tuple[float, ...]
    best_value: tuple[float, ...]
    goal: tuple[float, ...]
    best_goal: tuple[float, ...]
    won: tuple[float, ...]
    best_won: tuple[float, ...]


NUMBERS = JudgedShown.__struct_fields__[1:]
CHANCES = ("goal", "best_goal", "won", "best_won")
Choices = Sequence[tuple[MatchPosition, int]]


def judge_places(
    match: Match,
    places: Sequence[int],
    between: Callable[[], object] = lambda: None,
) -> tuple[JudgedShown, ...]:
    """These decisions measured here, counted among those that were a choice; unrounded."""
    choices = choices_of(match, between)
    if any(not 0 <= place < len(choices) for place in places):
        raise BadRecord("review.no-decision", n=len(choices))
    request = evaluation_request(KEPT_WORLDS[0], None, None, "points", race=True)
    found = []
    for place in places:
        between()
        position, _ = choices[place]
        found.append(judgement(position, KEPT_SEED, request))
    return tuple(found)


def check_review(
    given: ReviewShown, choices: Choices, between: Callable[[], object] = lambda: None
) -> None:
    """Refuse, as `BadRecord`, a review that cannot be one of this match, or measures otherwise."""
    _check_shape(given, choices)
    for place in _checked_places(given):
        between()
        if not is_measured(given, place, choices[place][0]):
            raise BadRecord("review.forged")


def settle(given: ReviewShown, kept: ReviewShown, choices: Choices) -> bool:
    """Whether a review takes the place of the one that is kept: they differ, and it is right.

    `BadRecord` if it is not right where they differ; False if they do not.
    """
    differing = [
        place
        for place in range(len(given.best))
        if place >= len(kept.best) or not _alike(_row(given, place), _row(kept, place))
    ]
    if not differing:
        return False
    place = secrets.choice(differing)
    if not is_measured(given, place, choices[place][0]):
        raise BadRecord("review.forged")
    return True


def is_measured(given: ReviewShown, place: int, position: MatchPosition) -> bool:
    """Whether a decision comes out the same when it is measured here."""
    request = evaluation_request(given.worlds, None, None, "points", race=True)
    return _alike(_row(given, place), judgement(position, given.seed, request))


def choices_of(match: Match, between: Callable[[], object] = lambda: None) -> Choices:
    """The positions in which there was a choice, each with the number of its legal moves."""
    found = []
    for number, position in enumerate(match.positions()):
        between()
        if number == MOST_DECISIONS:
            raise BadRecord("review.too-long", n=MOST_DECISIONS)
        legal = len(position.state.legal_moves(position.seat))
        if legal > 1:
            found.append((position, legal))
    return found


def _check_shape(given: ReviewShown, choices: Choices) -> None:
    known = given.form == FORM and given.worlds in KEPT_WORLDS and given.seed == KEPT_SEED
    if not known:
        raise BadRecord("review.form", worlds=KEPT_WORLDS)
    columns = [getattr(given, name) for name in NUMBERS]
    if any(len(column) != len(choices) for column in (given.best, *columns)):
        raise BadRecord("review.shape")
    sound = (
        all(math.isfinite(number) for column in columns for number in column)
        and all(0 <= share <= 1 for name in CHANCES for share in getattr(given, name))
        and all(error >= 0 for error in given.stderr)
        and all(0 <= place < legal for place, (_, legal) in zip(given.best, choices, strict=True))
    )
    if not sound:
        raise BadRecord("review.shape")


def _checked_places(given: ReviewShown) -> list[int]:
    """Which decisions to measure again."""
    places = list(range(len(given.best)))

    def claim(place: int) -> float:
        difference, error = given.difference[place], given.stderr[place]
        return difference if difference > CLEAR * error else 0.0

    def largest_number(place: int) -> float:
        return max(abs(number) for number in _numbers(_row(given, place)))

    if not places:
        return []
    # The largest number, also of a decision that is not claimed to be clear: it may make up the
    # whole of a sum that profiles show.
    telling = list(dict.fromkeys((max(places, key=claim), max(places, key=largest_number))))
    others = [place for place in places if place not in telling]
    drawn = secrets.SystemRandom().sample(others, min(RANDOM_CHECKED, len(others)))
    return telling + drawn


def _row(given: ReviewShown, place: int) -> JudgedShown:
    return JudgedShown(given.best[place], *(getattr(given, name)[place] for name in NUMBERS))


def _alike(one: JudgedShown, other: JudgedShown) -> bool:
    pairs = zip(_numbers(one), _numbers(other), strict=True)
    return one.best == other.best and all(abs(a - b) <= CLOSE for a, b in pairs)


def _numbers(judged: JudgedShown) -> tuple[float, ...]:
    return astuple(judged)[1:]
