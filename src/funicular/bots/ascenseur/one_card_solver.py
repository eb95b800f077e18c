"""One-card rounds of Ascenseur, solved exactly.

With one card each the play is forced, and what a seat scores depends on its own bid and on whether
its card wins, on nothing else. So bidding is inference. Each seat in turn bids what is worth most
given its card, the card turned up and the bids so far. Those were made by the same rule, so each of
them means a set of cards; later seats may hold anything. Nobody's rule rests on a later one, so the
solution follows from the first bidder on. Where bids are sealed nobody learns anything and only the
place at the table counts; where the hook leaves the dealer no choice there is none here.

Chances are counted, not estimated: in how many ways can the other seats hold cards, each from its
set, and in how many of these does none beat mine. Of two bids worth the same the lower is made. A
bid that the rule never makes (people do) is taken to mean nothing.

Seats are counted from the first bidder, who also leads. Sets of cards are sets of bits.
"""

from __future__ import annotations

from functools import lru_cache
from math import perm

from msgspec import Struct

from funicular.bots.spec import SolvedMove
from funicular.core.bits import bits_of
from funicular.games.ascenseur.cards import ALL_CARDS, Card, deck_of, suit_bits
from funicular.games.ascenseur.moves import BIDS, Bid, legal_bids
from funicular.games.ascenseur.options import Setup
from funicular.games.ascenseur.scoring import score
from funicular.games.ascenseur.view import View

# Rounds and the bids made in them, as a match or two have them.
REMEMBERED = 4096


class OneCardRound(Struct, frozen=True):
    """A one-card round: what everybody knows before the first bid."""

    seats: int
    # The cards that may be in a hand, and the trumps among all cards.
    cards: int
    trumps: int
    in_turn: bool
    hook: bool
    # The points of a bid of 0 and of 1, each when the card loses and when it wins.
    points: tuple[tuple[int, int], tuple[int, int]]

    @classmethod
    def of(cls, setup: Setup, upcard: Card | None) -> OneCardRound:
        """The round of this game with this card turned up."""
        options = setup.options
        cards = bits_of(deck_of(options.deck, options.removed))
        points = [(score(options, bid, 0), score(options, bid, 1)) for bid in (0, 1)]
        return cls(
            seats=setup.seats,
            cards=cards if upcard is None else cards & ~upcard.bit,
            trumps=0 if upcard is None else suit_bits(upcard.suit),
            in_turn=not setup.simultaneous,
            hook=options.hook,
            points=(points[0], points[1]),
        )


class Chances(Struct, frozen=True):
    """In how many ways the others can hold their cards, and in how many of them mine wins."""

    ways: int
    wins: int

    def worth(self, points: tuple[int, int]) -> int:
        """The value of a bid with these points, over all ways together."""
        lost, won = points
        return lost * (self.ways - self.wins) + won * self.wins


class BiddingTurn(Struct, frozen=True):
    """A seat's turn to bid in a one-card round: its place, the bids it has heard, its card."""

    table: OneCardRound
    seat: int
    bids: tuple[int, ...]
    card: Card


def solution(view: View) -> Bid | None:
    """The bid that solves a one-card round; None where this is not one, or not the bidding."""
    turn = bidding_turn(view)
    if turn is None:
        return None
    return BIDS[best_bid(turn.table, turn.seat, turn.bids, turn.card)]


def bid_values(view: View) -> tuple[SolvedMove, ...] | None:
    """What each legal bid brings, exactly; None where this is not a one-card round's bidding."""
    turn = bidding_turn(view)
    if turn is None:
        return None
    chances = chances_of(turn.table, turn.seat, turn.bids, turn.card)
    shares = ((chances.ways - chances.wins) / chances.ways, chances.wins / chances.ways)
    values = []
    for bid in allowed_bids(turn.table, turn.bids):
        points = turn.table.points[bid]
        results = sorted(zip(points, shares, strict=True))
        value = chances.worth(points) / chances.ways
        values.append(SolvedMove(tuple(results), value, shares[bid]))
    return tuple(values)


def bidding_turn(view: View) -> BiddingTurn | None:
    """Whose turn it is to bid in a one-card round, if it is one."""
    if view.public.cards != 1 or not view.public.bidding:
        return None
    public, seats = view.public, view.setup.seats
    table = OneCardRound.of(view.setup, public.upcard)
    order = [(public.leader + turn) % seats for turn in range(seats)]
    bids = [public.bids[seat] for seat in order]
    heard = tuple(bid for bid in bids if bid is not None)
    (card,) = view.hand
    return BiddingTurn(table, order.index(view.seat or 0), heard, card)


def best_bid(table: OneCardRound, seat: int, bids: tuple[int, ...], card: Card) -> int:
    """What is worth most with this card after these bids."""
    chances = chances_of(table, seat, bids, card)
    return max(allowed_bids(table, bids), key=lambda bid: chances.worth(table.points[bid]))


def allowed_bids(table: OneCardRound, bids: tuple[int, ...]) -> tuple[int, ...]:
    """0 and 1, the lower first; less what the hook forbids to the last bidder."""
    unmade = (None,) * (table.seats - len(bids))
    return tuple(bid.tricks for bid in legal_bids((*bids, *unmade), 1, hook=table.hook))


def chances_of(table: OneCardRound, seat: int, bids: tuple[int, ...], card: Card) -> Chances:
    """What this seat can tell about the others' cards from its own and the bids before it."""
    others = table.cards & ~card.bit
    heard = meanings(table, bids) if table.in_turn else ()
    held = [others & (meant or table.cards) for meant in heard]
    if seat and not (held and ways(tuple(held))):
        # The bids are sealed, or some were not made by this rule: the leader may hold anything.
        held = [others]
    below = others & ~_beating(table, card)
    losing = [cards & below for cards in held]
    if seat and not card.bit & table.trumps:
        # A seat that does not lead wins without a trump only if its suit is led.
        losing[0] &= card.suit_bits
    free = table.seats - 1 - len(held)
    return Chances(_deals(held, others, free), _deals(losing, below, free))


def _deals(held: list[int], cards: int, free: int) -> int:
    """How many ways seats hold a card of these sets each, and `free` other seats any of the rest.

    The sets are parts of `cards`.
    """
    return ways(tuple(held)) * perm(max(cards.bit_count() - len(held), 0), free)


@lru_cache(maxsize=REMEMBERED)
def meanings(table: OneCardRound, bids: tuple[int, ...]) -> tuple[int, ...]:
    """For each of these bids, made in turn, the cards with which it is made; perhaps none."""
    if not bids:
        return ()
    *before, bid = bids
    earlier, seat = tuple(before), len(before)
    meant = bits_of(
        card
        for card in ALL_CARDS
        if card.bit & table.cards and best_bid(table, seat, earlier, card) == bid
    )
    return (*meanings(table, earlier), meant)


def ways(sets: tuple[int, ...]) -> int:
    """In how many ways each set can give a card, all of them different.

    The first gives any of its cards, less the ways in which another has given the same: that one
    has then chosen among the cards which both have.
    """
    if not sets:
        return 1
    first, rest = sets[0], sets[1:]
    if not first:
        return 0
    number = first.bit_count() * ways(rest)
    for place, other in enumerate(rest):
        if first & other:
            number -= ways((*rest[:place], first & other, *rest[place + 1 :]))
    return number


def _beating(table: OneCardRound, card: Card) -> int:
    """The cards that beat this one when its suit is led, or when it is a trump."""
    higher = card.suit_bits & -(card.bit << 1)
    return higher if card.bit & table.trumps else higher | table.trumps
