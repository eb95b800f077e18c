"""How hard a puzzle is: in how many plausible deals its answer can be seen.

An evaluation with few deals picks the best move sometimes, one with many almost always. The lead of
the best move over the closest other, counted in standard errors, grows with the root of the number
of deals; from 1.64 errors on it is picked over that one 19 times in 20. A grade says where that is:

    grade                    1    2    3    4     5
    plausible deals, up to   4   16   64  256  1024

Times the number of moves, these are the playouts it takes: a handful, or thousands.
"""

from __future__ import annotations

import random
from math import inf

from funicular.bots.evaluation import Evaluation
from funicular.bots.registry import POLICIES
from funicular.core.game import Move, View

# The plausible deals that a grade stands for, by grade less one.
LADDER = (4, 16, 64, 256, 1024)
# In standard errors: 95 % of chance stays below.
SEEN_AT = 1.64
# How often a policy is asked what it would do: it may toss a coin.
ASKED = 8


def lead_in_errors(evaluation: Evaluation) -> float:
    """By how many standard errors the best move leads the one that comes closest to it."""
    return min(
        (
            each.cost / each.cost_stderr if each.cost_stderr else (inf if each.cost else 0.0)
            for each in evaluation.moves
            if each is not evaluation.best
        ),
        default=inf,
    )


def worlds_to_see(evaluation: Evaluation) -> float:
    """The number of plausible deals from which the best move is almost always picked."""
    lead = lead_in_errors(evaluation)
    return inf if not lead else evaluation.best.worlds * (SEEN_AT / lead) ** 2


def grade_of(evaluation: Evaluation) -> int | None:
    """The grade of the puzzle with these values; None if it takes more than any grade has."""
    needed = worlds_to_see(evaluation)
    return next((grade for grade, worlds in enumerate(LADDER, 1) if needed <= worlds), None)


def share_finding_it(view: View, best: Move, level: str, rng: random.Random) -> float:
    """How often a level that does not search would make this move."""
    policy = POLICIES[level][view.setup.name]
    return sum(policy(view, rng) == best for _ in range(ASKED)) / ASKED
