"""What somebody sees of a table: filled from their view and what is open to all."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from operator import is_
from typing import Any

import msgspec
from msgspec import Struct, structs
from msgspec.structs import replace

from funicular.bots.levels import level_of
from funicular.core.card import Card
from funicular.core.game import Setup, View
from funicular.core.options import OptionsByName
from funicular.core.score_sheet import result
from funicular.core.wire import to_json
from funicular.games.claim import Claim, ClaimedTricks
from funicular.games.registry import SPECS, make_game, spec_of
from funicular.lang import Phrase, Reader
from funicular.table import wire as shown
from funicular.table.claims import claim_now, claimed_by
from funicular.table.deals import commitment
from funicular.table.hints import hints_allowed
from funicular.table.notices import Notice
from funicular.table.presence import Presence
from funicular.table.score_rows import last_row
from funicular.table.stand_in import stand_in
from funicular.table.table import Table
from funicular.table.undo import asked_now, who_may_undo


def reader_at(table: Table, seat: int | None, lang: str) -> Reader:
    """The reader of this table's sentences in this seat."""
    return Reader(lang, table.names, seat)


def show_table(table: Table, presence: Presence, guest: str | None, lang: str) -> shown.TableShown:
    """The table itself: everything but the cards."""
    seats = table.seat_of(guest), table.seat_seen_by(guest)
    own = own_table(OwnFlags(table), guest, *seats, lang)
    return replace(public_table(table, presence, lang), **structs.asdict(own))


class OwnTable(Struct, frozen=True):
    """What of a `TableShown` is for one reader alone, in the order of its fields."""

    you: int | None
    host: bool
    result: shown.Result | None
    undo: shown.UndoKind
    claim: ClaimedTricks | None
    hints: bool


class OwnFlags:
    """What seats may do besides moving, worked out once for all readers, and kept while it holds.

    A claim takes as long as all else that a seat is shown, and hints are the same for many moves.
    """

    def __init__(self, table: Table, before: OwnFlags | None = None) -> None:
        """Take the table, and what was worked out of the table that it was a moment ago."""
        self.table = table
        self.may_undo = who_may_undo(table)
        self.hints_from = (table.places, table.dealt_in, table.hints_agreed, table.hints_on)
        self.claims_from = (table.state, table.phase, table.paused, table.claims)
        self.hints_known: dict[str | None, bool] = {}
        self.claims_known: dict[int, ClaimedTricks | None] = {}
        if before is not None:
            if before.hints_from == self.hints_from:
                self.hints_known = before.hints_known
            if all(map(is_, before.claims_from, self.claims_from)):
                self.claims_known = before.claims_known

    def hints(self, guest: str | None) -> bool:
        """Whether this guest may be given hints."""
        if guest not in self.hints_known:
            self.hints_known[guest] = hints_allowed(self.table, guest)
        return self.hints_known[guest]

    def claim(self, seat: int) -> ClaimedTricks | None:
        """What this seat, whose turn it is, may claim, from its own view alone."""
        if seat not in self.claims_known:
            self.claims_known[seat] = _claim(self.table, seat)
        return self.claims_known[seat]


def own_table(
    flags: OwnFlags, guest: str | None, seat: int | None, seen: int | None, lang: str
) -> OwnTable:
    """What of the table is for this guest alone, who has this seat and sees the cards of that."""
    table, may_undo = flags.table, flags.may_undo
    return OwnTable(
        you=seat,
        host=guest == table.opened.host,
        result=_result(table, reader_at(table, seat, lang)) if table.phase == "over" else None,
        undo="no" if may_undo is None or may_undo[0] != seat else may_undo[1],
        claim=None if seen is None or seen not in table.to_act else flags.claim(seen),
        hints=flags.hints(guest),
    )


def _claim(table: Table, seat: int) -> ClaimedTricks | None:
    if table.phase != "playing" or table.paused is not None or table.challenge is not None:
        # At a challenge the bots' answers would not be their own.
        return None
    if claimed_by(table.claims, seat) is not None:
        return None
    found = claim_now(table, seat)
    return found.tricks if isinstance(found, Claim) else None


