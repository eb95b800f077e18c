"""What follows from entries that this server has written, besides telling the people at the table.

Other servers are woken, moves are counted, log lines written; the record of a match that is over
with its results, and a snapshot now and then are saved in the background; nobody waits for them.
"""

from __future__ import annotations

from collections.abc import Sequence

from funicular.live.admission.causes import Cause
from funicular.live.audience import Audience
from funicular.live.background_saves import BackgroundSaves
from funicular.live.collecting import collect
from funicular.live.logs import log
from funicular.live.records import keep_record_of
from funicular.live.room_context import RoomContext
from funicular.live.table_log import TableLog
from funicular.table.entries import AnyEntry, Began, Closed, Moved, Seated
from funicular.table.table import Table


class Bookkeeping:
    """That of one table."""

    def __init__(self, table_log: TableLog, context: RoomContext, audience: Audience) -> None:
        """Take the log, where all of it goes, and whose work it is."""
        self._log = table_log
        self._context = context
        self._audience = audience
        self._shared: bool = context.store.shared
        self._saves = BackgroundSaves(table_log.table.id)

    def wrote(self, table: Table, entries: Sequence[AnyEntry]) -> None:
        """We have written these, and the table is as it is after them."""
        if self._shared:
            self._context.cluster.wrote(table.id, table.seq)
        for entry in entries:
            if isinstance(entry, Moved):
                self._context.metrics.moved(_by(table, entry))
            elif isinstance(entry, Began):
                log("match-began", table=table.id, game=table.game.name)
            elif isinstance(entry, Seated):
                log("seated", table=table.id, seat=entry.seat)
        if table.phase == "over":
            if any(isinstance(entry, Moved | Closed) for entry in entries):
                self._saves.soon("results-not-kept", self._keep_match(table))
            if any(isinstance(entry, Moved) for entry in entries):
                if table.challenge is not None and self._context.challenges is not None:
                    self._context.challenges.check_soon(table, self._cause())
                log("match-over", table=table.id, game=table.game.name)

    async def _keep_match(self, table: Table) -> None:
        """Keep the record of the match just over, then the results of profiles, which need it."""
        context, cause = self._context, self._cause()
        await self._saves.now("record-not-kept", keep_record_of(table, context, cause))
        async with context.pools.results.turn(cause) as turn:
            await collect(context.store, turn, table.id, context.store.record)

    def save_snapshot_soon(self) -> None:
        """Save a snapshot in the background if there is much that it would spare."""
        if self._log.worth_keeping:
            keeping = self._log.keep(self._context.pools.snapshots, self._cause())
            self._saves.soon("snapshot-not-kept", keeping)

    async def save_snapshot(self) -> None:
        """The same, and wait for it."""
        if self._log.worth_keeping:
            keeping = self._log.keep(self._context.pools.snapshots, self._cause())
            await self._saves.now("snapshot-not-kept", keeping)

    def _cause(self) -> Cause:
        return self._audience.cause(self._context.pools.snapshots.queue)


def _by(table: Table, entry: Moved) -> str:
    """Who made the move: a bot for a person who is away, a bot, or a person."""
    if entry.kept:
        return "kept"
    return "bot" if table.bot_plays(entry.seat) else "person"
