"""The numbered steps by which a database gets its tables: `KIND/NUMBER_NAME.sql`, applied in order.

A step that has been released is never changed; its fingerprint is kept with the database. There
are no steps back. A step only adds, so that servers of the version before can go on meanwhile. The
first step is that of 0.1.0, so a database with another one was made by a development version.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Literal

from msgspec import Struct

from funicular.store.log import StoreFailed

StoreKind = Literal["sqlite", "postgres"]

# The last commit before 0.1.0 that opens what any development version has written.
LAST_DEVELOPMENT = "8be65836"


class Migration(Struct, frozen=True):
    """A step, as this program has it."""

    number: int
    name: str
    sql: str

    @property
    def checksum(self) -> str:
        """The fingerprint of what it does."""
        return hashlib.sha256(self.sql.encode()).hexdigest()


class AppliedMigration(Struct, frozen=True):
    """A step that a database has noted as made."""

    number: int
    name: str
    checksum: str


@cache
def migrations(kind: StoreKind) -> tuple[Migration, ...]:
    """All steps for this database, in order."""
    found = []
    for entry in files("funicular.store.migrations").joinpath(kind).iterdir():
        number, _, name = entry.name.removesuffix(".sql").partition("_")
        found.append(Migration(int(number), name, entry.read_text(encoding="utf-8")))
    return tuple(sorted(found, key=lambda step: step.number))


def missing(
    known: Sequence[Migration], applied: Sequence[AppliedMigration], where: str
) -> tuple[Migration, ...]:
    """The steps that a database lacks; `StoreFailed` if it is not one that these have made."""
    for ours, theirs in zip(known, applied, strict=False):
        if (ours.number, ours.checksum) != (theirs.number, theirs.checksum):
            if ours.number == 1:
                raise by_development_version(where)
            raise StoreFailed("store.other-steps", path=where, step=theirs.number)
    if len(applied) > len(known):
        raise StoreFailed("store.newer", path=where, given=len(applied), known=len(known))
    return tuple(known[len(applied) :])


def by_development_version(where: str) -> StoreFailed:
    """The refusal of a database from before 0.1.0, which says how to take records out of it."""
    return StoreFailed("store.development", path=where, commit=LAST_DEVELOPMENT)
