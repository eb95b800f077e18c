"""A table as a value: what its log comes to. `after` is the table after one more entry."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from funicular.core.game import Game, State
from funicular.core.match import Match
from funicular.core.record import DealProof, Record, record_of
from funicular.core.seats import put
from funicular.games.registry import make_game
from funicular.table.deals import commitment
from funicular.table.entries import (
    AnyEntry,
    Began,
    BotSeated,
    Closed,
    Committed,
    Dealt,
    Listed,
    Moved,
    Opened,
    Paced,
    Paused,
    Reacted,
    Readied,
    Rekeyed,
    Renamed,
    Resumed,
    Said,
    Seated,
    TakenBack,
    UndoAnswered,
    UndoAsked,
    Vacated,
)
from funicular.table.rows import Row, finished_row
from funicular.table.shown import Asking, Line, Pace, Phase

# Lines of chat that are kept at hand; the log has them all.
MOST_LINES = 200


class Place(Struct, frozen=True):
    """A seat: nobody's, a person's or a bot's."""

    kind: Literal["empty", "person", "bot"] = "empty"
    name: str = ""
    level: str | None = None
    guest: str | None = None
    nonce: str = ""


class Guest(Struct, frozen=True):
    """Somebody who can come back: the hash of what lets them in."""

    id: str
    key: str


class Played(Struct, frozen=True):
    """A match that is over, for its replay."""

    # Any: a match holds protocols, which msgspec cannot look into.
    match: Any
    players: tuple[str, ...]
    proof: DealProof

    @property
    def record(self) -> Record:
        """The match on paper, with its proof."""
        return replace(record_of(self.match, self.players), proof=self.proof)


class Table(Struct, frozen=True):
    """A table: who sits at it, the match they play, what was said."""

    opened: Opened
    # Any: as above.
    game: Any
    seq: int
    places: tuple[Place, ...]
    guests: tuple[Guest, ...]
    pace: Pace
    open: bool
    seed: str = ""
    nonces: tuple[str, ...] = ()
    match: Any = None
    begun: int = 0
    played: tuple[Played, ...] = ()
    lines: tuple[Line, ...] = ()
    # Of the match at hand: the deals that are over, on the score sheet.
    rows: tuple[Row, ...] = ()
    # How many decisions each seat has had: it names the one at hand.
    turns: tuple[int, ...] = ()
    # Of the deal at hand: (seq, how much of it had been told then).
    marks: tuple[tuple[int, int], ...] = ()
    # Who wants to go on, and after a match the nonce for the next; in the order they said so.
    ready: tuple[tuple[int, str], ...] = ()
    asking: Asking | None = None
    # Seconds left to each seat beyond those of a turn.
    banks: tuple[float, ...] = ()
    # Who has stopped the game for a while.
    paused: int | None = None
    # Nobody came for long: the match under way, if any, is given up.
    closed: bool = False
    given_up: bool = False

    @property
    def id(self) -> str:
        """Its name in links."""
        return self.opened.id

    @property
    def phase(self) -> Phase:
        """Gathering people, playing a deal, between two, or after the last."""
        match: Match | None = self.match
        if match is None:
            return "gathering"
        if match.over or self.given_up:
            return "over"
        return "playing" if match.under_way else "scored"

    @property
    def state(self) -> State | None:
        """The deal under way or just over."""
        return None if self.match is None else self.match.state

    @property
    def to_act(self) -> tuple[int, ...]:
        """Who may move now."""
        match: Match | None = self.match
        return () if match is None or self.given_up else match.to_act

    @property
    def ready_seats(self) -> tuple[int, ...]:
        """Who wants to go on."""
        return tuple(seat for seat, _ in self.ready)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that people have."""
        return tuple(seat for seat, place in enumerate(self.places) if place.kind == "person")

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody's name by seat."""
        return tuple(place.name for place in self.places)

    def guest_of(self, token: str) -> str | None:
        """Who has this token; None if nobody has."""
        key = key_of(token)
        return next((guest.id for guest in self.guests if guest.key == key), None)

    def seat_of(self, guest: str | None) -> int | None:
        """Where this guest sits."""
        if guest is None:
            return None
        return next((seat for seat, place in enumerate(self.places) if place.guest == guest), None)

    def told_at(self, seen: int) -> int:
        """How much of the deal at hand somebody has been told who saw the log up to `seen`."""
        return max((told for seq, told in self.marks if seq <= seen), default=0)


