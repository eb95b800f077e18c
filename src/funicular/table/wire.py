"""What somebody at a table sees, as values that go over the wire.

`docs/protocol.md` is written from these structs, and so are the client's types. They are filled
from a seat's view and from what is said openly at the table, and from nothing else: no struct here
has a place for a card that its reader may not see.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, Union

from msgspec import Meta, Struct

from funicular.core.options import OptionsByName
from funicular.core.record import WhatIf
from funicular.core.score_cell import Contract
from funicular.games.claim import ClaimedTricks
from funicular.games.registry import WIRE_FORMATS
from funicular.games.wire import DealShown, Sight

Phase = Literal["gathering", "playing", "scored", "over"]
Pace = Literal["instant", "quick", "normal", "calm"]
# What each pace makes of the pauses that events have at the normal one.
PACES: dict[Pace, float] = {"instant": 0.0, "quick": 0.45, "normal": 1.0, "calm": 1.8}


SHORTEST_TURN, LONGEST_TURN, LONGEST_BANK = 5, 3600, 7200


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """How long one may think, in seconds: for each move, and beyond that once for a match."""

    turn: Annotated[int, Meta(ge=SHORTEST_TURN, le=LONGEST_TURN)]
    bank: Annotated[int, Meta(ge=0, le=LONGEST_BANK)] = 0


class Chair(Struct, frozen=True):
    """A seat at the table and who sits there."""

    seat: int
    # Nobody yet, a person, or a bot.
    kind: Literal["empty", "person", "bot"]
    # "" while nobody sits there.
    name: str
    # A bot's level, or that of the bot which keeps an absent person's seat.
    level: str | None
    # Whether the person is connected. A bot always is.
    present: bool
    # Whether a bot plays for the person, who is away.
    kept: bool
    # Whether the person wants to go on to the next deal or match.
    ready: bool
    # Seconds left in the person's bank, at a table with a clock.
    bank: float | None
    # True for a person who sat down during this deal: a bot plays the seat until the next one.
    from_next_deal: bool = False
    # The face that the person has chosen, a number in the client's set; None for the name's own.
    face: int | None = None
    # Whether the person has agreed to hints among people, at a table that was opened with them.
    agrees_to_hints: bool = False


class SheetDetail(Struct, frozen=True, omit_defaults=True):
    """What the sheet says of a seat for a deal, beside its points.

    Parts that are not there are left out: a sheet has a detail for every seat of every deal.
    """

    # In a game of contracts, once the seat has bid.
    contract: Contract | None = None
    # Anything else, in words: "3 left".
    note: str = ""


class SheetRow(Struct, frozen=True):
    """A deal on the score sheet: what it says of each seat, in words and in points."""

    number: int
    # The hand size where the game's schedule fixes it.
    cards: int | None
    # The whole cells, points and all, for a sheet that is plain text.
    cells: tuple[str, ...]
    points: tuple[int, ...]
    # Dealt again, because it did not count.
    void: bool
    # The same in parts, for a page that shows them apart.
    details: tuple[SheetDetail, ...] = ()


class Sheet(Struct, frozen=True):
    """The score sheet of the match."""

    rows: tuple[SheetRow, ...]
    totals: tuple[int, ...]
    # The hand size of every deal of the match, past and to come; () where nothing is fixed.
    schedule: tuple[int, ...]
    # The match ends after this number of deals, or once a seat has this number of points.
    deals: int | None
    target: int | None


class Result(Struct, frozen=True):
    """How the match ended."""

    # () if it was given up.
    winners: tuple[int, ...]
    text: str
    # The replay of the match: `/r/REPLAY`.
    replay: str


class Proof(Struct, frozen=True):
    """What makes the deals verifiable (`docs/deals.md`)."""

    # SHA-256 of the server's seed, in hex: known before the first deal.
    commitment: str
    # What each seat's client added, in hex; "" for a bot. Fixed when the match begins.
    nonces: tuple[str, ...]
    # The seed in hex, once the match is over.
    seed: str | None
    # The commitment of the match after this one, once this one is over.
    next: str | None


# Whether one may take back one's last move now, by oneself or by asking.
UndoKind = Literal["no", "free", "ask"]


class Asking(Struct, frozen=True):
    """Somebody among people wants to take back a move; these have still to agree."""

    seat: int
    waiting: tuple[int, ...]


class House(Struct, frozen=True):
    """An option that differs from the sheet, as a person reads it."""

    name: str
    # Its value; what the option is called stands apart.
    text: str
    label: str = ""


class ClaimShown(Struct, frozen=True):
    """A hand that was laid open in this deal, for all to see."""

    seat: int
    # Of the remaining tricks, all are the seat's or none is.
    tricks: ClaimedTricks
    # The hand as it was then.
    cards: tuple[str, ...]
    # How many things of the deal had been told by then.
    told: int


class TableShown(Struct, frozen=True):
    """The table itself: everything but the cards."""

    id: str
    game: str
    seats: int
    options: OptionsByName
    # Which of the options are not the sheet's, in words.
    house: tuple[House, ...]
    # Gathering people, playing a deal, between two deals, or after the last.
    phase: Phase
    # How many matches were begun at this table.
    match: int
    # Your seat; None for a spectator.
    you: int | None
    # Whether you opened the table, and may start, replace and remove.
    host: bool
    chairs: tuple[Chair, ...]
    watchers: int
    # Whether the table is listed for everybody.
    open: bool
    pace: Pace
    # None where everybody thinks as long as they like.
    clock: Clock | None
    # Who has stopped the game for a while.
    paused: int | None
    # The level of bots that come to sit down.
    level: str
    sheet: Sheet
    asking: Asking | None
    result: Result | None
    proof: Proof
    # Whether you may take back your last move now, by yourself or by asking.
    undo: UndoKind
    # The hands that were laid open in this deal.
    claims: tuple[ClaimShown, ...] = ()
    # What you may claim now, laying your hand open; None for nothing, as nearly always.
    claim: ClaimedTricks | None = None
    # At an open table whose host has gone before the match: the seat that may begin instead.
    starter: int | None = None
    # The challenge that this table is an attempt at: one match, without help, its cards secret.
    challenge: str | None = None
    # Whether the table was opened with hints among people, and whether all had agreed to them when
    # the match at hand began.
    hints_offered: bool = False
    hints_on: bool = False
    # Whether you may be given hints in the match at hand, each time it is your turn.
    hints: bool = False
    # Where the deal comes from, at a table that plays on from a move of a replay: its cards were
    # given, so `proof` proves nothing there.
    what_if: WhatIf | None = None


class Running(Struct, frozen=True):
    """A clock that runs: whose, and how many seconds of this turn are gone."""

    seat: int
    spent: float


# A deal of any game; which one, its tag says.
if TYPE_CHECKING:
    AnyDeal = DealShown[Sight]
else:
    AnyDeal = Union[tuple(wire.deal for wire in WIRE_FORMATS)]  # noqa: UP007 - a list of types

Reaction = Literal["bravo", "thanks", "ouch", "laugh", "think", "wave"]


# A hand was laid open, for all remaining tricks or for none.
ClaimNotice = Literal["claims-all", "claims-none"]
# What became of a seat: a person sat down (or will play from the next deal, or is back), left, was
# removed by the host; a bot sat down; a player has another name or another key.
SeatNotice = Literal["sat", "waits", "back", "left", "cleared", "bot", "renamed", "rekeyed"]
NoticeKind = SeatNotice | ClaimNotice


class Line(Struct, frozen=True):
    """A line of the chat: words, or a reaction; or a notice about a seat or a claim, in words."""

    seq: int
    seat: int
    name: str
    text: str | None
    reaction: Reaction | None
    # Seconds since 1970.
    at: float
    # None for what a person said.
    notice: NoticeKind | None = None
