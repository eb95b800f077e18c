"""Policies for Ascenseur: honest bids, contracts aimed at and dodged.

`beginner` counts aces and trump honours, plays high while it needs tricks and low once it has
them. `casual` weighs each card by the chance that it takes a trick, given the cards that are gone,
and makes the bid or plays the card after which its contract is worth most.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from funicular.bots.ascenseur.odds import Knowledge, expected_points, spread
from funicular.games.ascenseur.cards import Card
from funicular.games.ascenseur.moves import PLAYS, AscenseurMove, Bid, Play
from funicular.games.ascenseur.tricks import winning
from funicular.games.ascenseur.view import View

JACK, ACE = 9, 12
# More than any card of another suit has.
TRUMP = ACE + 1


def beginner(view: View, rng: random.Random) -> AscenseurMove:
    """Bid the aces and high trumps; then high cards while tricks are needed, low ones after."""
    if view.public.bidding:
        return _sure_tricks(view)
    cards = _playable(view)
    rng.shuffle(cards)
    return PLAYS[max(cards, key=_wanted(view))]


def beginner_chance(view: View, move: AscenseurMove) -> float:
    """How likely `beginner` makes this move: it takes any of its cards that are equally high."""
    if not isinstance(move, Play):
        return float(move == _sure_tricks(view))
    wanted, cards = _wanted(view), _playable(view)
    most = max(map(wanted, cards))
    equal = [card for card in cards if wanted(card) == most]
    return (move.card in equal) / len(equal)


def _sure_tricks(view: View) -> Bid:
    trump = view.public.trump
    sure = sum(card.rank == ACE or (card.suit == trump and card.rank >= JACK) for card in view.hand)
    bids = [move for move in view.legal_moves() if isinstance(move, Bid)]
    return min(bids, key=lambda bid: abs(bid.tricks - sure))


def _wanted(view: View) -> Callable[[Card], int]:
    """High trumps and cards first while tricks are needed, last when they are not."""
    bid, won = Knowledge.of(view).contract
    trump, sign = view.public.trump, 1 if won < bid else -1
    return lambda card: sign * (card.rank + (TRUMP if card.suit == trump else 0))


def casual(view: View, rng: random.Random) -> AscenseurMove:
    """Make the bid, or play the card, after which the contract is worth most."""
    return ranking(view, rng)[0]


def ranking(view: View, rng: random.Random) -> list[AscenseurMove]:
    """The legal moves, that first after which the contract is worth most."""
    del rng  # The same view is always judged the same way.
    knowledge = Knowledge.of(view)
    if view.public.bidding:
        return list(_bids_by_worth(knowledge))
    return [PLAYS[card] for card in _cards_by_worth(knowledge)]


def _playable(view: View) -> list[Card]:
    return [move.card for move in view.legal_moves() if isinstance(move, Play)]


def _bids_by_worth(knowledge: Knowledge) -> list[Bid]:
    view = knowledge.view
    left = len(view.hand)
    first = view.seat == view.public.leader
    odds = spread(knowledge.takes_a_trick(card, left, on_lead=first) for card in view.hand)
    bids = [move for move in view.legal_moves() if isinstance(move, Bid)]
    return sorted(bids, key=lambda bid: expected_points(view, bid.tricks, 0, odds), reverse=True)


def _cards_by_worth(knowledge: Knowledge) -> list[Card]:
    view = knowledge.view
    cards = sorted(
        _playable(view), key=lambda card: (_worth(knowledge, card), -card.rank), reverse=True
    )
    trumps = [card for card in view.hand if card.suit == knowledge.trump]
    bid, won = knowledge.contract
    if trumps and not view.public.trick and bid - won >= len(view.hand):
        # Each card is weighed alone, which does not see that drawing trumps protects the others.
        cards.remove(trumps[-1])
        cards.insert(0, trumps[-1])
    return cards


def _worth(knowledge: Knowledge, card: Card) -> float:
    """What the contract is worth in points if this card is played now."""
    view = knowledge.view
    bid, won = knowledge.contract
    rest = [other for other in view.hand if other is not card]
    takes = _takes_this_trick(knowledge, card)
    worth = 0.0
    for chance, more in ((takes, 1), (1 - takes, 0)):
        if chance > 0:
            odds = spread(
                knowledge.takes_a_trick(other, len(rest), on_lead=more == 1) for other in rest
            )
            worth += chance * expected_points(view, bid, won + more, odds)
    return worth


def _takes_this_trick(knowledge: Knowledge, card: Card) -> float:
    public = knowledge.view.public
    trick = (*public.trick, card)
    if winning(trick, knowledge.trump) != len(public.trick):
        return 0.0
    seats = knowledge.view.setup.seats
    later = [(public.leader + turn) % seats for turn in range(len(trick), seats)]
    return knowledge.stands(card, trick[0].suit, later)
