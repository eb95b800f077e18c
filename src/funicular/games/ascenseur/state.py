"""A deal of Ascenseur, all cards face up.

Each seat bids, beginning after the dealer. The same seat leads the first trick; the highest trump
takes a trick, or else the highest card of the suit led; the seat that takes it leads next. When the
hands are empty each seat scores by its contract.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from funicular.core.chain import Chain, unchained
from funicular.core.errors import IllegalMove, shown
from funicular.core.game import Deal, Move
from funicular.core.game_base import StateBase
from funicular.core.remember_last import remember_last
from funicular.core.seats import check_seat, put, refuse_turn
from funicular.games.ascenseur.cards import Card, cards_in
from funicular.games.ascenseur.events import Event, Scored, tell
from funicular.games.ascenseur.moves import (
    AscenseurMove,
    Bid,
    Play,
    check_bid,
    legal_bids,
    legal_plays,
    playable,
    refuse_play,
)
from funicular.games.ascenseur.options import Setup
from funicular.games.ascenseur.public import Public
from funicular.games.ascenseur.scoring import score
from funicular.games.ascenseur.tricks import winning
from funicular.games.ascenseur.view import View


class State(StateBase, Struct, frozen=True, gc=False):
    """Everything about a deal. `play` returns another state and leaves this one alone."""

    setup: Setup
    dealer: int
    cards: int
    upcard: Card | None
    # The hands as dealt and all cards played since, as sets of bits.
    dealt: tuple[int, ...]
    played: int
    to_act: tuple[int, ...]
    # While bids are made simultaneously only their own seats may know these.
    bids: tuple[int | None, ...]
    bidding: bool
    leader: int
    # The trick under way, from the leader on; () between tricks.
    trick: tuple[Card, ...]
    won: tuple[int, ...]
    # The moves so far.
    chain: Chain = None

    @classmethod
    def begin(cls, setup: Setup, hands: tuple[int, ...], dealer: int, upcard: Card | None) -> State:
        """The cards have just been dealt; the seat after the dealer begins."""
        seats = setup.seats
        first = (dealer + 1) % seats
        return cls(
            setup=setup,
            dealer=dealer,
            cards=hands[0].bit_count(),
            upcard=upcard,
            dealt=hands,
            played=0,
            to_act=tuple(range(seats)) if setup.simultaneous else (first,),
            bids=(None,) * seats,
            bidding=True,
            leader=first,
            trick=(),
            won=(0,) * seats,
        )

    @property
    def history(self) -> tuple[tuple[int, AscenseurMove], ...]:
        """Every (seat, move) since the deal."""
        return unchained(self.chain)

    @property
    def trump(self) -> str | None:
        """The trump suit, or None."""
        return None if self.upcard is None else self.upcard.suit

    @property
    def points_so_far(self) -> tuple[int, ...]:
        """Nothing is scored before the end."""
        if self.to_act:
            return (0,) * self.setup.seats
        return tuple(
            score(self.setup.options, bid, won)
            for bid, won in zip(self.bids, self.won, strict=True)
            if bid is not None
        )

    @property
    def bids_made(self) -> tuple[bool, ...]:
        """Whether each seat has taken exactly as many tricks as it bid."""
        return tuple(bid == won for bid, won in zip(self.bids, self.won, strict=True))

    @property
    def reveals(self) -> bool:
        """The last of sealed bids shows all of them."""
        return (
            self.setup.simultaneous
            and not self.bidding
            and self.chain is not None
            and type(self.chain[2]) is Bid
        )

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
        return cards_in(self.dealt[seat] & ~self.played)

    def legal_moves(self, seat: int) -> tuple[AscenseurMove, ...]:
        """Every move this seat may make now: bids ascending, cards in the order of the deck."""
        # `type`: True is no seat, though it equals 1.
        if type(seat) is not int or seat not in self.to_act:
            check_seat(seat, self.setup.seats)
            return ()
        if self.bidding:
            return legal_bids(self.bids, self.cards, hook=self.setup.options.hook)
        return legal_plays(self.trick, self.dealt[seat] & ~self.played)

    def play(self, seat: int, move: Move) -> State:
        """The state after the move; `IllegalMove` says which rule forbids it."""
        if type(seat) is not int or seat not in self.to_act:
            raise refuse_turn(seat, self.to_act, self.setup.seats)
        if type(move) is not Play:
            return self._bid(seat, move)
        setup, card, trick = self.setup, move.card, self.trick
        hand = self.dealt[seat] & ~self.played
        if self.bidding or type(card) is not Card or not card.bit & playable(trick, hand):
            raise refuse_play(self.bids, trick, hand, card)
        trick += (card,)
        leader, won = self.leader, self.won
        to_act: tuple[int, ...] = ((seat + 1) % setup.seats,)
        if len(trick) == setup.seats:
            leader = (leader + winning(trick, self.trump)) % setup.seats
            won = put(won, leader, won[leader] + 1)
            trick = ()
            to_act = (leader,) if hand != card.bit else ()
        # Written out rather than `replace`d: this is the one place that must be fast.
        return State(
            setup,
            self.dealer,
            self.cards,
            self.upcard,
            self.dealt,
            self.played | card.bit,
            to_act,
            self.bids,
            False,  # noqa: FBT003 - bidding is over
            leader,
            trick,
            won,
            (self.chain, seat, move),
        )

    def _bid(self, seat: int, bid: Move) -> State:
        if type(bid) is not Bid:
            raise IllegalMove("move.other-game", move=shown(bid))
        check_bid(self.bids, self.cards, bid, hook=self.setup.options.hook)
        bids = put(self.bids, seat, bid.tricks)
        bidding = None in bids
        if not bidding:
            to_act: tuple[int, ...] = (self.leader,)
        elif self.setup.simultaneous:
            to_act = tuple(other for other in self.to_act if other != seat)
        else:
            to_act = ((seat + 1) % self.setup.seats,)
        return replace(
            self, bids=bids, bidding=bidding, to_act=to_act, chain=(self.chain, seat, bid)
        )

    @property
    @remember_last
    def public(self) -> Public:
        """What everybody knows: sealed bids are not in it."""
        sealed = self.bidding and self.setup.simultaneous
        return Public(
            dealer=self.dealer,
            cards=self.cards,
            upcard=self.upcard,
            to_act=self.to_act,
            bids=(None,) * self.setup.seats if sealed else self.bids,
            leader=self.leader,
            trick=self.trick,
            won=self.won,
            events=self._events(),
        )

    def _events(self) -> tuple[Event, ...]:
        events = tell(self.setup, self.trump, self.history)
        points = self.points
        if points is None:
            return events
        bids = tuple(bid for bid in self.bids if bid is not None)
        return (*events, Scored(bids, self.won, points))

    def view(self, seat: int | None) -> View:
        """What this seat may know; None is a spectator."""
        if seat is None:
            return View(self.setup, None, self.public)
        check_seat(seat, self.setup.seats)
        return View(
            self.setup,
            seat,
            self.public,
            cards_in(self.dealt[seat]),
            self.hand(seat),
            self.bids[seat],
        )
