"""Taking back a move: whether one may, and who has to agree.

What counts is who was dealt in, not who sits there now or is connected: nobody becomes free to take
back a move because another person was away for a moment, left, or was removed.
"""

from __future__ import annotations

from msgspec.structs import replace

from funicular.table.claims import claimed_by, last_chosen
from funicular.table.table import Table
from funicular.table.wire import Asking


def undo_kind(table: Table, seat: int | None) -> str:
    """Whether this seat may take back its last move now: `no`, `free`, or `ask` the others.

    Alone among bots since the deal began, freely. Among people only the very last move, never one
    that showed what others had kept to themselves (sealed bids), and not if all of the others have
    left: then nobody can agree. Moves that follow from a claim by themselves do not count as the
    last; a hand that was laid open among people stays so. Never in an attempt at a challenge.
    """
    state = table.state
    if seat is None or state is None or table.phase != "playing" or not table.was_dealt_in(seat):
        return "no"
    if table.challenge is not None:
        return "no"
    # What was played before the table began, on from a move of a replay, stands.
    given = table.opened.what_if
    history = state.history[0 if given is None else len(given.moves) :]
    if not history:
        return "no"
    if all(guest is None for other, guest in enumerate(table.dealt_in) if other != seat):
        return "free" if any(who == seat for who, _ in history) else "no"
    askable = (
        last_chosen(table) == seat and not state.reveals and claimed_by(table.claims, seat) is None
    )
    return "ask" if askable and who_must_agree(table, seat) else "no"


def who_must_agree(table: Table, seat: int) -> tuple[int, ...]:
    """The others who were dealt in and still have their seat, connected or not."""
    return tuple(other for other in table.people if other != seat and table.was_dealt_in(other))


def asked_now(table: Table) -> Asking | None:
    """Who wants to take back a move, and which of those with a say have still to agree.

    A person who has left can no longer agree, and their silence is no consent: when all who had
    still to answer are gone, the question is void.
    """
    asking = table.asking
    if asking is None or not table.was_dealt_in(asking.seat):
        return None
    waiting = tuple(seat for seat in asking.waiting if table.was_dealt_in(seat))
    return replace(asking, waiting=waiting) if waiting else None
