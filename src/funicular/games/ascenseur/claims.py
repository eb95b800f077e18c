"""When a player of Ascenseur may lay the hand open: all remaining tricks are theirs, or none is.

Certain means: whatever the others hold and play, as far as the claimer can know it. The hidden
cards are those that the claimer has not seen; each may be with any other player who has not shown
to be out of its suit, or in the stock. The tests below say yes only where that is certain. In rare
positions that a long analysis would show to be certain too they say no, and the player plays on.

All: the player wins the trick under way, then leads trumps and after them the other suits, each
from the top. A card that is led wins if nobody can hold a higher one of its suit, or if its suit
has been led so often that nobody can have any of it left; and if it is no trump, only once nobody
can have a trump. None: the player loses the trick under way, and whatever is led later beats every
card left.
"""

from __future__ import annotations

from msgspec import Struct

from funicular.games.ascenseur.cards import Card
from funicular.games.ascenseur.moves import PLAYS, Play
from funicular.games.ascenseur.tricks import winning
from funicular.games.ascenseur.view import View
from funicular.games.ascenseur.worlds import evidence, hidden_cards
from funicular.games.claim import Claim
from funicular.lang import Phrase


class _Knowledge(Struct, frozen=True):
    """What the claimer knows of the others' cards."""

    trump: str | None
    trick: tuple[Card, ...]
    # How many others there are.
    others: int
    # Cards that are with another player or in the stock.
    hidden: tuple[Card, ...]
    # Those that another player may hold.
    loose: tuple[Card, ...]
    # Those that a player may hold who has still to play to the trick.
    to_come: tuple[Card, ...]

    def longest(self, suit: str | None, cards: int) -> int:
        """How many cards of the suit one of the others may hold, with so many in each hand."""
        return min(cards, sum(card.suit == suit for card in self.loose))

    def beats(self, card: Card, other: Card) -> bool:
        """Whether this card beats the other where the other is led, or leads the trick so far."""
        return winning((other, card), self.trump) == 1


def claim_of(view: View) -> Claim | Phrase:
    """What is certain for the seat whose turn it is to play a card; else why nothing is."""
    if view.public.bidding or view.seat not in view.public.to_act:
        return Phrase.of("ascenseur.claim-when")
    known = _knowledge(view)
    legal = [move.card for move in view.legal_moves() if isinstance(move, Play)]
    to_win = _all(known, view.hand, legal)
    if not isinstance(to_win, Card):
        return Claim("all", tuple(PLAYS[card] for card in to_win))
    to_lose = _none(known, view.hand, legal)
    if not isinstance(to_lose, Card):
        return Claim("none", tuple(PLAYS[card] for card in to_lose))
    if to_win == to_lose:
        return Phrase.of("ascenseur.claim-open", card=to_win)
    return Phrase.of("ascenseur.claim-not-certain", low=to_win, high=to_lose)


def _knowledge(view: View) -> _Knowledge:
    public, seats = view.public, view.setup.seats
    proof = evidence(view)
    hidden = hidden_cards(view, proof)
    others = [seat for seat in range(seats) if seat != view.seat]
    coming = [((view.seat or 0) + turn) % seats for turn in range(1, seats - len(public.trick))]

    def held_by(some: list[int]) -> tuple[Card, ...]:
        return tuple(
            card for card in hidden if any(card.suit not in proof.voids[seat] for seat in some)
        )

    return _Knowledge(
        trump=public.trump,
        trick=public.trick,
        others=len(others),
        hidden=hidden,
        loose=held_by(others),
        to_come=held_by(coming),
    )


# All that remains. A card instead of an order is one that may lose.


def _all(known: _Knowledge, hand: tuple[Card, ...], legal: list[Card]) -> tuple[Card, ...] | Card:
    if not known.trick:
        return _led_from_the_top(known, hand)
    best = known.trick[winning(known.trick, known.trump)]
    doubt = legal[0]
    for card in reversed(legal):
        if not known.beats(card, best) or any(known.beats(other, card) for other in known.to_come):
            doubt = card
            continue
        order = _led_from_the_top(known, tuple(each for each in hand if each != card))
        if not isinstance(order, Card):
            return (card, *order)
        doubt = order
    return doubt


def _led_from_the_top(known: _Knowledge, hand: tuple[Card, ...]) -> tuple[Card, ...] | Card:
    """The hand in the order in which each card led is certain to win."""
    order = sorted(hand, key=lambda card: (card.suit != known.trump, card.suit, -card.rank))
    trumps = sum(card.suit == known.trump for card in hand)
    drawn = trumps >= known.longest(known.trump, len(hand))
    rounds: dict[str, int] = {}
    for card in order:
        before = rounds.get(card.suit, 0)
        rounds[card.suit] = before + 1
        out = before >= known.longest(card.suit, len(hand))
        top = not any(each.suit == card.suit and each.rank > card.rank for each in known.loose)
        if not (top or out) or not (card.suit == known.trump or drawn):
            return card
    return tuple(order)


# None of what remains. A card instead of the next one to play is one that may win.


def _none(known: _Knowledge, hand: tuple[Card, ...], legal: list[Card]) -> tuple[Card] | Card:
    may_win = [card for card in hand if any(known.beats(card, led) for led in known.loose)]
    if len(may_win) > 1:
        return max(may_win, key=lambda card: (card.suit == known.trump, card.rank))
    candidates = may_win or legal
    for card in candidates:
        if card in legal and _loses(known, card, len(hand)):
            return (card,)
    return candidates[-1]


def _loses(known: _Knowledge, card: Card, cards: int) -> bool:
    """Whether the trick under way is lost with this card; `cards` are in the hand."""
    if not known.trick:
        return _loses_led(known, card, cards)
    return not known.beats(card, known.trick[winning(known.trick, known.trump)])


def _loses_led(known: _Knowledge, card: Card, cards: int) -> bool:
    """Whether the card is certain to be beaten when it is led.

    Who can follow has to beat it. Nobody else need: but the others cannot all be out of the suit
    and have another card to throw away, if there are too few cards for that.
    """
    of_suit = [each for each in known.loose if each.suit == card.suit]
    if any(each.rank < card.rank for each in of_suit):
        return False
    elsewhere = [each for each in known.hidden if each.suit != card.suit]
    thrown = [each for each in elsewhere if each.suit != known.trump or card.suit == known.trump]
    return len(elsewhere) < known.others * cards or len(thrown) < known.others
