"""Who takes a trick: the highest trump, else the highest card of the suit led (S27, S28)."""

from __future__ import annotations

from funicular.games.ascenseur.cards import Card


def winning(trick: tuple[Card, ...], trump: str | None) -> int:
    """The place in the trick of the card that takes it."""
    top = trick[0]
    for card in trick:
        if card.suit == top.suit:
            if card.rank > top.rank:
                top = card
        elif card.suit == trump:
            top = card
    return trick.index(top)
