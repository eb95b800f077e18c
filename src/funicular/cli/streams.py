"""Random numbers by purpose: one seed, a stream of its own for each thing that draws.

A stream is named by what it is for (“deal 3”, “seat 2 at move 5 of deal 3”) and depends on nothing
else. So a match that was saved, or taken back by a move, goes on exactly as it would have.
"""

from __future__ import annotations

import random


def stream(seed: int, *purpose: object) -> random.Random:
    """The stream for this purpose."""
    return random.Random(" ".join(map(str, (seed, *purpose))))