def public_table(table: Table, presence: Presence, lang: str) -> shown.TableShown:
    """The table as all see it who read this language, the fields of `OwnTable` left blank."""
    return shown.TableShown(
        id=table.id,
        game=table.game.name,
        seats=table.game.seats,
        options=_options(table.game.setup),
        house=house_shown(table.game.setup, lang),
        phase=table.phase,
        match=table.begun,
        you=None,
        host=False,
        chairs=tuple(_chair(table, presence, each) for each in range(table.game.seats)),
        watchers=presence.watchers,
        open=table.open,
        pace=table.pace,
        clock=table.opened.clock,
        paused=table.paused,
        level=level_of(table.opened.level),
        sheet=_sheet(table, lang),
        asking=asked_now(table),
        result=None,
        proof=_proof(table),
        undo="no",
        starter=stand_in(table, presence),
        hints_offered=table.opened.hints,
        hints_on=table.hints_on,
        claims=tuple(
            shown.ClaimShown(each.seat, each.tricks, tuple(map(str, each.cards)), each.told)
            for each in table.claims
        ),
        challenge=table.challenge,
        what_if=table.what_if,
    )


def what_public_table_shows(table: Table, presence: Presence) -> tuple[object, ...]:
    """All that `public_table` is made from and that can change: while it is equal, so is that."""
    state = table.state
    # A deal under way is on the sheet once it has scored something, and then in all its detail.
    scored = state is not None and any(state.points_so_far)
    return (
        *(table.opened, table.phase, table.begun, table.finished, table.given_up, table.paused),
        *(table.open, table.pace, table.places, table.dealt_in, table.ready, table.banks),
        *(table.rows, table.claims, table.asking, table.seed, table.nonces, presence),
        *(table.hints_agreed, table.hints_on),
        state.history if state is not None and scored else None,
    )


def _chair(table: Table, presence: Presence, seat: int) -> shown.Chair:
    place = table.places[seat]
    person = place.kind == "person"
    kept = person and seat in presence.kept
    waits = table.waits_for_deal(seat)
    bots = level_of(place.level or table.opened.level)
    return shown.Chair(
        seat=seat,
        kind=place.kind,
        name=place.name,
        level=bots if kept or waits or place.kind == "bot" else None,
        present=seat in presence.present if person else place.kind == "bot",
        kept=kept,
        ready=seat in table.ready_seats,
        bank=table.banks[seat] if person and table.banks else None,
        from_next_deal=waits,
        face=place.face,
        agrees_to_hints=person and place.guest in table.hints_agreed,
    )


@lru_cache(maxsize=1024)
def _options(setup: Setup) -> OptionsByName:
    """The options as plain data. Settled once for a table, and shown with every update."""
    options: OptionsByName = msgspec.json.decode(to_json(setup.options))
    return options


@lru_cache(maxsize=1024)
def house_shown(setup: Setup, lang: str) -> tuple[shown.House, ...]:
    """The options that differ from what the sheet says for this number of seats."""
    theirs = _options(make_game(setup.name, setup.seats, {}).setup)
    form = f"form.{spec_of(setup.name).kind}"
    reader = Reader(lang)
    return tuple(
        shown.House(
            name,
            _value(value, f"{form}.{name}.choice", reader),
            reader.say(f"{form}.{name}.label"),
        )
        for name, value in _options(setup).items()
        if value != theirs[name]
    )


def _value(value: object, choices: str, reader: Reader) -> str:
    """What an option is set to, in the words of the form."""
    if isinstance(value, list):
        return " ".join(map(str, value)) or reader.say("form.value.nothing")
    if isinstance(value, bool):
        return reader.say("form.value.yes" if value else "form.value.no")
    if isinstance(value, str):
        return reader.say(f"{choices}.{value}")
    return reader.say("form.value.nothing") if value is None else str(value)


def _sheet(table: Table, lang: str) -> shown.Sheet:
    match = table.match
    rows = [row[lang] for row in table.rows]
    # A deal under way is on the sheet once it has scored something.
    if match.under_way and any(match.states[-1].points_so_far):
        rows.append(last_row(match, lang))
    return shown.Sheet(
        rows=tuple(rows),
        totals=match.totals,
        schedule=match.schedule,
        deals=match.ending.deals,
        target=match.ending.target,
    )


