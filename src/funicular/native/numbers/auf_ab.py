"""Auf & Ab as numbers, and numbers as moves again.

A hand is a set of bits, on both sides of the border. A move is a number too: the bits of its cards,
with the size above them; a pass is 0.
"""

from __future__ import annotations

from typing import TypeAlias

from funicular.core.bits import bits_of
from funicular.games.auf_ab.cards import Direction, cards_in
from funicular.games.auf_ab.moves import PASS, AufAbMove, Lay
from funicular.games.auf_ab.public import Public
from funicular.games.auf_ab.state import State
from funicular.games.auf_ab.tricks import Trick, changes_in, last_meld
from funicular.games.auf_ab.view import View

SIZE_AT = 56
NOBODY = -1
# The kernels keep room for this many seats.
MOST_SEATS = 4

# One a seat; 0 for seats that are not there.
BySeat: TypeAlias = tuple[int, int, int, int]
# Seats, to act (-1: nobody), falling, the meld to beat (0: none), who laid it, who has passed (a
# bit a seat), turning, opening.
TableNumbers: TypeAlias = tuple[int, int, bool, int, int, int, bool, bool]
# The table, the seat (-1: a spectator), its hand, the cards seen, the cards left, the opener, the
# opening double (0: not known), the moves since the deal.
ViewNumbers: TypeAlias = tuple[TableNumbers, int, int, int, BySeat, int, int, list[int]]
# The table, the hands, the cards seen.
StateNumbers: TypeAlias = tuple[TableNumbers, BySeat, int]


def code_of(move: AufAbMove) -> int:
    """The move as a number."""
    return bits_of(move.cards) | move.size << SIZE_AT if isinstance(move, Lay) else 0


def move_of(code: int) -> AufAbMove:
    """The move behind a number."""
    size = code >> SIZE_AT
    return Lay(cards_in(code & ((1 << SIZE_AT) - 1)), size) if size else PASS


def view_numbers(view: View) -> ViewNumbers:
    """What the view shows."""
    public = view.public
    opening = public.opening
    return (
        _table(public, public.direction, public.trick, opening=opening is None),
        NOBODY if view.seat is None else view.seat,
        bits_of(view.hand),
        bits_of(public.seen),
        _by_seat(public.left),
        public.opener,
        opening.bit if opening else 0,
        [code_of(move) for _, move in public.history],
    )


def state_numbers(state: State) -> StateNumbers:
    """The whole state, all hands included."""
    hands = tuple(hand & ~state.played for hand in state.dealt)
    return (
        _table(state, state.direction, state.trick, opening=not state.played),
        _by_seat(hands),
        state.played,
    )


def _table(
    table: State | Public, direction: Direction, trick: Trick, *, opening: bool
) -> TableNumbers:
    last = last_meld(trick)
    return (
        len(table.left),
        table.to_act[0] if table.to_act else NOBODY,
        direction == "falling",
        code_of(last) if last else 0,
        trick[-1][0] if trick else NOBODY,
        sum(1 << seat for seat in table.passed),
        len(changes_in(trick)) % 2 == 1,
        opening,
    )


def _by_seat(numbers: tuple[int, ...]) -> BySeat:
    first, second, third, *fourth = numbers
    return first, second, third, *(fourth or [0])  # type: ignore[return-value]
