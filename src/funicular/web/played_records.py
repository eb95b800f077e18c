"""The matches of the records that were asked for last, each played once by the rules.

An upload, its overview, its films, its positions and the check of a review all need the same match.
The text of the record is the key: a record that was changed, because a name was erased, is another.
"""

from __future__ import annotations

import threading
from collections import OrderedDict

from funicular.core.match import Match
from funicular.core.record import Record
from funicular.games.records import replay_record
from funicular.live.admission.worker_pool import go_on

# Of all that are kept. A match remembers the state before each move, a kilobyte or two.
MOST_MOVES = 20_000


class PlayedRecords:
    """The matches that were used last. Any thread may ask."""

    def __init__(self, most: int = MOST_MOVES) -> None:
        """Begin with none; keep up to `most` moves."""
        self._most = most
        self._moves = 0
        self._lock = threading.Lock()
        self._kept: OrderedDict[bytes, Match] = OrderedDict()

    def match(self, text: bytes, record: Record) -> Match:
        """The match of the record whose text this is; `BadRecord` if it cannot have happened."""
        with self._lock:
            match = self._kept.get(text)
            if match is not None:
                self._kept.move_to_end(text)
        if match is None:
            match = replay_record(record, go_on)
            self.keep(text, match)
        return match

    def keep(self, text: bytes, match: Match) -> None:
        """Keep a match, and forget those that were not used for the longest time."""
        with self._lock:
            if text in self._kept:
                return
            self._kept[text] = match
            self._moves += _moves(match)
            while self._moves > self._most:
                _, dropped = self._kept.popitem(last=False)
                self._moves -= _moves(dropped)


def _moves(match: Match) -> int:
    return sum(len(state.history) for state in match.states)
