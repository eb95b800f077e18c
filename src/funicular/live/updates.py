"""What has to be sent to whom: everybody what they see, and only what they have not seen yet.

Those who see the same, such as all who watch in one language, get the same bytes, written once.
"""

from __future__ import annotations

from funicular.core.wire import to_json
from funicular.live.connection import Connection
from funicular.live.messages import PROTOCOL, Update, Welcome
from funicular.table.presence import Now
from funicular.table.render import show_deal, show_lines, show_table
from funicular.table.table import Table
from funicular.table.wire import Running, TableShown


def welcome(  # noqa: PLR0913 - a moment, and who looks at it
    table: Table,
    now: Now,
    running: tuple[Running, ...],
    *,
    guest: str | None,
    lang: str,
    seen: int,
) -> Welcome:
    """Everything as it is now; of chat and deal, what came after `seen`."""
    return Welcome(
        protocol=PROTOCOL,
        seq=table.seq,
        table=show_table(table, now, guest, lang),
        deal=show_deal(table, table.seat_seen_by(guest), lang, table.told_at(seen)),
        said=show_lines(table, seen, lang),
        running=running,
    )


class Updates:
    """The updates of one moment."""

    def __init__(self, table: Table, now: Now, running: tuple[Running, ...]) -> None:
        """Take the moment."""
        self._table = table
        self._now = now
        self._running = running
        self._tables: dict[tuple[int | None, int | None, bool, str], TableShown] = {}
        self._written: dict[tuple[object, ...], bytes] = {}

    def send(self, listener: Connection) -> None:
        """Send somebody what has changed for them, if anything has."""
        table = self._table
        # Whose cards they see: not always those of the seat they have.
        seat = table.seat_seen_by(listener.guest)
        host = listener.guest == table.opened.host
        reads = (table.seat_of(listener.guest), seat, host, listener.lang)
        if reads not in self._tables:
            self._tables[reads] = show_table(table, self._now, listener.guest, listener.lang)
        shown = self._tables[reads]
        sat = None if listener.table is None else listener.table.you
        moved_seat = seat != listener.seat or shown.you != sat
        dealt = bool(table.marks) and (moved_seat or table.marks[-1][0] > listener.seen)
        before = 0 if moved_seat else table.told_at(listener.seen)
        said = show_lines(table, listener.seen, listener.lang)
        changed = shown != listener.table
        if changed or dealt or said:
            key = (*reads, changed, before if dealt else None, len(said))
            if key not in self._written:
                self._written[key] = to_json(
                    Update(
                        seq=table.seq,
                        table=shown if changed else None,
                        deal=show_deal(table, seat, listener.lang, before) if dealt else None,
                        said=said,
                        running=self._running,
                    )
                )
            listener.send_bytes(self._written[key])
        listener.seat, listener.table, listener.seen = seat, shown, table.seq
