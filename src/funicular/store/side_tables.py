"""What a store keeps beside logs and records, row by row: here it is named for backups and copies.

A row of these tables belongs to a profile, to a challenge, to a table whose log is kept, or says
for how long things are kept. Rows of
a profile that was deleted are not brought back by an old backup.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import msgspec
from msgspec import Struct

from funicular.store.challenges import COUNT_SCORE
from funicular.store.steps import Statement, Steps
from funicular.store.validation import is_long_text, is_text

Value = str | int | float


class SideTable(Struct, frozen=True):
    """A table of the database: its columns with their types, those of its key first."""

    name: str
    columns: dict[str, type]
    keys: int
    # The column that names a profile; "" where a row belongs to none.
    profile: str = ""
    # The column that names another profile, which need not be there.
    other: str = ""
    # Columns of text that may be longer than a name.
    long: frozenset[str] = frozenset()
    # What else is written with a row that was not there.
    also: Callable[[Sequence[Value]], Sequence[Statement]] | None = None

    def page(self, after: Sequence[Value], most: int) -> Statement:
        """What finds the next rows after this key, or the first ones."""
        names = list(self.columns)
        keys = ", ".join(names[: self.keys])
        where = ""
        if after:
            values = ", ".join(f"${number}" for number in range(1, self.keys + 1))
            where = f"WHERE ({keys}) > ({values})"
        sql = (
            f"SELECT {', '.join(names)} FROM {self.name} {where}"  # noqa: S608 - ours
            f" ORDER BY {keys} LIMIT ${len(after) + 1}"
        )
        return sql, (*after, most)

    def is_row(self, values: Sequence[object]) -> bool:
        """Whether a row of this table can have these values."""
        if len(values) != len(self.columns):
            return False
        for value, (name, kind) in zip(values, self.columns.items(), strict=True):
            if type(value) is not kind:
                return False
            if isinstance(value, str) and not (is_long_text if name in self.long else is_text)(
                value
            ):
                return False
            if isinstance(value, int | float) and not (math.isfinite(value) and abs(value) < 2**63):
                return False
        return True

    def profiles_in(self, values: Sequence[Value]) -> set[Value]:
        """The profiles that a row names."""
        named = dict(zip(self.columns, values, strict=True))
        return {named[column] for column in (self.profile, self.other) if column}


def counted_scores(attempt: Sequence[Value]) -> Sequence[Statement]:
    """What counts the result of an attempt that was copied: its score and those of its deals."""
    challenge, score, finished, body = attempt[0], attempt[5], attempt[6], attempt[7]
    if not finished:
        return ()
    scores = (score, *msgspec.json.decode(str(body), type=_Deals).deals)
    return tuple((COUNT_SCORE, (challenge, deal, each)) for deal, each in enumerate(scores))


LOST_ATTEMPTS = """
    SELECT DISTINCT challenge FROM challenge_attempts WHERE NOT EXISTS
    (SELECT 1 FROM challenges WHERE challenges.id = challenge_attempts.challenge)
"""


class _Deals(Struct, frozen=True):
    """Of the body of a result, what is counted."""

    deals: tuple[int, ...]


# In the order in which they are copied: profiles before what belongs to them.
SIDE_TABLES = {
    table.name: table
    for table in (
        SideTable(
            "profiles",
            {
                "id": str,
                "key": str,
                "name": str,
                "shape": str,
                "public": str,
                "created": float,
                "signed": int,
            },
            1,
            "id",
        ),
        SideTable(
            "claims", {"table_id": str, "guest": str, "since": int, "profile": str}, 3, "profile"
        ),
        SideTable(
            "results",
            {"profile": str, "replay": str, "at": float, "game": str, "body": str},
            2,
            "profile",
            long=frozenset({"body"}),
        ),
        SideTable(
            "statistics",
            {
                "profile": str,
                "game": str,
                "seats": int,
                "cards": int,
                "deals": int,
                "made": int,
                "points": int,
                "par": float,
            },
            4,
            "profile",
        ),
        SideTable(
            "ratings",
            {
                "profile": str,
                "game": str,
                "against": str,
                "value": float,
                "deviation": float,
                "rank": float,
                "matches": int,
                "listed": int,
            },
            3,
            "profile",
        ),
        SideTable(
            "opponents",
            {
                "profile": str,
                "game": str,
                "opponent": str,
                "day": int,
                "matches": int,
                "counted": float,
            },
            4,
            "profile",
            "opponent",
        ),
        SideTable(
            "challenges",
            {
                "id": str,
                "kind": str,
                "opened": float,
                "closes": float,
                "body": str,
                "expert": str,
            },
            1,
            long=frozenset({"body", "expert"}),
        ),
        SideTable(
            "challenge_attempts",
            {
                "challenge": str,
                "person": str,
                "table_id": str,
                "name": str,
                "begun": float,
                "score": int,
                "finished": float,
                "body": str,
            },
            2,
            long=frozenset({"body"}),
            also=counted_scores,
        ),
        SideTable("retention", {"what": str, "days": float}, 1),
    )
}


def add_rows(table: SideTable, rows: Sequence[Sequence[Value]]) -> Steps[int]:
    """Add those rows that are not there; how many. None of a profile that was deleted."""
    names = ", ".join(table.columns)
    values = ", ".join(f"${number}" for number in range(1, len(table.columns) + 1))
    sql = f"INSERT INTO {table.name} ({names}) VALUES ({values}) ON CONFLICT DO NOTHING RETURNING 1"  # noqa: S608 - ours
    found = yield "SELECT name FROM deleted WHERE kind = 'profile'", ()
    gone = {name for (name,) in found}
    added = 0
    for row in rows:
        if table.profiles_in(row) & gone:
            continue
        if (yield sql, row):
            added += 1
            for statement in table.also(row) if table.also else ():  # noqa: UP028 - rows are sent
                yield statement
    return added


def stray_rows() -> Steps[tuple[str, ...]]:
    """Rows of profiles that are not there, as they are told to an operator."""
    found: list[str] = []
    for table in SIDE_TABLES.values():
        if table.profile and table.name != "profiles":
            stray = yield (
                (
                    f"SELECT DISTINCT profile FROM {table.name} WHERE NOT EXISTS"  # noqa: S608 - ours
                    f" (SELECT 1 FROM profiles WHERE profiles.id = {table.name}.profile)"
                ),
                (),
            )
            found += [f"{table.name}: {profile}" for (profile,) in stray]
    lost = yield LOST_ATTEMPTS, ()
    found += [f"challenge_attempts: {challenge}" for (challenge,) in lost]
    return tuple(found)
