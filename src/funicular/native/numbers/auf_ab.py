"""Auf & Ab as numbers, and numbers as moves again.

A hand is a set of bits, on both sides of the border. A move is a number too: the bits of its cards,
with the size above them; a pass is 0.
"""

from __future__ import annotations

from funicular.core.bits import bits_of
from funicular.games.auf_ab.cards import Direction, cards_in
from funicular.games.auf_ab.moves import PASS, AufAbMove, Lay
from funicular.games.auf_ab.public import Public
from funicular.games.auf_ab.state import State
from funicular.games.auf_ab.tricks import Trick, changes_in, last_meld
from funicular.games.auf_ab.view import View
from funicular.native.numbers.packing import packed, wide

SIZE_AT = 56
NOBODY = -1
# The kernels keep room for this many seats.
MOST_SEATS = 4


def code_of(move: AufAbMove) -> int:
    """The move as a number."""
    return bits_of(move.cards) | move.size << SIZE_AT if isinstance(move, Lay) else 0


def move_of(code: int) -> AufAbMove:
    """The move behind a number."""
    size = code >> SIZE_AT
    return Lay(cards_in(code & ((1 << SIZE_AT) - 1)), size) if size else PASS


def view_numbers(view: View) -> bytes:
    """What the view shows: the table, the seat, its hand, and what is known of the others'."""
    public = view.public
    opening = public.opening
    return packed(
        (
            *_table(public, public.direction, public.trick, opening=opening is None),
            NOBODY if view.seat is None else view.seat,
            *wide(bits_of(view.hand)),
            *wide(bits_of(public.seen)),
            *_by_seat(public.left),
            public.opener,
            # 0: not known.
            *wide(opening.bit if opening else 0),
            len(public.history),
            *[word for _, move in public.history for word in wide(code_of(move))],
        )
    )


def state_numbers(state: State) -> bytes:
    """The whole state: the table, all hands, and the cards seen."""
    hands = _by_seat(tuple(hand & ~state.played for hand in state.dealt))
    return packed(
        (
            *_table(state, state.direction, state.trick, opening=not state.played),
            *[word for hand in hands for word in wide(hand)],
            *wide(state.played),
        )
    )


def _table(
    table: State | Public, direction: Direction, trick: Trick, *, opening: bool
) -> tuple[int, ...]:
    """Seats, to act, falling, the meld to beat, who laid it, who has passed, turning, opening."""
    last = last_meld(trick)
    return (
        len(table.left),
        table.to_act[0] if table.to_act else NOBODY,
        direction == "falling",
        *wide(code_of(last) if last else 0),
        trick[-1][0] if trick else NOBODY,
        # A bit a seat.
        sum(1 << seat for seat in table.passed),
        len(changes_in(trick)) % 2 == 1,
        opening,
    )


def _by_seat(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """One a seat; 0 for seats that are not there."""
    return numbers + (0,) * (MOST_SEATS - len(numbers))
