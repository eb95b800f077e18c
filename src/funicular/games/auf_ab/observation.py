"""What a seat sees in a deal of Auf & Ab, as flags (see `core.observation`).

Cards are told in their order, 0-0 to 9-9.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from funicular.core.bits import bits_of
from funicular.core.observation import Observation, one_of, seats_from, side_by_side
from funicular.games.auf_ab.cards import ALL_CARDS, NUMBERS
from funicular.games.auf_ab.moves import Lay

if TYPE_CHECKING:
    from funicular.games.auf_ab.view import View

CARDS = len(ALL_CARDS)
# Ten cards share a number, and the double among them may count twice.
LARGEST_SIZE = len(NUMBERS) + 1


@cache
def observation_of(seats: int) -> Observation[View]:
    """Of a game for this many players."""
    return Observation(
        [
            ("hand", (CARDS,)),
            ("laid", (seats, CARDS)),
            # The meld to beat: its cards, its size from 1 on, and who laid it.
            ("meld", (CARDS,)),
            ("size", (LARGEST_SIZE,)),
            ("last", (seats,)),
            ("passed", (seats,)),
            # How many cards each seat has left, from 0 on.
            ("left", (seats, CARDS // seats + 1)),
            # Who holds the lowest double dealt, and its number once it has been led.
            ("opener", (seats,)),
            ("opening", (len(NUMBERS),)),
            ("to_act", (seats,)),
            ("falling", (1,)),
            # Whether the trick under way turns the direction.
            ("turning", (1,)),
        ],
        _flags,
    )


def _flags(view: View) -> dict[str, int]:
    public, seats = view.public, view.setup.seats
    order = seats_from(view.seat, seats)
    place = {seat: at for at, seat in enumerate(order)}
    laid = [0] * seats
    for seat, move in public.history:
        if isinstance(move, Lay):
            laid[seat] |= bits_of(move.cards)
    last, meld = public.trick[-1] if public.trick else (None, None)
    return {
        "hand": bits_of(view.hand),
        "laid": side_by_side((laid[seat] for seat in order), CARDS),
        "meld": bits_of(meld.cards) if meld else 0,
        "size": one_of(meld.size - 1 if meld else None),
        "last": one_of(None if last is None else place[last]),
        "passed": sum(1 << place[seat] for seat in public.passed),
        "left": side_by_side((one_of(public.left[seat]) for seat in order), CARDS // seats + 1),
        "opener": one_of(place[public.opener]),
        "opening": one_of(public.opening.low if public.opening else None),
        "to_act": sum(1 << place[seat] for seat in public.to_act),
        "falling": int(public.direction == "falling"),
        "turning": len(public.changes) % 2,
    }
