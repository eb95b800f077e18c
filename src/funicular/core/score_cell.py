"""What the score sheet says of one seat for a deal: in fields for programs, in words for people."""

from __future__ import annotations

from msgspec import Struct

from funicular.lang import Phrase


class Contract(Struct, frozen=True):
    """The tricks a seat has bid, and those it has won."""

    bid: int
    won: int


class ScoreCell(Struct, frozen=True):
    """A cell of the sheet."""

    points: int
    # The whole cell in words, points and all, for a sheet that is plain text.
    text: Phrase
    # In a game of contracts, once the seat has bid.
    contract: Contract | None = None
    # What there is to say beyond the points and the contract, such as the cards left.
    note: Phrase | None = None
