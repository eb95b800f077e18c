"""The records of matches that are over, kept in the store under the names of their replays.

A table remembers only its newest matches. All of them are in the store, the third match of a table
as `TABLE-3`, so that looking at one costs the same however long the table has lived.
"""

from __future__ import annotations

from funicular.live.admission.causes import Cause
from funicular.live.replay_names import replay_name
from funicular.live.room_context import RoomContext
from funicular.table.table import Played, Table


def text_of(played: Played) -> bytes:
    """The record of a match as it is kept."""
    return played.record.to_json().encode()


async def keep_record_of(table: Table, context: RoomContext, cause: Cause) -> None:
    """Keep the record of the match just over. To do it twice changes nothing.

    That of an attempt at a challenge has the cards and the seed that others still play: the archive
    makes it once the challenge is over for everybody.
    """
    if table.challenge is not None:
        return
    text = await context.pools.snapshots.run(cause, text_of, table.played[-1])
    await context.store.keep_record(replay_name(table.id, table.finished), text)
