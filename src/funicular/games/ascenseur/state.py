"""A deal of Ascenseur, all cards face up.

Each seat bids, beginning after the dealer. The same seat leads the first trick; the highest trump
takes a trick, or else the highest card of the suit led; the seat that takes it leads next. When the
hands are empty each seat scores by its contract.
"""

from __future__ import annotations

from typing import cast

from msgspec import Struct
from msgspec.structs import force_setattr

from funicular.core.errors import IllegalMove, shown
from funicular.core.event_chain import EventChain, Pairs, last_event
from funicular.core.game import Deal, Move
from funicular.core.game_base import StateBase
from funicular.core.seats import NEXT_TURN, check_seat, put, refuse_seat, refuse_turn
from funicular.games.ascenseur.cards import Card, cards_in, dealt_cards
from funicular.games.ascenseur.events import (
    CARDS_PLAYED,
    TRICKS_TAKEN,
    BidMade,
    BidSealed,
    BidsShown,
    Event,
    Scored,
)
from funicular.games.ascenseur.moves import (
    BIDS,
    AscenseurMove,
    Bid,
    Play,
    check_bid,
    legal_bids,
    legal_plays,
    refuse_play,
)
from funicular.games.ascenseur.options import Setup
from funicular.games.ascenseur.public import Public
from funicular.games.ascenseur.scoring import scores
from funicular.games.ascenseur.tricks import winning
from funicular.games.ascenseur.view import View


class Layout(Struct, frozen=True, gc=False):
    """What stays as it is all the deal: who dealt what."""

    dealer: int
    cards: int
    upcard: Card | None
    # The hands as sets of bits.
    hands: tuple[int, ...]