def key_of(token: str) -> str:
    """What the log keeps of a token: nothing that would let anybody in."""
    return hashlib.sha256(token.encode()).hexdigest()


def unfold(entries: Iterable[tuple[AnyEntry, float]]) -> Table:
    """The table that a log comes to: its entries, each with the time it was written."""
    log = iter(entries)
    first, _ = next(log)
    if not isinstance(first, Opened):
        message = "a log begins with the opening of its table"
        raise TypeError(message)
    table = opening(first)
    for entry, at in log:
        table = after(table, entry, at)
    return table


def opening(entry: Opened) -> Table:
    """The table just opened."""
    game: Game = make_game(entry.game, entry.seats, entry.options)
    return Table(
        opened=entry,
        game=game,
        seq=1,
        places=(Place(),) * game.seats,
        guests=(Guest(entry.host, entry.key),),
        pace=entry.pace,
        open=entry.open,
        turns=(0,) * game.seats,
    )


def after(table: Table, entry: AnyEntry, at: float) -> Table:
    """The table after one more entry of its log."""
    # A table that rests draws the seed of its next match, and rests on.
    rests = isinstance(entry, Closed) or (table.closed and isinstance(entry, Committed))
    return replace(_after(table, entry, at), seq=table.seq + 1, closed=rests)


def _after(table: Table, entry: AnyEntry, at: float) -> Table:
    match entry:
        case Seated() | BotSeated() | Vacated() | Renamed():
            return _reseated(table, entry)
        case Dealt() | Moved() | TakenBack():
            return _played_on(table, entry)
        case Said() | Reacted():
            return _spoken(table, entry, at)
        case UndoAsked() | UndoAnswered():
            return replace(table, asking=_asking(table.asking, entry))
        case Closed():
            return _given_up(table) if table.phase in ("playing", "scored") else table
        case Opened():
            message = "a table is opened once"
            raise TypeError(message)
        case _:
            return replace(table, **_changes(table, entry))


_Plain = Committed | Rekeyed | Readied | Began | Paused | Resumed | Paced | Listed


def _changes(table: Table, entry: _Plain) -> dict[str, Any]:
    changes: dict[str, Any]
    match entry:
        case Committed(seed):
            changes = {"seed": seed}
        case Rekeyed(guest, key):
            others = tuple(each for each in table.guests if each.id != guest)
            changes = {"guests": (*others, Guest(guest, key))}
        case Readied(seat, nonce):
            before = tuple(each for each in table.ready if each[0] != seat)
            changes = {"ready": (*before, (seat, nonce))}
        case Began(nonces):
            changes = _begun(table, nonces)
        case Paused(seat):
            changes = {"paused": seat}
        case Resumed():
            changes = {"paused": None}
        case Paced(pace):
            changes = {"pace": pace}
        case Listed(is_open):
            changes = {"open": is_open}
    return changes


def _begun(table: Table, nonces: tuple[str, ...]) -> dict[str, Any]:
    clock = table.opened.clock
    return {
        "match": table.game.match(deals=table.opened.deals, target=table.opened.target),
        "nonces": nonces,
        "begun": table.begun + 1,
        "marks": (),
        "rows": (),
        "ready": (),
        "asking": None,
        "banks": () if clock is None else (float(clock.bank),) * table.game.seats,
        "given_up": False,
    }


def _asking(asking: Asking | None, entry: UndoAsked | UndoAnswered) -> Asking | None:
    if isinstance(entry, UndoAsked):
        return Asking(entry.seat, entry.waiting)
    if asking is None or not entry.yes:
        return None
    return replace(asking, waiting=tuple(seat for seat in asking.waiting if seat != entry.seat))


