"""Who may be given hints: one rule, asked by everything that gives them.

Alone among bots, always, but for an attempt at a challenge, which everybody plays without. Among
people only at a table that was opened with hints, in a match that began when every person at it had
agreed; from then on nobody can take that back. A person who sits down later and has not agreed
stops the hints for all until they do. Never for those who watch.

What counts is who sits there and who was dealt in, as with taking back a move: nobody becomes free
to be helped because another person is away, or has just left.
"""

from __future__ import annotations

from funicular.core.seats import refuse_turn
from funicular.lang import Phrase
from funicular.table.decision import CannotDo
from funicular.table.table import Table


def hints_allowed(table: Table, guest: str | None) -> bool:
    """Whether this guest may be given hints in the match at hand, whoever's turn it is."""
    return why_no_hints(table, guest) is None


def why_no_hints(table: Table, guest: str | None) -> Phrase | None:
    """Why this guest may not be given hints in the match at hand; None if they may."""
    if table.seat_of(guest) is None or table.challenge is not None:
        challenge = table.challenge is not None
        return Phrase.of("challenge.not-here" if challenge else "table.hints.watching")
    others = _people(table) - {guest}
    if not others:
        return None
    if not table.opened.hints:
        return Phrase.of("table.hints.not-offered")
    if not table.hints_on:
        return Phrase.of("table.hints.not-agreed")
    missing = _people(table) - set(table.hints_agreed)
    if missing:
        names = tuple(place.name for place in table.places if place.guest in missing)
        # Without a name it is one who was dealt in and has left.
        return Phrase.of("table.hints.waiting" if names else "table.hints.left", names=names)
    return None


def seat_to_help(table: Table, guest: str | None) -> int:
    """The seat that this guest may be given a hint for now; `CannotDo` says why there is none."""
    reason = why_no_hints(table, guest)
    if reason is not None:
        raise CannotDo(reason.key, "forbidden", **reason.params)
    if table.state is None or table.phase != "playing":
        raise CannotDo("table.not-playing", "forbidden")
    seat = table.seat_seen_by(guest)
    if seat is None:
        raise CannotDo("table.from-next-deal", "forbidden")
    if seat not in table.to_act:
        refusal = refuse_turn(seat, table.to_act, table.game.seats)
        raise CannotDo(refusal.phrase.key, "not-your-turn", **refusal.phrase.params)
    if table.paused is not None:
        raise CannotDo("table.paused", "forbidden", name=table.places[table.paused].name)
    return seat


def all_agree_to_hints(table: Table) -> bool:
    """Whether hints are offered here and every person at the table has agreed to them."""
    seated = {table.places[seat].guest for seat in table.people}
    return table.opened.hints and seated <= set(table.hints_agreed)


def hints_agreed_after(table: Table, guest: str, *, yes: bool) -> tuple[str, ...]:
    """Who has agreed to hints once this guest has answered."""
    # Those who are gone for good need not be remembered.
    there = {each.id for each in table.guests} | set(table.dealt_in)
    others = tuple(each for each in table.hints_agreed if each != guest and each in there)
    return (*others, guest) if yes else others


def _people(table: Table) -> set[str | None]:
    """Everybody who sits here or was dealt in."""
    return {table.places[seat].guest for seat in table.people} | (set(table.dealt_in) - {None})
