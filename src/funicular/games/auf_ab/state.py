"""A deal of Auf & Ab, all cards face up.

The holder of the lowest double leads first, rising (A9 to A11). Clockwise, each seat that has not
passed lays a higher meld of the same size or passes (A17 to A22). When everybody has passed, the
one who laid last included, the trick is over and that seat leads the next (A23, A24); an odd number
of change cards in it has turned the direction (A30). The deal ends at once when a hand is empty,
and its winner scores the cards left in the other hands (A33, A34).
"""

from __future__ import annotations

from msgspec import Struct

from funicular.core.bits import bits_of
from funicular.core.chain import Chain, unchained
from funicular.core.errors import IllegalMove, shown
from funicular.core.game import Deal, Move
from funicular.core.game_base import StateBase
from funicular.core.remember_last import remember_last
from funicular.core.seats import check_seat, check_turn
from funicular.games.auf_ab.cards import Card, Direction, cards_in, lowest_double
from funicular.games.auf_ab.events import Event, Scored, tell
from funicular.games.auf_ab.moves import (
    AufAbMove,
    Lay,
    Pass,
    check_lay,
    check_pass,
    legal_moves,
)
from funicular.games.auf_ab.options import Setup
from funicular.games.auf_ab.public import Public
from funicular.games.auf_ab.tricks import Trick, direction_after, last_meld, next_seat
from funicular.games.auf_ab.view import View


class State(StateBase, Struct, frozen=True, gc=False):
    """Everything about a deal. `play` returns another state and leaves this one alone."""

    setup: Setup
    opener: int
    # The hands as dealt and all cards laid since, as sets of bits.
    dealt: tuple[int, ...]
    played: int
    to_act: tuple[int, ...]
    direction: Direction
    leader: int
    # The melds of the trick under way, each with its seat; () between tricks.
    trick: Trick
    # Who has passed in this trick, in the order they did.
    passed: tuple[int, ...]
    # The moves so far.
    chain: Chain = None

    @classmethod
    def begin(cls, setup: Setup, hands: tuple[int, ...]) -> State:
        """The cards have just been dealt; the holder of the lowest double is to lead."""
        opening = _opening_double(hands)
        opener = next(seat for seat, hand in enumerate(hands) if hand & opening.bit)
        return cls(
            setup=setup,
            opener=opener,
            dealt=hands,
            played=0,
            to_act=(opener,),
            direction="rising",
            leader=opener,
            trick=(),
            passed=(),
        )

    @property
    def history(self) -> tuple[tuple[int, AufAbMove], ...]:
        """Every (seat, move) since the deal."""
        return unchained(self.chain)

    @property
    def opening(self) -> Card | None:
        """The lowest double dealt, once it has been led; None before."""
        return None if self.chain is None else _opening_double(self.dealt)

    @property
    def left(self) -> tuple[int, ...]:
        """How many cards each seat still holds."""
        return tuple([(hand & ~self.played).bit_count() for hand in self.dealt])

    @property
    def points_so_far(self) -> tuple[int, ...]:
        """Nothing is scored before the end; then the winner scores the cards of all others."""
        if self.to_act:
            return (0,) * self.setup.seats
        left = self.left
        return tuple(0 if cards else sum(left) for cards in left)

    @property
    def deal(self) -> Deal:
        """The cards as they were dealt."""
        return Deal(hands=tuple(" ".join(map(str, cards_in(hand))) for hand in self.dealt))

    def hand(self, seat: int) -> tuple[Card, ...]:
        """That seat's cards now."""
        check_seat(seat, self.setup.seats)
        return cards_in(self.dealt[seat] & ~self.played)

    def legal_moves(self, seat: int) -> tuple[AufAbMove, ...]:
        """Every move this seat may make now, in the order that `moves` pins; `pass` last."""
        # `type`: True is no seat, though it equals 1.
        if type(seat) is not int or seat not in self.to_act:
            check_seat(seat, self.setup.seats)
            return ()
        hand = self.dealt[seat] & ~self.played
        last = last_meld(self.trick)
        return legal_moves(self.direction, last, hand, opening=self.chain is None)

    def play(self, seat: int, move: Move) -> State:
        """The state after the move; `IllegalMove` says which rule forbids it."""
        check_turn(seat, self.to_act, self.setup.seats)
        # `type`: whatever inherits from a move is no move of the list.
        if type(move) is Lay:
            return self._lay(seat, move)
        if type(move) is Pass:
            return self._pass(seat, move)
        raise IllegalMove("move.other-game", move=shown(move))

    def _lay(self, seat: int, move: Lay) -> State:
        hand = self.dealt[seat] & ~self.played
        last = last_meld(self.trick)
        check_lay(self.direction, last, hand, move, opening=self.chain is None)
        laid = bits_of(move.cards)
        following = next_seat(seat, self.passed, self.setup.seats)
        return State(
            self.setup,
            self.opener,
            self.dealt,
            self.played | laid,
            (following,) if hand != laid else (),
            self.direction,
            self.leader,
            (*self.trick, (seat, move)),
            self.passed,
            (self.chain, seat, move),
        )

    def _pass(self, seat: int, move: Pass) -> State:
        check_pass(last_meld(self.trick))
        direction, leader, trick = self.direction, self.leader, self.trick
        passed = (*self.passed, seat)
        if len(passed) == self.setup.seats:
            # The seat that laid last passes last: the turn came back over everybody else's pass.
            direction = direction_after(direction, trick)
            leader, following, trick, passed = seat, seat, (), ()
        else:
            following = next_seat(seat, passed, self.setup.seats)
        return State(
            self.setup,
            self.opener,
            self.dealt,
            self.played,
            (following,),
            direction,
            leader,
            trick,
            passed,
            (self.chain, seat, move),
        )

    @property
    @remember_last
    def public(self) -> Public:
        """What everybody knows: nothing here looks into a hand but to count it."""
        return Public(
            to_act=self.to_act,
            direction=self.direction,
            leader=self.leader,
            trick=self.trick,
            passed=self.passed,
            left=self.left,
            opener=self.opener,
            opening=self.opening,
            seen=cards_in(self.played),
            events=self._events(),
        )

    def _events(self) -> tuple[Event, ...]:
        events = tell(self.setup, self.history)
        points = self.points
        if points is None:
            return events
        left = self.left
        return (*events, Scored(left.index(0), left, points))

    def view(self, seat: int | None) -> View:
        """What this seat may know; None is a spectator."""
        if seat is None:
            return View(self.setup, None, self.public)
        check_seat(seat, self.setup.seats)
        return View(self.setup, seat, self.public, cards_in(self.dealt[seat]), self.hand(seat))


def _opening_double(hands: tuple[int, ...]) -> Card:
    dealt = 0
    for hand in hands:
        dealt |= hand
    return lowest_double(dealt)
