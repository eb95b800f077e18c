"""Several statements as one transaction, written once for both databases.

A function yields a statement with its values and is handed the rows that it has found:

    def rename(profile: str, name: str) -> Steps[bool]:
        found = yield "UPDATE profiles SET name = $2 WHERE id = $1 RETURNING id", (profile, name)
        return bool(found)

Values are `$1`, `$2` … as PostgreSQL has them; a file's are translated. It may be begun anew if the
database failed, so it changes nothing outside itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Sequence
from typing import Any, Protocol, TypeVar

T = TypeVar("T")

Statement = tuple[str, Sequence[Any]]
Found = Sequence[Sequence[Any]]
Steps = Generator[Statement, Found, T]

_VALUE = re.compile(r"\$([0-9]+)")


def for_sqlite(sql: str) -> str:
    """The statement as SQLite reads it."""
    return _VALUE.sub(r"?\1", sql)


class RunsSteps(Protocol):
    """What a store does with such functions. Both calls may raise `StoreFailed`."""

    async def change(self, steps: Callable[[], Steps[T]]) -> T:
        """Run the steps that this begins, all or none; `Conflict` where a row is there already."""

    async def look_up(self, steps: Callable[[], Steps[T]]) -> T:
        """The same for steps that only read."""
