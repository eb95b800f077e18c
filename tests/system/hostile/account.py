"""Whether the store has what honest people were promised: every acknowledged command, once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from tests.system.hostile.honest import Done
from tests.system.kills.evidence import Evidence

# Who sits down has no id before, and who is ready already writes nothing more.
SELDOM_WRITTEN = ("ready", "sit")


class Account(Struct, frozen=True):
    """What was found."""

    acknowledged: int
    found: int
    # Acknowledged where nothing needed to be written.
    idle: int
    rows: int
    # One sentence for each thing that is wrong.
    wrong: tuple[str, ...]


def settle(evidence: Evidence, tables: Sequence[str], done: Sequence[Done]) -> Account:
    """Compare the store with what was acknowledged at these tables."""
    wrong: list[str] = []
    written: Counter[tuple[str, str]] = Counter()
    rows = 0
    for table in tables:
        log = evidence.rows.get(table, [])
        rows += len(log)
        if [row.seq for row in log] != list(range(1, len(log) + 1)):
            wrong.append(f"{table}: its rows have a gap")
        written.update((table, row.command) for row in log if row.command is not None)
    twice = [key for key, times in written.items() if times > 1]
    wrong += [f"{table}: {command} is written twice" for table, command in twice]
    found = idle = 0
    for each in done:
        if written[each.table, each.id]:
            found += 1
        elif each.do in SELDOM_WRITTEN:
            idle += 1
        else:
            wrong.append(f"{each.table}: {each.do} {each.id} was acknowledged and is lost")
    return Account(len(done), found, idle, rows, tuple(wrong))
