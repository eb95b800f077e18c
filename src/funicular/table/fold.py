"""The table that a log adds up to: `after` is the table after one more entry."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from funicular.core.game import Game
from funicular.core.match import Match
from funicular.core.record import DealProof, read_move
from funicular.core.seats import put
from funicular.games.registry import make_game
from funicular.table.claims import StandingClaim, still_standing
from funicular.table.deals import commitment
from funicular.table.entries import (
    AnyEntry,
    Began,
    BotSeated,
    CardsDealt,
    Claimed,
    Closed,
    Committed,
    HintsAnswered,
    KnownEntry,
    ListingChanged,
    Moved,
    Paced,
    Paused,
    Reacted,
    Readied,
    ReadPast,
    Rekeyed,
    Renamed,
    Resumed,
    Said,
    Seated,
    TableOpened,
    TakenBack,
    UndoAnswered,
    UndoAsked,
    Vacated,
)
from funicular.table.hints import all_agree_to_hints, hints_agreed_after
from funicular.table.marks import marked
from funicular.table.notices import Notice, claim_notice, notice_of
from funicular.table.past import Past
from funicular.table.score_rows import finished_row
from funicular.table.seating import seating_after, seating_at_start, seating_up_to
from funicular.table.table import Guest, Place, Played, Table, new_match
from funicular.table.wire import Asking, Line

# Lines of chat that are kept at hand; the log has them all.
MOST_LINES = 200
# Matches that are over and kept at hand; the store has the records of all.
MOST_PLAYED = 2


def unfold(entries: Iterable[tuple[AnyEntry, float]]) -> Table:
    """The table that a log comes to: its entries, each with the time it was written."""
    log = iter(entries)
    first, _ = next(log)
    if not isinstance(first, TableOpened):
        message = "a log begins with the opening of its table"
        raise TypeError(message)
    table = opening(first)
    for entry, at in log:
        table = after(table, entry, at)
    return table


def opening(entry: TableOpened) -> Table:
    """The table just opened."""
    game: Game = make_game(entry.game, entry.seats, entry.options)
    return Table(
        opened=entry,
        game=game,
        match=new_match(game, entry),
        seq=1,
        places=(Place(),) * game.seats,
        guests=(Guest(entry.host, entry.key),),
        pace=entry.pace,
        open=entry.open,
        hints_agreed=(entry.host,) if entry.hints else (),
        turns=(0,) * game.seats,
    )


def after(table: Table, entry: AnyEntry, at: float) -> Table:
    """The table after one more entry of its log."""
    if isinstance(entry, ReadPast):
        return replace(table, seq=table.seq + 1)
    # A table that rests draws the seed of its next match, and rests on.
    rests = isinstance(entry, Closed) or (table.closed and isinstance(entry, Committed))
    return replace(_after(table, entry, at), seq=table.seq + 1, closed=rests)


def _after(table: Table, entry: KnownEntry, at: float) -> Table:
    match entry:
        case Seated() | BotSeated() | Vacated() | Renamed() | Rekeyed():
            changed = (
                _rekeyed(table, entry) if isinstance(entry, Rekeyed) else _reseated(table, entry)
            )
            return _noticed(changed, notice_of(table, entry, at))
        case CardsDealt() | Moved() | TakenBack():
            return _played_on(table, entry)
        case Said() | Reacted() | Claimed():
            return (
                _claimed(table, entry, at)
                if isinstance(entry, Claimed)
                else _spoken(table, entry, at)
            )
        case UndoAsked() | UndoAnswered():
            return replace(table, asking=_asking(table.asking, entry))
        case Closed():
            return _given_up(table) if table.phase in ("playing", "scored") else table
        case TableOpened():
            message = "a table is opened once"
            raise TypeError(message)
        case _:
            return _changed(table, entry)


_Plain = HintsAnswered | Committed | Readied | Began | Paused | Resumed | Paced | ListingChanged


def _changed(table: Table, entry: _Plain) -> Table:
    match entry:
        case Committed(seed):
            # A nonce that was known before the seed was drawn does not count for it.
            places = tuple(replace(place, nonce="") for place in table.places)
            changed = replace(table, seed=seed, places=places)
        case Readied(seat, nonce):
            before = tuple(each for each in table.ready if each[0] != seat)
            changed = replace(table, ready=(*before, (seat, nonce)))
        case Began(nonces):
            changed = _begun(table, nonces)
        case HintsAnswered(guest, yes):
            changed = replace(table, hints_agreed=hints_agreed_after(table, guest, yes=yes))
        case Paused(seat):
            changed = replace(table, paused=seat)
        case Resumed():
            changed = replace(table, paused=None)
        case Paced(pace):
            changed = replace(table, pace=pace)
        case ListingChanged(is_open):
            changed = replace(table, open=is_open)
    return changed


def _begun(table: Table, nonces: tuple[str, ...]) -> Table:
    clock = table.opened.clock
    return replace(
        table,
        match=new_match(table.game, table.opened),
        nonces=nonces,
        begun=table.begun + 1,
        marks=(),
        dealt_in=(),
        claims=(),
        seating=seating_at_start(table.places),
        rows=(),
        ready=(),
        asking=None,
        banks=() if clock is None else (float(clock.bank),) * table.game.seats,
        given_up=False,
        hints_on=all_agree_to_hints(table),
    )


def _asking(asking: Asking | None, entry: UndoAsked | UndoAnswered) -> Asking | None:
    if isinstance(entry, UndoAsked):
        return Asking(entry.seat, entry.waiting)
    if asking is None or not entry.yes:
        return None
    return replace(asking, waiting=tuple(seat for seat in asking.waiting if seat != entry.seat))


def _given_up(table: Table) -> Table:
    table = replace(table, given_up=True, paused=None, asking=None, ready=())
    return _over(table)


def _rekeyed(table: Table, entry: Rekeyed) -> Table:
    others = tuple(each for each in table.guests if each.id != entry.guest)
    return replace(table, guests=(*others, Guest(entry.guest, entry.key)))


def _noticed(table: Table, notice: Notice | None) -> Table:
    """The table with a notice for all, and with it in the record of a match under way."""
    if notice is None:
        return table
    table = replace(table, lines=(*table.lines, notice)[-MOST_LINES:])
    if table.phase not in ("playing", "scored"):
        return table
    place = table.places[notice.seat]
    return replace(table, seating=seating_after(table.seating, table.match, notice, place))


def _reseated(table: Table, entry: Seated | BotSeated | Vacated | Renamed) -> Table:
    place = table.places[entry.seat]
    guests = table.guests
    match entry:
        case Seated(seat, guest, name, key, nonce):
            guests = (*(each for each in guests if each.id != guest), Guest(guest, key))
            # The bot that plays on for a person who was not dealt in stays as strong as it was.
            plays_on = (
                place.kind == "bot" and bool(table.dealt_in) and table.dealt_in[seat] != guest
            )
            level = place.level if plays_on else None
            place = Place("person", name, level, guest, nonce, entry.face)
        case BotSeated(seat, name, bot_level):
            guests = _without(table, seat, left=entry.how == "left")
            place = Place("bot", name, bot_level)
        case Vacated(seat):
            guests = _without(table, seat)
            place = Place()
        case Renamed(seat, name):
            face = place.face if entry.face is None else entry.face
            place = replace(place, name=name, face=face)
    ready = table.ready
    if not isinstance(entry, Renamed):
        ready = tuple(each for each in ready if each[0] != entry.seat)
    return replace(table, places=put(table.places, entry.seat, place), guests=guests, ready=ready)


def _without(table: Table, seat: int, *, left: bool = False) -> tuple[Guest, ...]:
    """Those who can still come back once this seat is another's. The host always can.

    A person who left of their own will and was dealt in, here or elsewhere, can until the next
    deal: should they sit down at that seat again, its cards are theirs as before.
    """
    gone = table.places[seat].guest
    if left and gone is not None and gone in table.dealt_in:
        return table.guests
    return tuple(
        guest for guest in table.guests if guest.id != gone or guest.id == table.opened.host
    )


def _played_on(table: Table, entry: CardsDealt | Moved | TakenBack) -> Table:
    match = table.match
    turns, marks, banks = table.turns, table.marks, table.banks
    made, past = table.made, table.past
    seating, claims = table.seating, table.claims
    if isinstance(entry, CardsDealt):
        table = _dealt_in(table)
        deal = entry.deal
        match = match.start(deal.hands, dealer=deal.dealer, upcard=deal.upcard)
        given = table.opened.what_if
        for text in () if given is None else given.moves:
            match = match.play(*read_move(table.game, text))
        turns = tuple(turn + 1 for turn in turns)
        marks, past, claims = (), Past(), ()
        made = len(match.states[-1].history)
    elif isinstance(entry, Moved):
        past = past.and_then(made, match.states[-1])
        match = match.play_text(entry.seat, entry.move)
        turns = put(turns, entry.seat, turns[entry.seat] + 1)
        if _ends_trick(table, match):
            turns = tuple(turn + 1 for turn in turns)
        banks = _less_spent(table, entry)
        made += 1
    else:
        match, past = _back_to(match, past, entry.stand)
        turns = tuple(turn + 1 for turn in turns)
        made = entry.stand
        claims = still_standing(claims, made)
        seating = seating_up_to(seating, len(match.states), entry.stand)
    told = len(match.told)
    rows = table.rows if match.under_way else (*table.rows, finished_row(match))
    table = replace(
        table,
        match=match,
        turns=turns,
        marks=marked(marks, table.seq + 1, told),
        made=made,
        past=past,
        claims=claims,
        rows=rows,
        seating=seating,
        banks=banks,
        asking=None,
        ready=() if isinstance(entry, CardsDealt) else table.ready,
    )
    return _over(table) if match.over else table


def _ends_trick(table: Table, played: Match) -> bool:
    """Whether the move after which the match stands so has ended a trick."""
    told = table.marks[-1][1] if table.marks else 0
    return True in [event.ends_trick for event in played.told[told:]]


def _claimed(table: Table, entry: Claimed, at: float) -> Table:
    """The table with this hand laid open, and all told of it."""
    state = table.match.states[-1]
    claim = StandingClaim(
        seat=entry.seat,
        tricks=entry.tricks,
        cards=state.hand(entry.seat),
        made=table.made,
        told=len(table.match.told),
    )
    lines = (*table.lines, claim_notice(table, claim, at))[-MOST_LINES:]
    return replace(table, claims=(*table.claims, claim), lines=lines, asking=None)


def _dealt_in(table: Table) -> Table:
    """The table with the people of its seats dealt in; those who had left are not waited for."""
    dealt_in = tuple(place.guest for place in table.places)
    known = {*dealt_in, table.opened.host}
    return replace(
        table,
        dealt_in=dealt_in,
        guests=tuple(guest for guest in table.guests if guest.id in known),
        places=tuple(
            replace(place, level=None) if place.kind == "person" else place
            for place in table.places
        ),
    )


def _less_spent(table: Table, entry: Moved) -> tuple[float, ...]:
    """The banks after a move: what it took beyond a turn's time is gone."""
    clock = table.opened.clock
    if clock is None or entry.spent <= clock.turn:
        return table.banks
    left = table.banks[entry.seat] - (entry.spent - clock.turn)
    return put(table.banks, entry.seat, max(0.0, round(left, 1)))


def _back_to(match: Match, past: Past, stand: int) -> tuple[Match, Past]:
    """The match with only this many moves of the deal under way."""
    state = match.states[-1]
    made, before = past.nearest(stand) or (0, None)
    if before is None:
        deal = state.deal
        fresh = replace(match, states=match.states[:-1])
        before = fresh.start(deal.hands, dealer=deal.dealer, upcard=deal.upcard).states[-1]
    past = past.before(made)
    for number, (seat, move) in enumerate(state.history[made:stand], made):
        past = past.and_then(number, before)
        before = before.play(seat, move)
    return replace(match, states=(*match.states[:-1], before)), past


def _over(table: Table) -> Table:
    """With the match at hand among those that are over."""
    played = (*table.played, _finished(table))[-MOST_PLAYED:]
    return replace(table, finished=table.finished + 1, played=played)


def _finished(table: Table) -> Played:
    if table.what_if is not None:
        return Played(table.match, table.names, None, table.seating, table.what_if)
    proof = DealProof(commitment=commitment(table.seed), seed=table.seed, nonces=table.nonces)
    return Played(table.match, table.names, proof, table.seating)


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
