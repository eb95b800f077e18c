"""The numbers of the moves of Ascenseur: bids ascending, then cards in the order of the deck.

There are as many bids as three players can ever need, whoever plays and whichever cards are left
out: 18 and 52 cards, 70 in all, or 11 and 32, 43 in all.
"""

from __future__ import annotations

from functools import cache

from funicular.core.actions import Actions
from funicular.games.ascenseur.cards import deck_of
from funicular.games.ascenseur.moves import BIDS, PLAYS, AscenseurMove

FEWEST_SEATS = 3


@cache
def actions_of(deck: int) -> Actions[AscenseurMove]:
    """Those of a game with a deck of 52 or 32 cards."""
    return Actions((*BIDS[: bids_of(deck)], *(PLAYS[card] for card in deck_of(deck))))


def bids_of(deck: int) -> int:
    """How many bids have a number: 0 to the largest hand that this deck can deal."""
    return deck // FEWEST_SEATS + 1
