"""Reading a record back into a match."""

from __future__ import annotations

from funicular.core.errors import BadRecord, FunicularError
from funicular.core.match import Match
from funicular.core.record import Record, replay
from funicular.core.wire import from_json
from funicular.games.registry import make_game


def read_record(text: str | bytes) -> tuple[Match, tuple[str, ...]]:
    """The match and its players; `BadRecord` says where the text is damaged or impossible."""
    record = from_json(text, Record)
    try:
        played = make_game(record.game, record.seats, record.options)
    except FunicularError as error:
        raise BadRecord("record.options", problem=error.phrase) from error
    return replay(record, played), record.players