class State(StateBase, Struct, frozen=True, gc=False):
    """Everything about a deal. `play` returns another state and leaves this one alone."""

    setup: Setup
    layout: Layout
    # All cards played since the deal, as a set of bits.
    played: int
    to_act: tuple[int, ...]
    # While bids are made simultaneously only their own seats may know these.
    bids: tuple[int | None, ...]
    bidding: bool
    leader: int
    # The trick under way, from the leader on; () between tricks.
    trick: tuple[Card, ...]
    won: tuple[int, ...]
    # What everybody has seen since the deal.
    chain: Pairs[Event, AscenseurMove]

    @classmethod
    def begin(cls, setup: Setup, hands: tuple[int, ...], dealer: int, upcard: Card | None) -> State:
        """The cards have just been dealt; the seat after the dealer begins."""
        seats = setup.seats
        first = (dealer + 1) % seats
        return cls(
            setup=setup,
            layout=Layout(dealer, hands[0].bit_count(), upcard, hands),
            played=0,
            to_act=tuple(range(seats)) if setup.simultaneous else (first,),
            bids=(None,) * seats,
            bidding=True,
            leader=first,
            trick=(),
            won=(0,) * seats,
            chain=EventChain.of(),
        )

    @property
    def history(self) -> tuple[tuple[int, AscenseurMove], ...]:
        """Every (seat, move) since the deal."""
        turns = self.told.turns
        if self.setup.options.bidding != "simultaneous":
            return turns
        # Which bids were sealed is in no event.
        seats = self.setup.seats
        bids = tuple([(seat, BIDS[self.bids[seat] or 0]) for seat, _ in turns[:seats]])
        return bids + turns[seats:]

    @property
    def dealer(self) -> int:
        """Who dealt."""
        return self.layout.dealer

    @property
    def upcard(self) -> Card | None:
        """The card turned up, or None."""
        return self.layout.upcard

    @property
    def dealt(self) -> tuple[int, ...]:
        """The hands as dealt, as sets of bits."""
        return self.layout.hands

    @property
    def cards(self) -> int:
        """How many cards each seat was dealt."""
        return self.layout.cards

    @property
    def trump(self) -> str | None:
        """The trump suit, or None."""
        upcard = self.layout.upcard
        return None if upcard is None else upcard.suit

    @property
    def points_so_far(self) -> tuple[int, ...]:
        """Nothing is scored before the end."""
        last = last_event(self.chain)
        return last.points if isinstance(last, Scored) else (0,) * self.setup.seats

    @property
    def bids_made(self) -> tuple[bool, ...]:
        """Whether each seat has taken exactly as many tricks as it bid."""
        return tuple(bid == won for bid, won in zip(self.bids, self.won, strict=True))

    @property
    def reveals(self) -> bool:
        """The last of sealed bids shows all of them."""
        return isinstance(last_event(self.chain), BidsShown)

    @property
    def deal(self) -> Deal:
        """The cards as they were dealt."""
        return Deal(
            hands=tuple(" ".join(map(str, cards_in(hand))) for hand in self.dealt),
            dealer=self.dealer,
            upcard=None if self.upcard is None else self.upcard.text,
        )

    def hand(self, seat: int) -> tuple[Card, ...]:
        """That seat's cards now."""
        check_seat(seat, self.setup.seats)
        return cards_in(self.layout.hands[seat] & ~self.played)

    def legal_moves(self, seat: int) -> tuple[AscenseurMove, ...]:
        """Every move this seat may make now: bids ascending, cards in the order of the deck."""
        # `type`: True is no seat, though it equals 1.
        if type(seat) is not int or seat not in self.to_act:
            check_seat(seat, self.setup.seats)
            return ()
        if self.bidding:
            return legal_bids(self.bids, self.cards, hook=self.setup.options.hook)
        return legal_plays(self.trick, self.layout.hands[seat] & ~self.played)

    def play(self, seat: int, move: Move) -> State:
        """The state after the move; `IllegalMove` says which rule forbids it."""
        if type(seat) is not int or seat not in self.to_act:
            raise refuse_turn(seat, self.to_act, self.setup.seats)
        if type(move) is not Play:
            return self._bid(seat, move)
        # Written out, here and below: this is the one place that must be fast.
        setup, card, trick = self.setup, move.card, self.trick
        hand = self.layout.hands[seat] & ~self.played
        playable = (hand & trick[0].suit_bits or hand) if trick else hand
        if self.bidding or type(card) is not Card or not card.bit & playable:
            raise refuse_play(self.bids, trick, hand, card)
        trick += (card,)
        leader, won = self.leader, self.won
        seats = setup.seats
        chain: Pairs[Event, AscenseurMove] = (self.chain, CARDS_PLAYED[seat][card])
        if len(trick) < seats:
            to_act: tuple[int, ...] = NEXT_TURN[seats][seat]
        else:
            upcard = self.layout.upcard
            place = winning(trick, None if upcard is None else upcard.suit)
            leader = (leader + place) % seats
            chain = (chain, TRICKS_TAKEN[leader][trick[place]])
            wins = list(won)
            wins[leader] += 1
            won, trick, to_act = tuple(wins), (), (leader,)
            if hand == card.bit:
                to_act = ()
                bids = cast("tuple[int, ...]", self.bids)
                chain = (chain, Scored(bids, won, scores(setup.options, bids, won)))
        return State(
            setup,
            self.layout,
            self.played | card.bit,
            to_act,
            self.bids,
            False,  # noqa: FBT003 - bidding is over
            leader,
            trick,
            won,
            chain,
        )

    def _bid(self, seat: int, bid: Move) -> State:
        if type(bid) is not Bid:
            raise IllegalMove("move.other-game", move=shown(bid))
        setup, options = self.setup, self.setup.options
        check_bid(self.bids, self.layout.cards, bid, hook=options.hook)
        bids, leader = put(self.bids, seat, bid.tricks), self.leader
        bidding = None in bids
        chain: Pairs[Event, AscenseurMove]
        to_act: tuple[int, ...]
        if options.bidding == "simultaneous":
            chain = (self.chain, BidSealed(seat))
            to_act = tuple([other for other in self.to_act if other != seat])
            if not bidding:
                chain = (chain, BidsShown(cast("tuple[int, ...]", bids)))
        else:
            chain = (self.chain, BidMade(seat, bid.tricks))
            to_act = NEXT_TURN[setup.seats][seat]
        return State(
            setup,
            self.layout,
            self.played,
            to_act if bidding else (leader,),
            bids,
            bidding,
            leader,
            self.trick,
            self.won,
            chain,
        )

    @property
    def told(self) -> EventChain[Event, AscenseurMove]:
        """The same, as a view may hold it; the states after this one go on from there."""
        chain = self.chain
        if isinstance(chain, tuple):
            chain = EventChain(chain)
            force_setattr(self, "chain", chain)
        return chain

    @property
    def public(self) -> Public:
        """What everybody knows: sealed bids are not in it."""
        sealed = self.bidding and self.setup.options.bidding == "simultaneous"
        layout, chain = self.layout, self.chain
        return Public(
            layout.dealer,
            layout.cards,
            layout.upcard,
            self.to_act,
            (None,) * self.setup.seats if sealed else self.bids,
            self.leader,
            self.trick,
            self.won,
            self.told if isinstance(chain, tuple) else chain,
        )

    def view(self, seat: int | None) -> View:
        """What this seat may know; None is a spectator."""
        if seat is None:
            return View(self.setup, None, self.public)
        if type(seat) is not int or not 0 <= seat < self.setup.seats:
            raise refuse_seat(seat, self.setup.seats)
        dealt = self.layout.hands[seat]
        return View(
            self.setup,
            seat,
            self.public,
            dealt_cards(dealt),
            cards_in(dealt & ~self.played),
            self.bids[seat],
        )
