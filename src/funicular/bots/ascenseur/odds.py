"""The odds behind the casual policy for Ascenseur, from one seat's view.

Nothing here samples or searches: each card gets a chance of taking a trick from what has been
seen, as a practised player would guess it, and the chances of the whole hand give the odds of
ending with an exact number of tricks.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from funicular.core.errors import IllegalMove
from funicular.games.ascenseur.cards import SUITS, Card, suit_bits
from funicular.games.ascenseur.scoring import score
from funicular.games.ascenseur.view import View
from funicular.games.ascenseur.worlds import evidence, hidden_bits

# Guesses at how people play, set by trying what wins (see docs/results): how likely a player beats
# a card when it can and needs tricks, or when it needs none; how likely a given suit is led by
# others in one trick.
EAGER, RELUCTANT = 0.9, 0.65
SUIT_LED = 0.22
LEAD_LATER, LEAD_NOW, RUFF = 0.3, 0.45, 0.5

# The cards of each suit; without trumps there are none.
BITS = {suit: suit_bits(suit) for suit in SUITS} | {None: 0}


class Knowledge(Struct, frozen=True):
    """What a player keeps in mind: cards still unseen, who can hold what, who needs tricks."""

    view: View
    seat: int
    trump: str | None
    # As a set of bits.
    unseen: int
    # The chance that a given unseen card is in a given other hand.
    held: float
    # For each seat all cards of the suits that it has shown not to hold, as a set of bits.
    voids: tuple[int, ...]

    @classmethod
    def of(cls, view: View) -> Knowledge:
        """Look around; only a seat at the table can."""
        if view.seat is None:
            raise IllegalMove("bot.not-its-turn")
        proof = evidence(view)
        unseen = hidden_bits(view, proof)
        held = len(view.hand) / max(unseen.bit_count(), 1)
        return cls(view, view.seat, view.public.trump, unseen, min(held, 1.0), proof.voids)

    @property
    def contract(self) -> tuple[int, int]:
        """The seat's own bid, and the tricks it has."""
        return self.view.public.bids[self.seat] or 0, self.view.public.won[self.seat]

    def others(self) -> list[int]:
        """The other seats."""
        return [seat for seat in range(self.view.setup.seats) if seat != self.seat]

    def holds_one(self, seat: int, cards: int, suit: str) -> float:
        """The chance that this seat has at least one of a number of unseen cards of a suit."""
        return 0.0 if BITS[suit] & self.voids[seat] else 1 - (1 - self.held) ** cards

    def eagerness(self, seat: int) -> float:
        """How likely this seat takes a trick that it can take."""
        bid = self.view.public.bids[seat]
        if bid is None:
            return (EAGER + RELUCTANT) / 2
        return EAGER if self.view.public.won[seat] < bid else RELUCTANT

    def stands(self, card: Card, led: str, seats: Iterable[int]) -> float:
        """The chance that none of these seats, still to play, beats the card."""
        higher = (self.unseen & card.suit_bits & -(card.bit << 1)).bit_count()
        suit_left = (self.unseen & BITS[led]).bit_count()
        trumps_left = (self.unseen & BITS[self.trump]).bit_count()
        stands = 1.0
        for seat in seats:
            follows = self.holds_one(seat, suit_left, led)
            beaten = 0.0
            if card.suit == led:
                beaten += self.holds_one(seat, higher, led)
            if self.trump is not None and led != self.trump:
                over = higher if card.suit == self.trump else trumps_left
                beaten += (1 - follows) * self.holds_one(seat, over, self.trump)
            stands *= 1 - min(beaten, 1.0) * self.eagerness(seat)
        return stands

    def takes_a_trick(self, card: Card, left: int, *, on_lead: bool) -> float:
        """The chance that this card takes one of the `left` tricks to come."""
        led = self.stands(card, card.suit, self.others())
        if card.suit == self.trump:
            # A trump need not be led: it can ruff, when the hand is short elsewhere.
            return max(led, RUFF * self.stands(card, self._other_suit(), self.others()))
        # On lead one card can be led at once; later the lead comes round now and then.
        if left == 1:
            lead = 1.0 if on_lead else 0.0
        else:
            lead = min(1.0, LEAD_LATER * (left - 1) + LEAD_NOW * on_lead)
        follow = 1 - (1 - SUIT_LED) ** left
        return led * (lead + (1 - lead) * follow)

    def _other_suit(self) -> str:
        return next(suit for suit in SUITS if suit != self.trump)


def spread(chances: Iterable[float]) -> list[float]:
    """The odds of 0, 1, 2, … tricks when each card takes one with its own chance."""
    odds = [1.0]
    for chance in chances:
        longer = [*odds, 0.0]
        for tricks in range(len(odds), 0, -1):
            longer[tricks] = longer[tricks] * (1 - chance) + odds[tricks - 1] * chance
        longer[0] *= 1 - chance
        odds = longer
    return odds


def expected_points(view: View, bid: int, won: int, odds: list[float]) -> float:
    """The value of the contract with these tricks won already and these odds for the rest."""
    options = view.setup.options
    return sum(odd * score(options, bid, won + more) for more, odd in enumerate(odds))
