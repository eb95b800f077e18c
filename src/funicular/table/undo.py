"""Taking back a move: whether one may, and who has to agree.

What counts is who was dealt in, not who sits there now or is connected: nobody becomes free to take
back a move because another person was away for a moment, left, or was removed.
"""

from __future__ import annotations

from msgspec.structs import replace

from funicular.table.claims import claimed_by, last_chosen
from funicular.table.table import Table
from funicular.table.wire import Asking, UndoKind


def undo_kind(table: Table, seat: int | None) -> UndoKind:
    """Whether this seat may take back its last move now: `no`, `free`, or `ask` the others.

    Alone among bots since the deal began, freely. Among people only the very last move, never one
    that showed what others had kept to themselves (sealed bids), and not if all of the others have
    left: then nobody can agree. Moves that follow from a claim by themselves do not count as the
    last; a hand that was laid open among people stays so. Never in an attempt at a challenge.
    """
    found = who_may_undo(table)
    return found[1] if found is not None and found[0] == seat else "no"


def who_may_undo(table: Table) -> tuple[int, UndoKind] | None:
    """The one seat that may take back its last move now, and how; None if no seat may."""
    state = table.state
    if state is None or table.phase != "playing" or table.challenge is not None:
        return None
    # What was played before the table began, on from a move of a replay, stands.
    given = 0 if table.opened.what_if is None else len(table.opened.what_if.moves)
    dealt_in = [seat for seat, guest in enumerate(table.dealt_in) if guest is not None]
    if table.made <= given or not dealt_in:
        return None
    if len(dealt_in) == 1:
        (seat,) = dealt_in
        made = table.was_dealt_in(seat) and seat in {who for who, _ in state.history[given:]}
        return (seat, "free") if made else None
    last = last_chosen(table)
    if last is None or not table.was_dealt_in(last) or state.reveals:
        return None
    if claimed_by(table.claims, last) is not None or not who_must_agree(table, last):
        return None
    return last, "ask"


def who_must_agree(table: Table, seat: int) -> tuple[int, ...]:
    """The others who were dealt in and still have their seat, connected or not."""
    return tuple([each for each in table.people if each != seat and table.was_dealt_in(each)])


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
