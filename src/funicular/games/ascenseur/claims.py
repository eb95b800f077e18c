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

from functools import cache

from msgspec import Struct

from funicular.games.ascenseur.cards import ALL_CARDS, SUITS, Card, suit_bits
from funicular.games.ascenseur.moves import PLAYS, Play
from funicular.games.ascenseur.tricks import winning
from funicular.games.ascenseur.view import View
from funicular.games.ascenseur.worlds import evidence, hidden_bits
from funicular.games.claim import Claim
from funicular.lang import Phrase

SUIT_BITS = {suit: suit_bits(suit) for suit in SUITS}
WHEN = Phrase.of("ascenseur.claim-when")


class _Knowledge(Struct, frozen=True, gc=False):
    """What the claimer knows of the others' cards, as sets of bits: it is asked at every move."""

    # The cards of the trump suit; none where there is no trump.
    trumps: int
    # The card that has the trick under way so far; None between tricks.
    best: Card | None
    # How many others there are.
    others: int
    # Cards that are with another player or in the stock.
    hidden: int
    # Those that another player may hold.
    loose: int
    # Those that a player may hold who has still to play to the trick.
    to_come: int


def claim_of(view: View) -> Claim | Phrase:
    """What is certain for the seat whose turn it is to play a card; else why nothing is."""
    if view.public.bidding or view.seat not in view.public.to_act:
        return WHEN
    known = _knowledge(view)
    legal = [move.card for move in view.legal_moves() if isinstance(move, Play)]
    to_win = _all(known, view.public.trump, view.hand, legal)
    if not isinstance(to_win, Card):
        return Claim("all", tuple([PLAYS[card] for card in to_win]))
    to_lose = _none(known, view.public.trump, view.hand, legal)
    if not isinstance(to_lose, Card):
        return Claim("none", (PLAYS[to_lose[0]],))
    if to_win == to_lose:
        return Phrase("ascenseur.claim-open", {"card": to_win})
    return Phrase("ascenseur.claim-not-certain", {"low": to_win, "high": to_lose})


def _knowledge(view: View) -> _Knowledge:
    public, seats = view.public, view.setup.seats
    proof = evidence(view)
    hidden = hidden_bits(view, proof)
    # The suits that all of the others are out of, and all of those who have still to play.
    out = out_to_come = -1
    for turn in range(1, seats):
        void = proof.voids[((view.seat or 0) + turn) % seats]
        out &= void
        if turn < seats - len(public.trick):
            out_to_come &= void
    trick, trump = public.trick, public.trump
    return _Knowledge(
        trumps=0 if trump is None else SUIT_BITS[trump],
        best=trick[winning(trick, trump)] if trick else None,
        others=seats - 1,
        hidden=hidden,
        loose=hidden & ~out,
        to_come=hidden & ~out_to_come,
    )


class _Sets(Struct, frozen=True, gc=False):
    """What a card beats and is beaten by with this trump, where either is led; sets of bits."""

    # Of its own suit.
    higher: int
    lower: int
    # Of all suits.
    beaten_by: int
    beats: int


@cache
def _sets(trump: str | None) -> dict[Card, _Sets]:
    trumps = 0 if trump is None else SUIT_BITS[trump]
    found = {}
    for card in ALL_CARDS:
        higher = card.suit_bits & -(card.bit << 1)
        lower = card.suit_bits & (card.bit - 1)
        trumped = 0 if card.suit == trump else trumps
        beats = lower if card.suit != trump else lower | ~trumps
        found[card] = _Sets(higher, lower, higher | trumped, beats)
    return found


@cache
def _from_the_top(trump: str | None) -> dict[Card, tuple[bool, str, int]]:
    """The order in which cards are led: trumps, then suit by suit, each from the top."""
    return {card: (card.suit != trump, card.suit, -card.rank) for card in ALL_CARDS}


@cache
def _strength(trump: str | None) -> dict[Card, tuple[bool, int]]:
    """Trumps are strongest, then the rank counts."""
    return {card: (card.suit == trump, card.rank) for card in ALL_CARDS}


# All that remains. A card instead of an order is one that may lose.


def _all(
    known: _Knowledge, trump: str | None, hand: tuple[Card, ...], legal: list[Card]
) -> tuple[Card, ...] | Card:
    if known.best is None:
        return _led_from_the_top(known, trump, hand)
    sets = _sets(trump)
    winners = sets[known.best].beaten_by
    doubt = legal[0]
    for card in reversed(legal):
        if not card.bit & winners or known.to_come & sets[card].beaten_by:
            doubt = card
            continue
        order = _led_from_the_top(known, trump, tuple([each for each in hand if each != card]))
        if not isinstance(order, Card):
            return (card, *order)
        doubt = order
    return doubt


def _led_from_the_top(
    known: _Knowledge, trump: str | None, hand: tuple[Card, ...]
) -> tuple[Card, ...] | Card:
    """The hand in the order in which each card led is certain to win."""
    sets, loose, size = _sets(trump), known.loose, len(hand)
    order = sorted(hand, key=_from_the_top(trump).__getitem__)
    trumps, suit, led = 0, "", 0
    for card in order:
        suit, led = card.suit, led + 1 if card.suit == suit else 0
        # One of the others may hold this many cards of the suit, with so many in each hand.
        longest = min(size, (loose & card.suit_bits).bit_count())
        if loose & sets[card].higher and led < longest:
            return card
        if suit == trump:
            trumps += 1
        elif trumps < min(size, (loose & known.trumps).bit_count()):
            return card
    return tuple(order)


# None of what remains. A card instead of the next one to play is one that may win.


def _none(
    known: _Knowledge, trump: str | None, hand: tuple[Card, ...], legal: list[Card]
) -> tuple[Card] | Card:
    sets = _sets(trump)
    may_win = [card for card in hand if known.loose & sets[card].beats]
    if len(may_win) > 1:
        return max(may_win, key=_strength(trump).__getitem__)
    candidates = may_win or legal
    for card in candidates:
        if card in legal and _loses(known, sets, card, len(hand)):
            return (card,)
    return candidates[-1]


def _loses(known: _Knowledge, sets: dict[Card, _Sets], card: Card, cards: int) -> bool:
    """Whether the trick under way is lost with this card; `cards` are in the hand.

    Where it is led, who can follow has to beat it. Nobody else need: but the others cannot all be
    out of the suit and have another card to throw away, if there are too few cards for that.
    """
    if known.best is not None:
        return not card.bit & sets[known.best].beaten_by
    if known.loose & sets[card].lower:
        return False
    elsewhere = known.hidden & ~card.suit_bits
    thrown = elsewhere & ~known.trumps
    return elsewhere.bit_count() < known.others * cards or thrown.bit_count() < known.others
