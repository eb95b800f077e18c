"""What somebody sees of a table: filled from their view and what is open to all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from funicular.bots.levels import level_of
from funicular.core.card import Card
from funicular.core.game import Setup, View
from funicular.core.options import OptionsByName
from funicular.core.score_sheet import result
from funicular.core.wire import to_json
from funicular.games.claim import Claim, ClaimedTricks
from funicular.games.registry import make_game, spec_of
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
from funicular.table.undo import asked_now, undo_kind


def reader_at(table: Table, seat: int | None, lang: str) -> Reader:
    """The reader of this table's sentences in this seat."""
    return Reader(lang, table.names, seat)


def show_table(table: Table, presence: Presence, guest: str | None, lang: str) -> shown.TableShown:
    """The table itself: everything but the cards."""
    own = own_table(table, guest, lang)
    public = public_table(table, presence, lang)
    return replace(
        public,
        you=own.you,
        host=own.host,
        result=own.result,
        undo=own.undo,
        claim=own.claim,
        hints=own.hints,
    )


class OwnTable(Struct, frozen=True):
    """What of a `TableShown` is for one reader alone."""

    you: int | None
    host: bool
    result: shown.Result | None
    undo: Literal["no", "free", "ask"]
    claim: ClaimedTricks | None
    hints: bool


def own_table(table: Table, guest: str | None, lang: str) -> OwnTable:
    """What of the table is for this guest alone."""
    seat = table.seat_of(guest)
    return OwnTable(
        you=seat,
        host=guest == table.opened.host,
        result=_result(table, reader_at(table, seat, lang)) if table.phase == "over" else None,
        undo=undo_kind(table, seat),  # type: ignore[arg-type]  # one of the three words
        claim=_claim(table, table.seat_seen_by(guest)),
        hints=hints_allowed(table, guest),
    )


def _claim(table: Table, seat: int | None) -> ClaimedTricks | None:
    """What this seat may claim, from its own view alone."""
    due = seat in table.to_act and table.phase == "playing" and table.paused is None
    if table.challenge is not None:
        # The bots' answers would not be their own.
        return None
    if seat is None or not due or claimed_by(table.claims, seat) is not None:
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
    view = state.view(seat)
    reader = reader_at(table, seat, lang)
    events = view.events
    before = min(before, len(events))
    common: dict[str, Any] = {
        "number": len(table.match.states),
        "to_act": table.to_act,
        "legal": _legal(table, seat, view),
        "turn": 0 if seat is None else table.turns[seat],
        "before": before,
    }
    wire = spec_of(view.setup.name).wire
    return wire.deal(
        **common,
        sight=wire.sight(view, history=True),
        told=tuple(wire.told(event, reader.say(event.phrase)) for event in events[before:]),
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
        legal=_legal(table, seat, view),
        turn=table.turns[seat],
        hand=view.hand,
        dealt=view.dealt,
    )


def own_texts(table: Table, seat: int, lang: str, phrases: Iterable[Phrase]) -> tuple[str, ...]:
    """These phrases as they are told to this seat."""
    reader = reader_at(table, seat, lang)
    return tuple(reader.say(phrase) for phrase in phrases)


def addressed(phrases: Iterable[Phrase]) -> frozenset[int]:
    """The seats whose people any of these has words of its own for: "You play the ace"."""
    found: set[int] = set()
    for phrase in phrases:
        seat = phrase.params.get("seat")
        if isinstance(seat, int):
            found.add(seat)
        for value in phrase.params.values():
            found |= addressed(_phrases_in(value))
    return frozenset(found)


def _phrases_in(value: object) -> Iterator[Phrase]:
    if isinstance(value, Phrase):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from _phrases_in(each)


def _legal(table: Table, seat: int | None, view: View) -> tuple[str, ...]:
    if seat not in table.to_act or table.phase != "playing":
        return ()
    return tuple(str(move) for move in view.legal_moves())


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
