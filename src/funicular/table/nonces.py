"""Whose nonce counts for the next match, and whose is missing (`docs/deals.md`)."""

from __future__ import annotations

from collections.abc import Mapping

from funicular.table.presence import Presence
from funicular.table.table import Table


def nonces_for(table: Table, fresh: Mapping[int, str]) -> tuple[str, ...]:
    """The nonces of a match that begins now, one a seat; "" for bots and where one is missing.

    `fresh` are those that people have given for it by seat.
    """
    return tuple(_nonce(table, seat, fresh) for seat in range(table.game.seats))


def without_nonce(table: Table, presence: Presence, fresh: Mapping[int, str]) -> tuple[int, ...]:
    """The people whose nonce a match would lack; not those away for longer than the grace.

    A deal that depends on nothing of theirs proves nothing to them: nobody is to lose their say
    because the host was quick, or because their line was down for a moment.
    """
    return tuple(
        seat
        for seat in table.people
        if seat not in presence.kept and not _nonce(table, seat, fresh)
    )


def _nonce(table: Table, seat: int, fresh: Mapping[int, str]) -> str:
    """A person's nonce: given for this match, or on sitting down since its seed was drawn."""
    place = table.places[seat]
    known = fresh.get(seat) or place.nonce
    return known if place.kind == "person" and known not in table.nonces else ""
