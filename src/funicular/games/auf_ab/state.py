"""A deal of Auf & Ab, all cards face up.

The holder of the lowest double leads first, rising (A9 to A11). Clockwise, each seat that has not
passed lays a higher meld of the same size or passes (A17 to A22). When everybody has passed, the
one who laid last included, the trick is over and that seat leads the next (A23, A24); an odd number
of change cards in it has turned the direction (A30). The deal ends at once when a hand is empty,
and its winner scores the cards left in the other hands (A33, A34).
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import force_setattr

from funicular.core.errors import IllegalMove, shown
from funicular.core.event_chain import EventChain, Pairs, last_event
from funicular.core.game import Deal, Move
from funicular.core.game_base import StateBase
from funicular.core.seats import check_seat, put, refuse_seat, refuse_turn
from funicular.games.auf_ab.cards import (
    OPPOSITE,
    Card,
    Direction,
    cards_in,
    dealt_cards,
    lowest_double,
)
from funicular.games.auf_ab.events import Event, Laid, Passed, Scored, TrickTaken, Turned
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
from funicular.games.auf_ab.tricks import Trick, changes_in, last_meld, next_seat
from funicular.games.auf_ab.view import View


class State(StateBase, Struct, frozen=True, gc=False):
    """Everything about a deal. `play` returns another state and leaves this one alone."""

    setup: Setup
    # The lowest double dealt, and who holds it.
    lowest: Card
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
    # How many cards each seat still holds.
    left: tuple[int, ...]
    # What everybody has seen since the deal.
    chain: Pairs[Event, AufAbMove]

    @classmethod
    def begin(cls, setup: Setup, hands: tuple[int, ...]) -> State:
        """The cards have just been dealt; the holder of the lowest double is to lead."""
        lowest = lowest_of(hands)
        opener = next(seat for seat, hand in enumerate(hands) if hand & lowest.bit)
        return cls(
            setup=setup,
            lowest=lowest,
            opener=opener,
            dealt=hands,
            played=0,
            to_act=(opener,),
            direction="rising",
            leader=opener,
            trick=(),
            passed=(),
            left=tuple([hand.bit_count() for hand in hands]),
            chain=EventChain.of(),
        )

    @property
    def history(self) -> tuple[tuple[int, AufAbMove], ...]:
        """Every (seat, move) since the deal."""
        return self.told.turns

    @property
    def points_so_far(self) -> tuple[int, ...]:
        """Nothing is scored before the end; then the winner scores the cards of all others."""
        last = last_event(self.chain)
        return last.points if isinstance(last, Scored) else (0,) * self.setup.seats

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
        return legal_moves(self.direction, last, hand, opening=not self.played)

    def play(self, seat: int, move: Move) -> State:
        """The state after the move; `IllegalMove` says which rule forbids it."""
        if type(seat) is not int or seat not in self.to_act:
            raise refuse_turn(seat, self.to_act, self.setup.seats)
        # `type`: whatever inherits from a move is no move of the list.
        if type(move) is Lay:
            return self._lay(seat, move)
        if type(move) is Pass:
            return self._pass(seat)
        raise IllegalMove("move.other-game", move=shown(move))

    def _lay(self, seat: int, move: Lay) -> State:
        hand = self.dealt[seat] & ~self.played
        last = last_meld(self.trick)
        laid = check_lay(self.direction, last, hand, move, opening=not self.played)
        left = put(self.left, seat, self.left[seat] - len(move.cards))
        chain: Pairs[Event, AufAbMove] = (self.chain, Laid(seat, move.cards, move.size))
        to_act: tuple[int, ...] = (next_seat(seat, self.passed, self.setup.seats),)
        if hand == laid:
            to_act = ()
            # The winner scores the cards of all others.
            chain = (chain, Scored(seat, left, put((0,) * len(left), seat, sum(left))))
        return State(
            self.setup,
            self.lowest,
            self.opener,
            self.dealt,
            self.played | laid,
            to_act,
            self.direction,
            self.leader,
            (*self.trick, (seat, move)),
            self.passed,
            left,
            chain,
        )

    def _pass(self, seat: int) -> State:
        check_pass(last_meld(self.trick))
        direction, leader, trick = self.direction, self.leader, self.trick
        passed = (*self.passed, seat)
        chain: Pairs[Event, AufAbMove] = (self.chain, Passed(seat))
        if len(passed) == self.setup.seats:
            # The seat that laid last passes last: the turn came back over everybody else's pass.
            chain = (chain, TrickTaken(seat))
            changes = changes_in(trick)
            if len(changes) % 2:
                direction = OPPOSITE[direction]
                chain = (chain, Turned(changes, direction))
            leader, following, trick, passed = seat, seat, (), ()
        else:
            following = next_seat(seat, passed, self.setup.seats)
        return State(
            self.setup,
            self.lowest,
            self.opener,
            self.dealt,
            self.played,
            (following,),
            direction,
            leader,
            trick,
            passed,
            self.left,
            chain,
        )

    @property
    def told(self) -> EventChain[Event, AufAbMove]:
        """The same, as a view may hold it; the states after this one go on from there."""
        chain = self.chain
        if isinstance(chain, tuple):
            chain = EventChain(chain)
            force_setattr(self, "chain", chain)
        return chain

    @property
    def public(self) -> Public:
        """What everybody knows: nothing here looks into a hand but to count it."""
        return Public(
            self.to_act,
            self.direction,
            self.leader,
            self.trick,
            self.passed,
            self.left,
            self.opener,
            self.lowest if self.played else None,
            cards_in(self.played),
            self.told,
        )

    def view(self, seat: int | None) -> View:
        """What this seat may know; None is a spectator."""
        if seat is None:
            return View(self.setup, None, self.public)
        if type(seat) is not int or not 0 <= seat < self.setup.seats:
            raise refuse_seat(seat, self.setup.seats)
        dealt = self.dealt[seat]
        return View(
            self.setup, seat, self.public, dealt_cards(dealt), cards_in(dealt & ~self.played)
        )


def lowest_of(hands: Iterable[int]) -> Card:
    """The lowest double among these hands."""
    dealt = 0
    for hand in hands:
        dealt |= hand
    return lowest_double(dealt)