def _given_up(table: Table) -> Table:
    table = replace(table, given_up=True, paused=None, asking=None, ready=())
    return replace(table, played=(*table.played, _finished(table)))


def _reseated(table: Table, entry: Seated | BotSeated | Vacated | Renamed) -> Table:
    place = table.places[entry.seat]
    guests = table.guests
    match entry:
        case Seated(seat, guest, name, key, nonce):
            guests = (*(each for each in guests if each.id != guest), Guest(guest, key))
            place = Place("person", name, None, guest, nonce)
        case BotSeated(seat, name, level):
            guests = _without(table, seat)
            place = Place("bot", name, level)
        case Vacated(seat):
            guests = _without(table, seat)
            place = Place()
        case Renamed(seat, name):
            place = replace(place, name=name)
    ready = table.ready
    if not isinstance(entry, Renamed):
        ready = tuple(each for each in ready if each[0] != entry.seat)
    return replace(table, places=put(table.places, entry.seat, place), guests=guests, ready=ready)


def _without(table: Table, seat: int) -> tuple[Guest, ...]:
    """Those who can still come back once this seat is another's. The host always can."""
    gone = table.places[seat].guest
    return tuple(
        guest for guest in table.guests if guest.id != gone or guest.id == table.opened.host
    )


def _played_on(table: Table, entry: Dealt | Moved | TakenBack) -> Table:
    match: Match = table.match
    turns, marks, banks = table.turns, table.marks, table.banks
    if isinstance(entry, Dealt):
        deal = entry.deal
        match = match.start(deal.hands, dealer=deal.dealer, upcard=deal.upcard)
        turns = tuple(turn + 1 for turn in turns)
        marks = ()
    elif isinstance(entry, Moved):
        match = match.play(entry.seat, table.game.parse_move(entry.move))
        turns = put(turns, entry.seat, turns[entry.seat] + 1)
        banks = _less_spent(table, entry)
    else:
        match = _back_to(match, entry.stand)
        turns = tuple(turn + 1 for turn in turns)
    told = len(match.states[-1].view(None).events)
    marks = (*((seq, min(told, count)) for seq, count in marks), (table.seq + 1, told))
    rows = table.rows if match.under_way else (*table.rows, finished_row(match))
    table = replace(
        table,
        match=match,
        turns=turns,
        marks=marks,
        rows=rows,
        banks=banks,
        asking=None,
        ready=() if isinstance(entry, Dealt) else table.ready,
    )
    return replace(table, played=(*table.played, _finished(table))) if match.over else table


def _less_spent(table: Table, entry: Moved) -> tuple[float, ...]:
    """The banks after a move: what it took beyond a turn's time is gone."""
    clock = table.opened.clock
    if clock is None or entry.spent <= clock.turn:
        return table.banks
    left = table.banks[entry.seat] - (entry.spent - clock.turn)
    return put(table.banks, entry.seat, max(0.0, round(left, 1)))


def _back_to(match: Match, stand: int) -> Match:
    """The match with only so many moves made in the deal under way."""
    state: State = match.states[-1]
    deal = state.deal
    before = replace(match, states=match.states[:-1]).start(
        deal.hands, dealer=deal.dealer, upcard=deal.upcard
    )
    for seat, move in state.history[:stand]:
        before = before.play(seat, move)
    return before


def _finished(table: Table) -> Played:
    proof = DealProof(commitment=commitment(table.seed), seed=table.seed, nonces=table.nonces)
    return Played(table.match, table.names, proof)


def _spoken(table: Table, entry: Said | Reacted, at: float) -> Table:
    if isinstance(entry, Said) and not entry.text:
        # A line that was deleted: its place in the log is all that is left of it.
        return table
    line = Line(
        seq=table.seq + 1,
        seat=entry.seat,
        name=table.places[entry.seat].name,
        text=entry.text if isinstance(entry, Said) else None,
        reaction=entry.reaction if isinstance(entry, Reacted) else None,
        at=at,
    )
    return replace(table, lines=(*table.lines, line)[-MOST_LINES:])
