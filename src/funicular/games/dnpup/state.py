"""A deal of dnpup, all cards face up.

The holder of the star starts, and turns go round clockwise (D9, D11). What a move does to the table
is told by `turns`; the hands here follow what was seen to happen.
"""

from __future__ import annotations

from msgspec import Struct

from funicular.core.errors import IllegalMove, shown
from funicular.core.game import Deal, Move
from funicular.core.game_base import StateBase
from funicular.core.seats import check_seat, check_turn
from funicular.games.dnpup.cards import STAR, Hand, turned, without
from funicular.games.dnpup.events import (
    CardAdded,
    Event,
    HandFlipped,
    MeldBeaten,
    MeldPlayed,
    MeldTaken,
)
from funicular.games.dnpup.moves import (
    Add,
    DnpupMove,
    Flip,
    Play,
    Take,
    check_add,
    check_play,
    check_take,
    legal_moves,
)
from funicular.games.dnpup.options import Setup
from funicular.games.dnpup.public import Public
from funicular.games.dnpup.turns import after, is_void, points_of
from funicular.games.dnpup.view import View


class State(StateBase, Struct, frozen=True):
    """Everything about a deal. `play` returns another state and leaves this one alone."""

    setup: Setup
    # The hands as dealt and as they are now, sorted.
    dealt: tuple[Hand, ...]
    hands: tuple[Hand, ...]
    public: Public

    @classmethod
    def begin(cls, setup: Setup, hands: tuple[Hand, ...]) -> State:
        """The cards have just been dealt, as they lie; the holder of the star starts."""
        sorted_hands = tuple([tuple(sorted(hand)) for hand in hands])
        (starter,) = [
            seat for seat, hand in enumerate(hands) if STAR in hand or STAR.turned in hand
        ]
        return cls(setup, sorted_hands, sorted_hands, Public.begin(setup.seats, starter))

    @property
    def to_act(self) -> tuple[int, ...]:
        """Whose turn it is; () once the deal is over."""
        return self.public.to_act

    @property
    def history(self) -> tuple[tuple[int, DnpupMove], ...]:
        """Every (seat, move) since the deal."""
        return self.public.history

    @property
    def points_so_far(self) -> tuple[int, ...]:
        """The first player out has the points at once."""
        return points_of(self.setup, self.public)

    @property
    def void(self) -> bool:
        """Whether the deal went on for too long (D36)."""
        return is_void(self.setup, self.public)

    @property
    def deal(self) -> Deal:
        """The cards as they were dealt, the way up they lay."""
        return Deal(hands=tuple(" ".join(map(str, hand)) for hand in self.dealt))

    def hand(self, seat: int) -> Hand:
        """That seat's cards now."""
        check_seat(seat, self.setup.seats)
        return self.hands[seat]

    def legal_moves(self, seat: int) -> tuple[DnpupMove, ...]:
        """Every move this seat may make now: plays, adds, takes, and flipping last."""
        # `type`: True is no seat, though it equals 1.
        if type(seat) is not int or seat not in self.to_act:
            check_seat(seat, self.setup.seats)
            return ()
        return legal_moves(self.setup.seats, seat, self.public.melds, self.hands[seat])

    def play(self, seat: int, move: Move) -> State:
        """The state after the move; `IllegalMove` says which rule forbids it."""
        check_turn(seat, self.to_act, self.setup.seats)
        public, seen = after(self.setup, self.public, self._checked(seat, move))
        hands = list(self.hands)
        for event in seen:
            _follow(hands, event)
        return State(self.setup, self.dealt, tuple(hands), public)

    def _checked(self, seat: int, move: Move) -> DnpupMove:
        """The same move, if the rules allow it."""
        seats, melds, hand = self.setup.seats, self.public.melds, self.hands[seat]
        # `type`: whatever inherits from a move is no move of the list.
        if type(move) is Play:
            check_play(melds, hand, move)
            return move
        if type(move) is Add:
            check_add(seats, seat, melds, hand, move)
            return move
        if type(move) is Take:
            check_take(seats, seat, melds, move)
            return move
        if type(move) is Flip:  # always possible (D16)
            return move
        raise IllegalMove("move.other-game", move=shown(move))

    def view(self, seat: int | None) -> View:
        """What this seat may know; None is a spectator."""
        if seat is None:
            return View(self.setup, None, self.public)
        check_seat(seat, self.setup.seats)
        return View(self.setup, seat, self.public, self.dealt[seat], self.hands[seat])


def _follow(hands: list[Hand], event: Event) -> None:
    """Move the cards in and out of hands that were seen to move."""
    match event:
        case MeldPlayed(seat, _, cards):
            hands[seat] = without(hands[seat], cards)
        case CardAdded(seat, card):
            hands[seat] = without(hands[seat], (card,))
        case HandFlipped(seat):
            hands[seat] = turned(hands[seat])
        case MeldTaken(seat, _, cards) | MeldBeaten(seat, _, cards, True):
            hands[seat] = tuple(sorted((*hands[seat], *turned(cards))))
        case _:
            pass  # nobody's hand has changed
