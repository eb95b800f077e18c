"""A table as a value: who sits at it, the match they play, what was said. `fold` makes it."""

from __future__ import annotations

import hashlib
from functools import cached_property
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from funicular.core.game import Game, State
from funicular.core.match import Ending, Match
from funicular.core.record import DealProof, Record, Seating, WhatIf, record_of
from funicular.table.claims import Claims
from funicular.table.entries import (
    TableOpened,
)
from funicular.table.marks import Marks, told_at
from funicular.table.notices import Notice
from funicular.table.past import Past
from funicular.table.score_rows import ScoreRow
from funicular.table.wire import Asking, Line, Pace, Phase


class Place(Struct, frozen=True):
    """A seat: nobody's, a person's or a bot's."""

    kind: Literal["empty", "person", "bot"] = "empty"
    name: str = ""
    level: str | None = None
    guest: str | None = None
    nonce: str = ""
    # The face that a person has chosen; None for the one that goes with the name.
    face: int | None = None


class Guest(Struct, frozen=True):
    """Somebody who can come back: the hash of what lets them in."""

    id: str
    key: str


class Played(Struct, frozen=True):
    """A match that is over, for its replay."""

    match: Match
    # Who had the seats at the end; `seating` says who had them before.
    players: tuple[str, ...]
    # None where the deal was given and not drawn.
    proof: DealProof | None
    seating: tuple[Seating, ...] = ()
    # Of a deal that was played on from a move of a replay.
    what_if: WhatIf | None = None

    @property
    def record(self) -> Record:
        """The match on paper, with its proof and who sat where."""
        record = record_of(self.match, self.players)
        if self.proof is not None:
            record = replace(record, proof=self.proof)
        if self.what_if is not None:
            record = replace(record, what_if=self.what_if)
        return replace(record, seating=self.seating) if self.seating else record


# With a dict, for what is worked out once: `replace`, `==` and snapshots leave that out.
class Table(Struct, frozen=True, dict=True):
    """A table: who sits at it, the match they play, what was said."""

    opened: TableOpened
    game: Game
    # The one at hand; before people have begun, the first as it will be.
    match: Match
    seq: int
    places: tuple[Place, ...]
    guests: tuple[Guest, ...]
    pace: Pace
    open: bool
    seed: str = ""
    nonces: tuple[str, ...] = ()
    # How many matches have begun.
    begun: int = 0
    # How many are over, and the newest of them.
    finished: int = 0
    played: tuple[Played, ...] = ()
    lines: tuple[Line | Notice, ...] = ()
    # Of the match at hand: the deals that are over, on the score sheet.
    rows: tuple[ScoreRow, ...] = ()
    # Of the deal at hand: the guest in each seat when it was dealt, None for a bot. Only they are
    # shown that seat's cards.
    dealt_in: tuple[str | None, ...] = ()
    # Of the match at hand: who had which seat since when, for the record.
    seating: tuple[Seating, ...] = ()
    # How many decisions each seat has had: it names the one at hand.
    turns: tuple[int, ...] = ()
    # Of the deal at hand: (seq, how much of it had been told then).
    marks: Marks = ()
    # Of the deal at hand: how many moves are made in it, and states before them.
    made: int = 0
    past: Past = Past()
    # Of the deal at hand: the hands that were laid open.
    claims: Claims = ()
    # Who wants to go on, and after a match the nonce for the next; in the order they said so.
    ready: tuple[tuple[int, str], ...] = ()
    asking: Asking | None = None
    # Seconds left to each seat beyond those of a turn.
    banks: tuple[float, ...] = ()
    # Who has stopped the game for a while.
    paused: int | None = None
    # The guests who have agreed to hints among people, and whether all had when the match began.
    hints_agreed: tuple[str, ...] = ()
    hints_on: bool = False
    # Nobody came for long: the match under way, if any, is given up.
    closed: bool = False
    given_up: bool = False

    @property
    def id(self) -> str:
        """Its name in links."""
        return self.opened.id

    @property
    def challenge(self) -> str | None:
        """The challenge that it is an attempt at."""
        return self.opened.challenge

    @property
    def what_if(self) -> WhatIf | None:
        """Where the deal comes from, at a table that plays on from a move of a replay."""
        given = self.opened.what_if
        return None if given is None else given.source

    @cached_property
    def phase(self) -> Phase:
        """Gathering people, playing a deal, between two, or after the last."""
        if not self.begun:
            return "gathering"
        if self.match.over or self.given_up:
            return "over"
        return "playing" if self.match.under_way else "scored"

    @cached_property
    def state(self) -> State | None:
        """The deal under way or just over."""
        return self.match.states[-1] if self.match.states else None

    @cached_property
    def to_act(self) -> tuple[int, ...]:
        """Who may move now."""
        return () if self.given_up else self.match.to_act

    @property
    def ready_seats(self) -> tuple[int, ...]:
        """Who wants to go on."""
        return tuple(seat for seat, _ in self.ready)

    @cached_property
    def people(self) -> tuple[int, ...]:
        """The seats that people have."""
        return tuple([seat for seat, place in enumerate(self.places) if place.kind == "person"])

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Everybody's name by seat."""
        return tuple([place.name for place in self.places])

    def guest_of(self, token: str) -> str | None:
        """Who has this token; None if nobody has."""
        key = key_of(token)
        return next((guest.id for guest in self.guests if guest.key == key), None)

    def key_for(self, guest: str | None) -> str | None:
        """The hash of what lets this guest back in; None for a guest of no table."""
        return next((each.key for each in self.guests if each.id == guest), None)

    def knows(self, guest: str | None) -> bool:
        """Whether this guest can come back."""
        return any(each.id == guest for each in self.guests)

    def seat_of(self, guest: str | None) -> int | None:
        """Where this guest sits."""
        if guest is not None:
            for seat, place in enumerate(self.places):
                if place.guest == guest:
                    return seat
        return None

    def seat_seen_by(self, guest: str | None) -> int | None:
        """The seat whose cards this guest may see: their own, if they were dealt in there."""
        seat = self.seat_of(guest)
        return seat if seat is not None and self.was_dealt_in(seat) else None

    def was_dealt_in(self, seat: int) -> bool:
        """Whether the person in this seat had it when the deal at hand began."""
        guest = self.places[seat].guest
        return guest is not None and bool(self.dealt_in) and self.dealt_in[seat] == guest

    def waits_for_deal(self, seat: int) -> bool:
        """Whether the person in this seat plays from the next deal on, and a bot until then."""
        person = self.places[seat].kind == "person"
        return person and not self.was_dealt_in(seat) and self.phase == "playing"

    def bot_plays(self, seat: int) -> bool:
        """Whether the seat is in a bot's hands, as a bot's own or until the next deal."""
        return self.places[seat].kind == "bot" or self.waits_for_deal(seat)

    def told_at(self, seen: int) -> int:
        """How much of the deal at hand somebody has been told who saw the log up to `seen`."""
        return told_at(self.marks, seen)


def new_match(game: Game, opened: TableOpened) -> Match:
    """A match of a table that was opened so, before its first deal."""
    if opened.what_if is not None:
        return Match(game, Ending(deals=1, alone=True))
    return game.match(deals=opened.deals, target=opened.target)


def key_of(token: str) -> str:
    """What the log keeps of a token: nothing that would let anybody in."""
    return hashlib.sha256(token.encode()).hexdigest()
