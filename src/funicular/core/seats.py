"""Seats are numbered from 0, clockwise; here is who exists and whose turn it is."""

from __future__ import annotations

from typing import TypeVar

from funicular.core.errors import BadSeat, IllegalMove, shown

T = TypeVar("T")

# The turn of the next seat, by number of seats and seat: looked up, since every move needs one.
MOST_SEATS = 6
NEXT_TURN = tuple(
    tuple([((seat + 1) % seats,) for seat in range(seats)]) for seats in range(MOST_SEATS + 1)
)


def check_seat(seat: object, seats: int) -> None:
    """Refuse a seat that is not at this table."""
    if type(seat) is not int or not 0 <= seat < seats:
        raise refuse_seat(seat, seats)


def refuse_seat(seat: object, seats: int) -> BadSeat:
    """Say which seats there are."""
    return BadSeat("seat.unknown", given=shown(seat), last=seats - 1)


def check_turn(seat: object, to_act: tuple[int, ...], seats: int) -> None:
    """Refuse a move by a seat whose turn it is not."""
    if type(seat) is not int or seat not in to_act:
        raise refuse_turn(seat, to_act, seats)


def refuse_turn(seat: object, to_act: tuple[int, ...], seats: int) -> IllegalMove:
    """Say why this seat cannot move now."""
    if type(seat) is not int or not 0 <= seat < seats:
        return IllegalMove("seat.unknown", given=shown(seat), last=seats - 1)
    if not to_act:
        return IllegalMove("turn.deal-over")
    return IllegalMove("turn.not-yours", seat=seat, expected=to_act)


def put(row: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """The row with another value at this seat."""
    values = list(row)
    values[seat] = value
    return tuple(values)
