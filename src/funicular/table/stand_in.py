"""Who begins the match when the host of an open table has gone, so that nobody waits in vain."""

from __future__ import annotations

from funicular.table.presence import Presence
from funicular.table.table import Table


def stand_in(table: Table, presence: Presence) -> int | None:
    """The seat whose person may begin in the host's place; None while the host may be expected.

    Only at a table that is open to everybody, where strangers wait for one another: whoever was
    invited to a private one waits for whoever invited them. The host has gone who has stood up, or
    has been away for longer than the grace. Of those who are here the first seat begins. That is
    all they may do: seats, pace and listing stay the host's.
    """
    if table.phase != "gathering" or not table.open:
        return None
    host = table.seat_of(table.opened.host)
    if host is not None and host not in presence.kept:
        return None
    return min((seat for seat in table.people if seat in presence.present), default=None)
