"""Taking back a move: whether one may, and who has to agree."""

from __future__ import annotations

from msgspec.structs import replace

from funicular.core.game import State
from funicular.games.ascenseur.moves import Bid
from funicular.table.now import Now
from funicular.table.shown import Asking
from funicular.table.table import Table


def undo_kind(table: Table, seat: int | None) -> str:
    """Whether this seat may take back its last move now: `no`, `free`, or `ask` the others.

    Among people only the very last move, and never once sealed bids have been shown.
    """
    state = table.state
    if seat is None or state is None or table.phase != "playing":
        return "no"
    if all(who != seat for who, _ in state.history):
        return "no"
    if table.people == (seat,):
        return "free"
    last, move = state.history[-1]
    shown = isinstance(move, Bid) and _sealed(table) and _bids_are_shown(state)
    return "ask" if last == seat and not shown else "no"


def asked_now(table: Table, now: Now) -> Asking | None:
    """Who wants to take back a move, and which of those who are here have still to agree."""
    asking = table.asking
    if asking is None or asking.seat not in now.present:
        return None
    waiting = tuple(seat for seat in asking.waiting if seat in now.present)
    return replace(asking, waiting=waiting) if waiting else None


def _sealed(table: Table) -> bool:
    return getattr(table.game.options, "bidding", None) == "simultaneous"


def _bids_are_shown(state: State) -> bool:
    bids = sum(isinstance(move, Bid) for _, move in state.history)
    return bids == state.setup.seats
