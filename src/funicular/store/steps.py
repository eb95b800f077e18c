"""Questions to a store and changes in it, written once for both databases.

A function yields a statement with its values and is handed the rows that it has found:

    def rename(profile: str, name: str) -> Steps[bool]:
        found = yield "UPDATE profiles SET name = $2 WHERE id = $1 RETURNING id", (profile, name)
        return bool(found)

`await store.change(lambda: rename("ada", "Ada"))` runs it, and `@changes` makes a method of one. It
may be begun anew if the database failed, so it changes nothing outside itself.

Statements are as PostgreSQL has them, and a file's are translated (`for_sqlite`). So they keep to
what both understand: `CAST` in place of `::`, `ON CONFLICT` in place of `OR IGNORE`. A list is a
value too: `= ANY ($1)`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine, Generator, Sequence
from functools import cache, wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

T = TypeVar("T")
P = ParamSpec("P")
Reader = TypeVar("Reader", bound="LooksUp")
Changer = TypeVar("Changer", bound="RunsSteps")

Statement = tuple[str, Sequence[Any]]
Found = Sequence[Sequence[Any]]
Steps = Generator[Statement, Found, T]

# Seconds since 1970, by the clock of the machine that has the store.
NOW = "date_part('epoch', clock_timestamp())"

_FOR_SQLITE = (
    (re.compile(r"/\*shared\*/.*?/\*end\*/", re.DOTALL), ""),
    (re.compile(re.escape(NOW)), "((julianday('now') - 2440587.5) * 86400.0)"),
    # It has no booleans, and its index of open tables is known by these words.
    (re.compile(r"\bNOT closed\b"), "closed = 0"),
    (re.compile(r"= ANY \(\$([0-9]+)\)"), r"IN (SELECT value FROM json_each(?\1))"),
    (re.compile(r"\$([0-9]+)"), r"?\1"),
)


def shared(sql: str) -> str:
    """A part of a statement, or all of it, that only a database of several servers is asked.

    Locks, for one: a file has a single writer.
    """
    return f"/*shared*/{sql}/*end*/"


# Before a change that need not outlive a power cut, in its transaction: it waits for no disk.
UNHURRIED = shared("SELECT set_config('synchronous_commit', 'off', true)")


@cache
def for_sqlite(sql: str) -> str:
    """The statement as SQLite reads it; empty if there is nothing in it for a file."""
    for words, instead in _FOR_SQLITE:
        sql = words.sub(instead, sql)
    return sql.strip()


def names_in(found: Found) -> tuple[str, ...]:
    """The names that were found, where nothing else was asked for."""
    return tuple(name for (name,) in found)


class LooksUp(Protocol):
    """What can be asked something."""

    async def look_up(self, steps: Callable[[], Steps[T]]) -> T:
        """Run steps that only read, each as things are then; `StoreFailed` if they cannot."""


class RunsSteps(LooksUp, Protocol):
    """What can be asked and changed."""

    async def change(self, steps: Callable[[], Steps[T]], *, alone: bool = False) -> T:
        """Run the steps that this begins, all or none; `Conflict` where a row is there already.

        What they raise of ours undoes them. No two changes that want to be `alone` are under way
        at once, whichever servers make them.
        """


def looks_up(
    steps: Callable[Concatenate[Reader, P], Steps[T]],
) -> Callable[Concatenate[Reader, P], Coroutine[object, object, T]]:
    """A method that runs these steps, which only read."""

    @wraps(steps)
    async def method(self: Reader, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self.look_up(lambda: steps(self, *args, **kwargs))

    return method


def changes(
    steps: Callable[Concatenate[Changer, P], Steps[T]],
) -> Callable[Concatenate[Changer, P], Coroutine[object, object, T]]:
    """A method that runs these steps as one transaction."""

    @wraps(steps)
    async def method(self: Changer, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self.change(lambda: steps(self, *args, **kwargs))

    return method


def changes_alone(
    steps: Callable[Concatenate[Changer, P], Steps[T]],
) -> Callable[Concatenate[Changer, P], Coroutine[object, object, T]]:
    """The same as one that is alone."""

    @wraps(steps)
    async def method(self: Changer, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self.change(lambda: steps(self, *args, **kwargs), alone=True)

    return method
