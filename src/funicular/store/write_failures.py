"""Telling the log when a store begins to refuse writes, and when it takes them again.

A full disk refuses every command of every table. One line says so, with the table and the cause,
and one says that it is over: a line for each refusal would fill what is left of the disk.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct


class WriteRefused(Struct, frozen=True):
    """The first write that was refused."""

    # Empty where it was not about a table.
    table: str
    problem: str


# Hears what was refused; None when writing works again.
TroubleHeard = Callable[[WriteRefused | None], object]


def nobody_hears(_: WriteRefused | None) -> None:
    """Tell nobody."""


class Trouble:
    """Episodes of refused writes; used by one thread at a time."""

    def __init__(self, heard: TroubleHeard) -> None:
        """Begin with none."""
        self._heard = heard
        self._refusing = False

    def refused(self, table: str, error: Exception) -> None:
        """Note a refusal; only the first of an episode is told."""
        if not self._refusing:
            self._refusing = True
            self._heard(WriteRefused(table, problem_in_english(error)))

    def wrote(self) -> None:
        """Note that something was written."""
        if self._refusing:
            self._refusing = False
            self._heard(None)


def problem_in_english(error: Exception) -> str:
    """What went wrong, for the log."""
    return str(error) or type(error).__name__
