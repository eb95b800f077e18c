"""Policies for Auf & Ab: which melds to lay, which to keep, and which way to turn.

`beginner` leads as many cards as it can, follows with the weakest meld that it need not split, and
never thinks of the other direction. `casual` plans its hand as melds for both directions and makes
the move that leaves the best plan (see `plans`).
"""

from __future__ import annotations

import random

from funicular.bots.auf_ab.odds import BY_STRENGTH, strength
from funicular.bots.auf_ab.plans import Plans
from funicular.core.bits import bits_of
from funicular.games.auf_ab.moves import PASS, AufAbMove, Lay
from funicular.games.auf_ab.view import View


def beginner(view: View, rng: random.Random) -> AufAbMove:
    """Lead many cards and weak ones first; follow with the weakest meld that is held just so."""
    del rng  # A newcomer's few habits leave nothing to chance.
    public = view.public
    melds = _melds(view)
    if not public.trick:
        return max(melds, key=lambda meld: (len(meld.cards), -_power(view, meld), -meld.size))
    for meld in melds:
        if len(meld.cards) == len(view.hand):
            return meld
    if public.trick[-1][0] == view.seat:
        return PASS
    whole = [meld for meld in melds if not _splits(view, meld)]
    return min(whole, key=lambda meld: _power(view, meld), default=PASS)


def casual(view: View, rng: random.Random) -> AufAbMove:
    """Go out at once, or make the move that leaves the best plan for the rest of the hand."""
    return ranking(view, rng)[0]


def ranking(view: View, rng: random.Random) -> list[AufAbMove]:
    """The legal moves, the best plan first; where there is a way out, nothing else."""
    del rng  # The same view is always judged the same way.
    for meld in _melds(view):
        if len(meld.cards) == len(view.hand):
            return [meld]
    return sorted(view.legal_moves(), key=Plans.of(view).worth, reverse=True)


def _melds(view: View) -> list[Lay]:
    return [move for move in view.legal_moves() if isinstance(move, Lay)]


def _power(view: View, meld: Lay) -> int:
    return strength(meld.cards[0], view.public.direction)


def _splits(view: View, meld: Lay) -> bool:
    """Whether more cards of this number stay in the hand."""
    sharing = BY_STRENGTH[view.public.direction][_power(view, meld)]
    return (bits_of(view.hand) & sharing).bit_count() > len(meld.cards)
