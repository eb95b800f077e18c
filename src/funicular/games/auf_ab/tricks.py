"""The course of a trick: whose turn is next, who takes it, which way the next one goes."""

from __future__ import annotations

from funicular.games.auf_ab.cards import Card
from funicular.games.auf_ab.moves import Lay

# The melds of a trick in the order they were laid, each with its seat.
Trick = tuple[tuple[int, Lay], ...]


def next_seat(seat: int, passed: tuple[int, ...], seats: int) -> int:
    """The next seat clockwise that has not passed: this one itself if all others have (A21-A23)."""
    following = (seat + 1) % seats
    while following in passed:
        following = (following + 1) % seats
    return following


def last_meld(trick: Trick) -> Lay | None:
    """The meld to beat; None before the lead."""
    return trick[-1][1] if trick else None


def changes_in(trick: Trick) -> tuple[Card, ...]:
    """The change cards laid in the trick, in the order they were laid."""
    return tuple([card for _, meld in trick for card in meld.cards if card.is_change])
