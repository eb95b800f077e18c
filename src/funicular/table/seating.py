"""Who had which seat when, for the record of a match: at its beginning, and every change since.

A change is placed by the deal it happened in and by how many of its moves had been made. When moves
are taken back, the changes between them move to where the deal stands then.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from funicular.bots.levels import level_of
from funicular.core.match import Match
from funicular.core.record import MOST_SEATINGS, Seating
from funicular.lang import Reader
from funicular.table.notices import Notice

if TYPE_CHECKING:
    from funicular.table.table import Place


class SeatChange(Struct, frozen=True):
    """A change of a seat in a match that is over, in words."""

    # How many deals had been dealt, and how many moves of the last one had been made.
    deal: int
    moves: int
    text: str


def seating_told(seating: Sequence[Seating], lang: str) -> tuple[SeatChange, ...]:
    """The changes since the match began, told in this language."""
    reader = Reader(lang)
    had: dict[int, Seating] = {}
    told = []
    for each in seating:
        before = had.get(each.seat, each)
        had[each.seat] = each
        if each.what != "began":
            text = reader.say(_notice(each, before).phrase)
            told.append(SeatChange(each.deal, each.moves, text))
    return tuple(told)


def _notice(now: Seating, before: Seating) -> Notice:
    """The notice that all were told at the table."""
    assert now.what != "began"  # noqa: S101 - for the type alone
    of = (0, now.seat, now.what)
    match now.what:
        case "left" | "cleared" | "renamed":
            return Notice(*of, before.name, now.name)
        case "bot":
            person = before.level is None
            return Notice(*of, now.name, before.name if person else "", now.level or "")
        case _:
            return Notice(*of, now.name)


def seating_at_start(places: Sequence[Place]) -> tuple[Seating, ...]:
    """Who has the seats when a match begins."""
    return tuple(
        Seating(
            deal=0,
            moves=0,
            seat=seat,
            what="began",
            name=place.name,
            level=None if place.level is None else level_of(place.level),
        )
        for seat, place in enumerate(places)
        if place.name
    )


def seating_after(
    seating: tuple[Seating, ...], match: Match, notice: Notice, place: Place
) -> tuple[Seating, ...]:
    """The same after a change that this notice tells of; `place` is the seat as it is now.

    Where there are too many for a record, the oldest changes go: the beginning and the end stay.
    """
    what = notice.what
    if what == "claims-all" or what == "claims-none":  # noqa: PLR1714 - the type checker reads this
        # Its moves are in the record.
        return seating
    change = Seating(
        deal=len(match.states),
        moves=len(match.states[-1].history) if match.states else 0,
        seat=notice.seat,
        what=what,
        name=place.name,
        level=place.level if place.kind == "bot" else None,
    )
    if len(seating) < MOST_SEATINGS:
        return (*seating, change)
    seats: int = match.game.seats
    return (*seating[:seats], *seating[seats + 1 :], change)


def seating_up_to(seating: tuple[Seating, ...], deal: int, moves: int) -> tuple[Seating, ...]:
    """The same once only this many moves of this deal stand."""
    if not seating or (seating[-1].deal, seating[-1].moves) <= (deal, moves):
        return seating
    return tuple(
        replace(each, moves=min(each.moves, moves)) if each.deal == deal else each
        for each in seating
    )
