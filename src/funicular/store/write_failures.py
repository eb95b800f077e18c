"""Reporting when a store begins to refuse writes, and when it takes them again.

A full disk refuses every command of every table. One report says so, with the table and the cause,
and one says that it is over: a log line for each refusal would fill what is left of the disk.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct


class WriteRefused(Struct, frozen=True):
    """The first write that was refused."""

    # Empty where it was not about a table.
    table: str
    problem: str


# Called with the first write that was refused, and with None when writing works again.
WriteFailureListener = Callable[[WriteRefused | None], object]


def ignore_failures(_: WriteRefused | None) -> None:
    """Report nothing."""


class WriteFailures:
    """Tells runs of refused writes apart; used by one thread at a time."""

    def __init__(self, listener: WriteFailureListener) -> None:
        """Begin with writes that work."""
        self._listener = listener
        self._refusing = False

    def refused(self, table: str, error: Exception) -> None:
        """Note a refusal; only the first of a run is reported."""
        if not self._refusing:
            self._refusing = True
            self._listener(WriteRefused(table, problem_in_english(error)))

    def wrote(self) -> None:
        """Note that something was written."""
        if self._refusing:
            self._refusing = False
            self._listener(None)


def problem_in_english(error: Exception) -> str:
    """What went wrong, for the log."""
    return str(error) or type(error).__name__
