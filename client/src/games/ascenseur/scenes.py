"""The scenes of Ascenseur in the gallery."""

# ruff: noqa: INP001 - a script, not a part of any package.
from __future__ import annotations

from fixtures import Scene, my_turn, played

GAME = "ascenseur-52"
CLIMB = (*range(1, 14), *range(12, 0, -1))
SMALL = (*range(1, 9), *range(7, 0, -1))


def scenes() -> list[Scene]:
    """Bidding, a trick, the largest hand, six players, and a deal that is over."""
    bidding = played(GAME, 4, 3, my_turn(3), dealer=0, cards=8)
    trick = played(GAME, 4, 5, my_turn(14), dealer=2, cards=8)
    peak = played(GAME, 4, 9, my_turn(6), dealer=1, cards=13)
    six = played(GAME, 6, 4, my_turn(15), dealer=1, cards=8)
    over = played(GAME, 3, 6, lambda _: False, dealer=1, cards=4)
    return [
        Scene("bidding", GAME, 4, 8, CLIMB, bidding),
        Scene("trick", GAME, 4, 8, CLIMB, trick),
        Scene("peak", GAME, 4, 13, CLIMB, peak),
        Scene("six", GAME, 6, 8, SMALL, six),
        Scene("over", GAME, 3, 4, CLIMB, over),
    ]
