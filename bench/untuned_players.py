"""Players whom nothing was tuned for: the tests of `bench.foresight` among others.

They are no good and not meant to be: each plays in a way of its own, which no type of players in
`funicular.bots.player_types` describes.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from funicular.core.game import Move, View
from funicular.games.ascenseur.moves import Bid
from funicular.games.ascenseur.moves import Play as PlayCard
from funicular.games.auf_ab.moves import Lay
from funicular.games.dnpup.moves import Add, Play, Take

# Jacks and above.
COURT = 9


def highest_card(view: View, rng: random.Random) -> Move:
    """Ascenseur: bid the court cards, and always play the highest card."""
    del rng
    moves = view.legal_moves()
    bids = [move for move in moves if isinstance(move, Bid)]
    plays = [move for move in moves if isinstance(move, PlayCard)]
    if plays:
        return max(plays, key=lambda play: (play.card.rank, play.card.suit))
    court = sum(getattr(card, "rank", 0) >= COURT for card in view.hand)
    return min(bids, key=lambda bid: abs(bid.tricks - court))


def small_first(view: View, rng: random.Random) -> Move:
    """dnpup: play the smallest and lowest meld, else add, now and then take, else flip."""
    moves = view.legal_moves()
    plays = [move for move in moves if isinstance(move, Play)]
    if plays:
        return min(plays, key=lambda play: (len(play.cards), play.cards[0].active))
    adds = [move for move in moves if isinstance(move, Add)]
    takes = [move for move in moves if isinstance(move, Take)]
    if adds:
        return adds[0]
    return rng.choice(takes) if takes and rng.random() < 0.2 else moves[-1]


def few_and_strong(view: View, rng: random.Random) -> Move:
    """Auf & Ab: lay as few cards as possible, and of those the last in the order of moves."""
    del rng
    moves = view.legal_moves()
    melds = [move for move in moves if isinstance(move, Lay)]
    return min(reversed(melds), key=lambda meld: meld.size) if melds else moves[0]


UNTUNED: dict[str, Callable[[View, random.Random], Move]] = {
    "auf-ab": few_and_strong,
    "dnpup": small_first,
    "ascenseur-52": highest_card,
    "ascenseur-32": highest_card,
}
