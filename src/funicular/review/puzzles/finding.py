"""`find_puzzles`: the decisions of a match in which one move is clearly best.

Cheap questions come first, so that most decisions cost next to nothing:

1. A choice of three moves at least, and of twenty at most.
2. A glance: in a few plausible deals some move leads by something, and it is not what `beginner`
   and `casual` would do anyway.
3. A race in many plausible deals: it leads by points that matter, and by more than chance.
4. Another search agrees, each time it is asked: that of the bots, which plays on otherwise.
5. All moves again in fresh deals, the same for all: the same answer, by far more than its error.
   These are the values that are kept; those of the race are partly luck.
6. A grade. In the higher ones the answer is not the move of `casual`.

All of it looks at the seat's view alone, and the same seed finds the same puzzles.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator
from math import inf, sqrt

from msgspec import Struct

from funicular.bots.evaluation import CASUAL, Evaluation, evaluate
from funicular.bots.levels import bot
from funicular.bots.registry import BOTS
from funicular.core.game import Move, View
from funicular.core.match import Match, MatchPosition
from funicular.native.evaluated import Model
from funicular.review.puzzles.grading import (
    LADDER,
    SEEN_AT,
    grade_of,
    lead_in_errors,
    share_finding_it,
)
from funicular.review.puzzles.puzzle import GRADES, Provenance, Puzzle, position_of, puzzle_of

# A choice, but not so many moves that nobody would look at them all.
LEAST_MOVES, MOST_MOVES = 3, 20
# By how many standard errors the best move must lead: chance alone reaches 2.13 once in twenty.
CLEARLY = 5.0
# Plausible deals of a glance, of the race, and of the values that are kept: the next number where
# the one before does not tell the moves apart clearly.
GLANCE_WORLDS = 48
RACE_WORLDS = (150, 600, 2400)
VALUE_WORLDS = (1000, 5000)
# What a glance and a race must show, in standard errors. A race gives a move up at four, so that no
# lead in it can be trusted to be longer.
GLANCE_CLEARLY, RACE_CLEARLY = 0.5, 3.0
# More worlds are tried if so much of the lead that is asked for can be hoped for two budgets later.
PROMISING = 0.8
# The deals that puzzles are looked for in are played by `casual`, and nothing else is guessed.
MODEL: Model = "casual"
# A glance may be mistaken by this much about a lead, in errors of one world.
GLANCE_NOISE = 0.15
# The other search, with its playouts, and how often it is asked.
OTHER_SEARCH = "strong@6000"
OTHER_TRIES = 2
# From this grade on the answer must not be what `casual` would do anyway.
SURPRISING_GRADE = 3


class Examined(Struct, frozen=True):
    """What came of a decision: the question that it failed at, or the puzzle."""

    stage: str
    puzzle: Puzzle | None = None


def find_puzzles(
    match: Match | Iterable[MatchPosition],
    *,
    seed: int = 0,
    players: str = CASUAL,
    grades: Collection[int] = GRADES,
) -> Iterator[Puzzle]:
    """The puzzles of these grades in a match, or among these decisions of it."""
    positions = match.positions() if isinstance(match, Match) else match
    for position in positions:
        found = examine(position, seed=seed, players=players, grades=grades).puzzle
        if found is not None:
            yield found


def examine(
    position: MatchPosition,
    *,
    seed: int = 0,
    players: str = CASUAL,
    grades: Collection[int] = GRADES,
) -> Examined:
    """One decision: the puzzle it makes, or the first question that speaks against it."""
    view = position.view
    if not LEAST_MOVES <= len(view.legal_moves()) <= MOST_MOVES:
        return Examined("moves")
    rng = random.Random(f"puzzle {seed} {position.deal} {position.ply}")
    glance = evaluate(view, rng, worlds=GLANCE_WORLDS, model=MODEL)
    if not leads(view, glance, GLANCE_CLEARLY) or not _worth_it(view, glance, grades, rng):
        return Examined("glance")
    valued, stage = _values(view, rng)
    if valued is None:
        return Examined(stage)
    grade = grade_of(valued)
    if grade is None or grade not in grades:
        return Examined("grade")
    if not _surprising(view, valued.best.move, grade, rng):
        return Examined("surprise")
    kept = position_of(position.state, position.seat, rng)
    provenance = Provenance(seed=seed, deal=position.deal, ply=position.ply, players=players)
    return Examined("puzzle", puzzle_of(kept, valued, grade=grade, provenance=provenance))


def _values(view: View, rng: random.Random) -> tuple[Evaluation | None, str]:
    """What all moves are worth, once race, search and values agree on one; else who did not."""
    raced = _clear_evaluation(view, rng, RACE_WORLDS, RACE_CLEARLY, race=True)
    if raced is None:
        return None, "race"
    if not agreed(view, raced.best.move, rng):
        return None, "other search"
    # What `casual` does anyway must be plain to be a puzzle, and then a few worlds show it.
    plain = not _surprising(view, raced.best.move, SURPRISING_GRADE, rng)
    budgets = VALUE_WORLDS[:1] if plain else VALUE_WORLDS
    valued = _clear_evaluation(view, rng, budgets, CLEARLY, race=False)
    if valued is None or valued.best.move != raced.best.move:
        return None, "values"
    return valued, ""


def leads(view: View, evaluation: Evaluation, errors: float = CLEARLY) -> bool:
    """Whether the best move leads every other by points that matter, and by so many errors."""
    least = BOTS[evaluation.game].least_lead(view)
    others = (each.cost for each in evaluation.moves if each is not evaluation.best)
    return least <= min(others, default=inf) and errors <= lead_in_errors(evaluation)


def agreed(view: View, best: Move, rng: random.Random) -> bool:
    """Whether the bots' search makes the same move, each time it is asked."""
    other = bot(OTHER_SEARCH)
    return all(
        other.choose(view, random.Random(rng.getrandbits(64))) == best for _ in range(OTHER_TRIES)
    )


def _worth_it(view: View, glance: Evaluation, grades: Collection[int], rng: random.Random) -> bool:
    """Whether a wanted grade may come of it: nothing too plain, nothing everybody would do."""
    lowest = min(grades, default=GRADES[-1])
    plain = 2 * SEEN_AT / sqrt(LADDER[lowest - 1]) + GLANCE_NOISE
    if lead_in_errors(glance) / sqrt(GLANCE_WORLDS) > plain and lowest > GRADES[0]:
        return False
    return _surprising(view, glance.best.move, lowest, rng)


def _clear_evaluation(
    view: View, rng: random.Random, budgets: tuple[int, ...], errors: float, *, race: bool
) -> Evaluation | None:
    """An evaluation in which one move is clearly best, with the smallest budget that shows it."""
    for place, worlds in enumerate(budgets):
        evaluation = evaluate(view, rng, worlds=worlds, race=race, model=MODEL)
        if leads(view, evaluation, errors):
            return evaluation
        hoped_for = sqrt(budgets[min(place + 2, len(budgets) - 1)] / worlds)
        if hoped_for * lead_in_errors(evaluation) < PROMISING * errors:
            break
    return None


def _surprising(view: View, best: Move, grade: int, rng: random.Random) -> bool:
    """Whether there is something to find."""
    if grade >= SURPRISING_GRADE:
        return share_finding_it(view, best, CASUAL, rng) <= 1 / 2
    return min(share_finding_it(view, best, level, rng) for level in ("beginner", CASUAL)) < 1
