"""The numbers of the moves of Auf & Ab: 6,053 melds, then the pass.

First the melds of a rising trick by the number that counts, in the order of `moves`, then those of
a falling one. A single card is a meld either way and comes once, among the rising ones.
"""

from __future__ import annotations

from functools import cache

from funicular.core.actions import Actions
from funicular.games.auf_ab.cards import SHARING
from funicular.games.auf_ab.moves import PASS, AufAbMove, melds_of


@cache
def actions_of() -> Actions[AufAbMove]:
    """Those of every game, however many play."""
    melds = [
        meld
        for direction in SHARING
        for sharing in SHARING[direction]
        for meld in melds_of(sharing)
        if direction == "rising" or len(meld.cards) > 1
    ]
    return Actions((*melds, PASS))
