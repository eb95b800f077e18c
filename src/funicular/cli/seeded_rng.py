"""Random numbers by purpose: one seed, and a generator of its own for each thing that draws.

They are named by what they are for (“deal 3”, “seat 2 at move 5 of deal 3”) and depend on nothing
else. So a match that was saved, or taken back by a move, goes on exactly as it would have.
"""

from __future__ import annotations

import random


def seeded_rng(seed: int, *purpose: object) -> random.Random:
    """The generator for this purpose."""
    return random.Random(" ".join(map(str, (seed, *purpose))))
