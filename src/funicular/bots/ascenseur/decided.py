"""Whether a contract is made, or missed, whatever the others hold and everybody plays.

The twin of `native/funicular/ascenseur/decided.hpp`.
"""

from __future__ import annotations

from funicular.bots.ascenseur.odds import BITS, Knowledge
from funicular.games.ascenseur.cards import Card
from funicular.games.ascenseur.tricks import winning
from funicular.games.ascenseur.view import View


def contract_is_decided(view: View) -> bool:
    """For a seat that has just made a move, from its own hand and what lies open.

    It will take at least the tricks that nobody can take from it, and at most all that are left.
    """
    public = view.public
    knowledge = Knowledge.of(view)
    bid, least = knowledge.contract
    if view.sealed is not None:
        bid = view.sealed
    left = len(view.hand)
    most = least + left
    leads = not public.trick and public.leader == view.seat
    if public.trick:
        top = winning(public.trick, public.trump)
        if (public.leader + top) % view.setup.seats == view.seat:
            most += 1
            leads = _stands(knowledge, public.trick[top])
            least += leads
    standing = [card for card in view.hand if _stands(knowledge, card)]
    # Whenever it is played a trump that stands takes the trick; of other suits only what is led.
    sure = [card for card in standing if card.suit == public.trump]
    least += left if leads and len(standing) == left else len(sure)
    return bid < least or bid > most or least == most


def _stands(knowledge: Knowledge, card: Card) -> bool:
    """Whether no card that others may hold takes a trick from this one."""
    higher = knowledge.unseen & card.suit_bits & -(card.bit << 1)
    ruffs = knowledge.unseen & BITS[knowledge.trump]
    return not higher and (card.suit == knowledge.trump or not ruffs)