def _result(table: Table, reader: Reader) -> shown.Result:
    match = table.match
    text = reader.say("table.given-up") if table.given_up else result(match, reader)
    return shown.Result(match.winners, text, f"{table.id}-{table.finished}")


def _proof(table: Table) -> shown.Proof:
    if table.what_if is not None:
        # The cards were given: there is nothing to prove.
        return shown.Proof("", (), None, None)
    last = table.played[-1].proof if table.phase == "over" else None
    if last is not None and table.challenge is not None:
        # Others may still play these cards; the challenge itself shows the seed in the end.
        return shown.Proof(last.commitment, last.nonces, None, None)
    if last is not None:
        return shown.Proof(last.commitment, last.nonces, last.seed, commitment(table.seed))
    return shown.Proof(commitment(table.seed), table.nonces, None, None)


def show_deal(table: Table, seat: int | None, lang: str, before: int = 0) -> shown.AnyDeal | None:
    """The deal at hand as this seat sees it, told from the `before`-th event on."""
    state = table.state
    if state is None:
        return None
    match = table.match
    view = match.spectator if seat is None else state.view(seat)
    reader = reader_at(table, seat, lang)
    events = match.told if seat is None else view.events
    before = min(before, len(events))
    common: dict[str, Any] = {
        "number": len(match.states),
        "to_act": table.to_act,
        "legal": () if seat is None else _legal(table, seat, view),
        "turn": 0 if seat is None else table.turns[seat],
        "before": before,
    }
    wire = SPECS[view.setup.name].wire
    return wire.deal(
        **common,
        sight=wire.sight(view, history=True),
        told=tuple([wire.told(event, reader.say(event.phrase)) for event in events[before:]]),
    )


class OwnDeal(Struct, frozen=True):
    """What of a deal is for one seat alone, apart from how it is told."""

    legal: tuple[str, ...]
    turn: int
    hand: tuple[Card, ...]
    dealt: tuple[Card, ...]


def own_deal(table: Table, seat: int) -> OwnDeal:
    """What of the deal at hand is for this seat alone."""
    view = table.match.states[-1].view(seat)
    return OwnDeal(
        legal=_legal(table, seat, view) if seat in table.to_act else (),
        turn=table.turns[seat],
        hand=view.hand,
        dealt=view.dealt,
    )


def own_texts(table: Table, seat: int, lang: str, phrases: Iterable[Phrase]) -> tuple[str, ...]:
    """These phrases as they are told to this seat."""
    reader = reader_at(table, seat, lang)
    return tuple([reader.say(phrase) for phrase in phrases])


def addressed(phrases: Iterable[Phrase]) -> frozenset[int]:
    """The seats whose people any of these has words of its own for: "You play the ace"."""
    found: set[int] = set()
    for phrase in phrases:
        for name, value in phrase.params.items():
            if name == "seat" and isinstance(value, int):
                found.add(value)
            elif isinstance(value, Phrase):
                found |= addressed((value,))
            elif isinstance(value, tuple):
                found |= addressed(each for each in value if isinstance(each, Phrase))
    return frozenset(found)


def _legal(table: Table, seat: int, view: View) -> tuple[str, ...]:
    if seat not in table.to_act or table.phase != "playing":
        return ()
    return tuple(map(str, view.legal_moves()))


def show_lines(table: Table, seen_seq: int, lang: str) -> tuple[shown.Line, ...]:
    """What was said since, and what became of the seats, in this language."""
    if not table.lines or table.lines[-1].seq <= seen_seq:
        return ()
    return tuple(
        _notice_line(line, lang) if isinstance(line, Notice) else line
        for line in table.lines
        if line.seq > seen_seq
    )


def _notice_line(notice: Notice, lang: str) -> shown.Line:
    return shown.Line(
        seq=notice.seq,
        seat=notice.seat,
        name=notice.name,
        text=Reader(lang).say(notice.phrase),
        reaction=None,
        at=notice.at,
        notice=notice.what,
    )
