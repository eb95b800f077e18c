"""What must be true after the blows: nothing acknowledged is lost, nothing is there twice, no log
has a gap, every log unfolds, and what people saw is what the log says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from funicular.live.table_log import read_row
from funicular.store.log import Row
from funicular.table.entries import Began, Moved, TableOpened
from funicular.table.fold import MOST_LINES, after, opening
from funicular.table.table import Table
from tests.system.faults.judge import check_commands, check_numbers, in_the_log, in_the_picture
from tests.system.kills.evidence import Evidence, hash_of
from tests.system.kills.load import Acknowledged, Sitting

# What may be refused to somebody who had not heard yet what has become of the table.
TOO_LATE = {"stale", "not-your-turn", "forbidden"}
# Whoever sits down has no id before.
NOBODY_YET = "sit"
# Said again, by somebody who is ready already, it changes nothing.
PERHAPS = "ready"


class Promised(Struct, frozen=True):
    """What one person was told is done, up to some moment."""

    table: str
    guest: str
    done: tuple[Acknowledged, ...]


class Found(Struct, frozen=True):
    """What was found of it."""

    checked: int = 0
    # Commands that needed nothing to be written.
    idle: int = 0


def promised(sitting: Sitting, guests: dict[tuple[str, str], str]) -> list[Promised]:
    """What everybody at a table was told so far."""
    return [
        Promised(
            sitting.id,
            guests[sitting.id, hash_of(person.player.secret["token"])],
            tuple(person.acknowledged),
        )
        for person in sitting.persons
    ]


def check_evidence(evidence: Evidence, promises: Sequence[Promised]) -> Found:
    """Every log is whole, and has what was promised once, where it was promised."""
    where: dict[tuple[str, str | None, str], int] = {}
    for table, rows in evidence.rows.items():
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1)), table
        assert evidence.heads[table] == len(rows), table
        for row in rows:
            if row.command is not None:
                assert (table, row.guest, row.command) not in where, (table, row)
                where[table, row.guest, row.command] = row.seq
    assert evidence.rows.keys() == evidence.heads.keys()
    checked = idle = 0
    for promise in promises:
        for done in promise.done:
            seq = where.get((promise.table, promise.guest, done.id))
            if seq is not None:
                assert seq <= done.seq, (promise.table, done, seq)
                checked += 1
            elif done.do == PERHAPS:
                idle += 1
            else:
                assert done.do == NOBODY_YET, (promise.table, done)
    return Found(checked, idle)


class Judged(Struct, frozen=True):
    """What a log came to."""

    rows: int
    moves: int
    bots_moves: int
    matches: int


def judge(sitting: Sitting, rows: Sequence[Row]) -> Judged:
    """The log of one table, when nobody plays there any more, against all that was seen."""
    check_numbers(rows)
    seen = {person.player.picture.seq for person in sitting.persons}
    moves: Counter[str] = Counter()
    matches = 0
    then: dict[int, Table] = {}
    table: Table | None = None
    for row in rows:
        entry, at = read_row(row)
        if isinstance(entry, Moved):
            assert table is not None
            kind = _check_move(table, entry, row)
            moves[kind] += 1
        matches += isinstance(entry, Began)
        if table is None:
            assert isinstance(entry, TableOpened)
            table = opening(entry)
        else:
            table = after(table, entry, at)
        if table.seq in seen:
            then[table.seq] = table
    for person in sitting.persons:
        player = person.player
        check_commands(rows, player, ordered=False)
        assert {refused["code"] for refused in player.refused} <= TOO_LATE, player.refused
        # As it was when they saw it last.
        told = in_the_log(then[player.picture.seq], player.secret["token"])
        shown = in_the_picture(player.picture)
        assert replace(shown, said=shown.said[-MOST_LINES:]) == told
    return Judged(len(rows), moves.total(), moves["bot"], matches)


def _check_move(table: Table, entry: Moved, row: Row) -> str:
    """A bot moves by itself and a person by a command, each once a turn; nobody for another."""
    place = table.places[entry.seat]
    assert entry.seat in table.to_act, (table.id, row.seq)
    assert not entry.kept, (table.id, row.seq)
    assert (place.kind == "person") == (row.command is not None), (table.id, row.seq)
    assert row.guest == place.guest, (table.id, row.seq)
    return place.kind


def moved_since(rows: Sequence[Row]) -> set[int]:
    """The seats that have moved in these rows."""
    entries = (read_row(row)[0] for row in rows)
    return {entry.seat for entry in entries if isinstance(entry, Moved)}
