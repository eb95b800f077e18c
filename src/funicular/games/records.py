"""Reading a record back into a match."""

from __future__ import annotations

from collections.abc import Callable

from funicular.core.errors import BadRecord, FunicularError
from funicular.core.game import Game
from funicular.core.match import Match
from funicular.core.record import Record, nothing, parse_record, replay
from funicular.games.registry import make_game


def read_record(text: str | bytes) -> tuple[Match, tuple[str, ...]]:
    """The match and its players; `BadRecord` says where the text is damaged or impossible."""
    record = parse_record(text)
    return replay_record(record), record.players


def replay_record(record: Record, between: Callable[[], object] = nothing) -> Match:
    """The match of a record; `between` is called before each move, and may end it by raising."""
    return replay(record, game_in(record), between)


def game_in(record: Record) -> Game:
    """The game that a record is of, with its options."""
    try:
        return make_game(record.game, record.seats, record.options)
    except FunicularError as error:
        raise BadRecord("record.options", problem=error.phrase) from error
