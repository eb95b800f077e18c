"""Claiming what is left of a deal: what a game says of it, where it lets players lay the hand open.

It is a service of the table and no rule: a claim only plays moves that the player would make
anyway. A game decides it from the claimer's view alone, so that neither a claim nor a refusal
tells anything about cards that the claimer cannot see.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from funicular.core.game import Move, OwnView
from funicular.lang import Phrase

# All of the remaining tricks, or none of them.
ClaimedTricks = Literal["all", "none"]


class Claim(Struct, frozen=True):
    """What is certain, and the claimer's next moves that keep it so; after them any legal one."""

    tricks: ClaimedTricks
    moves: tuple[Move, ...]


# What a view makes certain, or the sentence that says why nothing is.
ClaimOf = Callable[[OwnView], Claim | Phrase]
