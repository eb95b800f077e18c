"""Who may sit in another seat, as far as anybody can tell: a mixture of types of players.

Hard evidence says which worlds are possible. What a player merely chose makes some of them
likelier, and never by more than is known of that player. So each other seat is taken for one of
a few types, each with a prior share: one that makes any legal move, a beginner, one like `casual`,
and one that plays like `casual` half of the time. A world's weight is the product over the other
seats of

    sum over types of share(type) * product over the seat's choices of chance(choice | type)

so a seat that has shown how it plays is believed accordingly, and a single odd choice rules nothing
out. TypeShares that earlier deals of a match suggest are `habits` (`funicular.bots.habits`).

The kernels copy the numbers (`tools/kernel_constants.py`, `native/funicular/player_types.hpp`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import Struct

# The share of a type's choices that are made for no reason: each legal move is as likely then.
BEGINNER_SLIPS, CASUAL_SLIPS, CARELESS_SLIPS = 0.2, 0.05, 0.5
# How common each type is before a seat has done anything.
BLIND_SHARE, BEGINNER_SHARE, CASUAL_SHARE, CARELESS_SHARE = 0.1, 0.2, 0.3, 0.4

# Hundreds of choices are less likely together than any float: products smaller than this are made
# larger, which changes no digit of them.
LEAST, SCALE = 2.0**-400, 2.0**400

PLAYER_TYPES = ("blind", "beginner", "casual", "careless")
# A share for each of them.
TypeShares = tuple[float, ...]
PRIOR: TypeShares = (BLIND_SHARE, BEGINNER_SHARE, CASUAL_SHARE, CARELESS_SHARE)


class PolicyChances(Struct, frozen=True):
    """The chance of one choice by each policy: any legal move, `beginner`, and roughly `casual`."""

    blind: float
    beginner: float
    casual: float

    def by_type(self) -> tuple[float, ...]:
        """The chance of the choice for each type of player."""

        def slipping(chance: float, slips: float) -> float:
            return (1 - slips) * chance + slips * self.blind

        return (
            self.blind,
            slipping(self.beginner, BEGINNER_SLIPS),
            slipping(self.casual, CASUAL_SLIPS),
            slipping(self.casual, CARELESS_SLIPS),
        )


class TypeProducts(Struct):
    """A seat's shares times the chances of its choices so far, by type."""

    products: TypeShares
    # How often they were made larger by SCALE.
    scaled: int = 0

    def observe(self, chances: PolicyChances) -> None:
        """The seat made another choice."""
        pairs = zip(self.products, chances.by_type(), strict=True)
        self.products = tuple([each * chance for each, chance in pairs])
        if sum(self.products) < LEAST:
            self.products = tuple([each * SCALE for each in self.products])
            self.scaled += 1

    @property
    def log_likelihood(self) -> float:
        """How likely all its choices are, whichever type it is, as a logarithm."""
        return math.log(sum(self.products)) - self.scaled * math.log(SCALE)

    @property
    def posterior(self) -> TypeShares:
        """How likely the seat is of each type, now that it has made them."""
        total = sum(self.products)
        return tuple([each / total for each in self.products])


def shares_of(habits: Sequence[TypeShares], seat: int) -> TypeShares:
    """The shares that a seat begins with: its habits, or the prior where there are none."""
    return habits[seat] if habits else PRIOR
