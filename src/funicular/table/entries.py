"""What the log of a table holds: everything that ever happened at it, in order.

A table is nothing but its log. Entries are written once, before anybody is told, and no server ever
changes them. Only names and chat may be taken out later, by an operator (`admin/erase`). They hold
what the server knows, hands and seeds too: no entry ever leaves it.

`log_format` writes entries into rows and reads them back, also those of other releases. How to add
a kind of entry is told in `CONTRIBUTING.md`.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from funicular.core.game import Deal
from funicular.core.options import OptionsByName
from funicular.core.record import WhatIf
from funicular.games.claim import ClaimedTricks
from funicular.table.wire import Clock, Pace, Reaction


class Entry(Struct, frozen=True, omit_defaults=True, tag_field="t"):
    """Something that happened."""

    @property
    def version(self) -> int:
        """The version of the log format that has this entry; overridden by what came after 1."""
        return 1

    @property
    def may_be_skipped(self) -> bool:
        """True if a program too old to know this entry may read past it."""
        return False


class GivenPosition(Struct, frozen=True):
    """The position that a table plays on from: one deal, given and not drawn."""

    source: WhatIf
    cards: Deal
    # The moves so far, each as `seat move`.
    moves: tuple[str, ...]


class TableOpened(Entry, frozen=True, tag="opened"):
    """Somebody opened the table: always the first entry."""

    id: str
    game: str
    seats: int
    options: OptionsByName
    lang: str
    invite: str
    # The one who may start, replace and remove, and the SHA-256 of what lets them in.
    host: str
    key: str
    level: str
    pace: Pace
    open: bool = False
    deals: int | None = None
    target: int | None = None
    clock: Clock | None = None
    # Whether hints are proposed among people; the host agrees by opening the table so.
    hints: bool = False
    # At a table that plays on from a move of a replay; it has no seed and proves nothing.
    what_if: GivenPosition | None = None
    # The challenge that this table is an attempt at.
    challenge: str | None = None


class Committed(Entry, frozen=True, tag="committed"):
    """The seed of the next match was drawn; its hash is shown from now on."""

    seed: str


class Seated(Entry, frozen=True, tag="seated"):
    """A person took a seat."""

    seat: int
    guest: str
    name: str
    key: str
    nonce: str
    # The face that they have chosen; None for the one that goes with their name.
    face: int | None = None


class BotSeated(Entry, frozen=True, tag="bot"):
    """A bot took a seat, free or taken."""

    seat: int
    name: str
    level: str
    # Why: the person left, the host removed them, or the bot only has another name. "" where the
    # host asked for this bot, or for a seat that was empty.
    how: Literal["", "left", "cleared", "renamed"] = ""


class Vacated(Entry, frozen=True, tag="vacated"):
    """A seat is empty."""

    seat: int
    # Why: the person left, the host removed them, or they took another seat.
    how: Literal["left", "cleared", "moved"]


class Renamed(Entry, frozen=True, tag="renamed"):
    """Somebody has another name, or another face."""

    seat: int
    name: str
    # None where the face stays as it was.
    face: int | None = None


class Rekeyed(Entry, frozen=True, tag="rekeyed"):
    """A person has another key: what let them in before does so no longer."""

    guest: str
    key: str


class Readied(Entry, frozen=True, tag="ready"):
    """Somebody wants to go on; after a match, with the nonce for the next."""

    seat: int
    nonce: str = ""


class Began(Entry, frozen=True, tag="began"):
    """A match began, with these nonces."""

    nonces: tuple[str, ...]


class CardsDealt(Entry, frozen=True, tag="dealt"):
    """Cards were dealt."""

    deal: Deal


class Moved(Entry, frozen=True, tag="moved"):
    """A seat made a move; `kept` if a bot made it for a person who was away or out of time."""

    seat: int
    move: str
    kept: bool = False
    # Seconds it took, at a table with a clock.
    spent: float = 0.0


class Claimed(Entry, frozen=True, tag="claimed"):
    """A seat laid its hand open: it takes all remaining tricks, or none of them.

    What follows from it is written as moves.
    """

    seat: int
    tricks: ClaimedTricks


class HintsAnswered(Entry, frozen=True, tag="hints"):
    """A person agreed to hints at this table, or no longer does."""

    guest: str
    yes: bool


class UndoAsked(Entry, frozen=True, tag="undo"):
    """Somebody among people wants to take back a move; these have to agree."""

    seat: int
    waiting: tuple[int, ...]


class UndoAnswered(Entry, frozen=True, tag="answer"):
    """Somebody agreed, or did not."""

    seat: int
    yes: bool


class TakenBack(Entry, frozen=True, tag="back"):
    """Moves were taken back; `stand` is how many of the deal's moves remain."""

    stand: int


class Paused(Entry, frozen=True, tag="paused"):
    """Somebody stopped the game for a while: nobody moves, no clock runs."""

    seat: int


class Resumed(Entry, frozen=True, tag="resumed"):
    """The game goes on."""

    seat: int


class Closed(Entry, frozen=True, tag="closed"):
    """Nobody has come for so long that the table rests; a match under way is given up."""


class Paced(Entry, frozen=True, tag="paced"):
    """The table has another pace."""

    pace: Pace


class ListingChanged(Entry, frozen=True, tag="listed"):
    """The table is listed for everybody, or no longer."""

    open: bool


class Said(Entry, frozen=True, tag="said"):
    """Somebody said something."""

    seat: int
    text: str


class Reacted(Entry, frozen=True, tag="reacted"):
    """Somebody said it without words."""

    seat: int
    reaction: Reaction


class ReadPast(Struct, frozen=True):
    """An entry of a newer version, which this program may skip. It is never written."""

    kind: str
    version: int


KnownEntry = (
    TableOpened
    | Committed
    | Seated
    | BotSeated
    | Vacated
    | Renamed
    | Rekeyed
    | Readied
    | Began
    | CardsDealt
    | Moved
    | Claimed
    | HintsAnswered
    | UndoAsked
    | UndoAnswered
    | TakenBack
    | Paused
    | Resumed
    | Closed
    | Paced
    | ListingChanged
    | Said
    | Reacted
)
AnyEntry = KnownEntry | ReadPast
