"""The results file: JSON lines, the plan first, then a line for every unit played.

Lines are only ever added, each whole before the next begins. So a run that was killed goes on where
it stopped: a torn last line is dropped, everything before it counts. One run writes at a time. The
number of deals is no part of the plan in the file: a run of more deals goes on from a shorter one.
"""

from __future__ import annotations

import fcntl
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from funicular import __version__
from funicular.arena.plan import Plan
from funicular.arena.unit import Outcome
from funicular.core.errors import FunicularError
from funicular.lang import Param
from funicular.native import COMPILED

FORMAT = 1


class BadResults(FunicularError):
    """A results file that is none, that is damaged, of another plan, or in use."""


class Head(Struct, frozen=True, tag="arena", tag_field="file"):
    """The first line. Another version may have other bots of the same name.

    So have other kernels: `strong` plays more out where they are compiled.
    """

    format: int
    version: str
    compiled: bool
    plan: Plan

    @classmethod
    def of(cls, plan: Plan) -> Head:
        """The head of a run of this plan, whatever its number of deals."""
        return cls(FORMAT, __version__, COMPILED, replace(plan, deals=0))


class ResultsFile:
    """A results file that is open, and ours until it is closed."""

    def __init__(self, path: Path, plan: Plan) -> None:
        """Open the file, or begin it."""
        self.path = path
        self._head = msgspec.json.encode(Head.of(plan), order="deterministic") + b"\n"
        # Unbuffered: what was written is out of our hands, and nothing is written twice.
        self._file = path.open("ab", buffering=0)
        try:
            self._claim()
            self._begin()
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def _claim(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise self._refused("arena.results.in-use") from error

    def _begin(self) -> None:
        """Check the first line, or write it into a file that has none yet."""
        with self.path.open("rb") as file:
            first = file.readline()
        if first == self._head:
            return
        if not self._head.startswith(first):
            raise self._refused(self._why_not(first))
        # A run that was killed before its first line was whole, or a file that is empty.
        self._file.truncate(0)
        self._write(self._head)

    @staticmethod
    def _why_not(first: bytes) -> str:
        try:
            head = msgspec.json.decode(first, type=Head)
        except (msgspec.MsgspecError, UnicodeError):
            return "arena.results.not-ours"
        if head.version != __version__ or head.format != FORMAT:
            return "arena.results.other-version"
        if head.compiled != COMPILED:
            return "arena.results.other-kernels"
        return "arena.results.other-plan"

    def read(self) -> Iterator[Outcome]:
        """Everything that was played before. A torn last line is cut off."""
        end = len(self._head)
        decoder = msgspec.json.Decoder(Outcome)
        with self.path.open("rb") as file:
            file.seek(end)
            for number, line in enumerate(file, 2):
                if not line.endswith(b"\n"):
                    break
                try:
                    outcome = decoder.decode(line)
                except (msgspec.MsgspecError, UnicodeError) as error:
                    raise self._refused(
                        "arena.results.damaged", line=number, problem=str(error)
                    ) from error
                end += len(line)
                yield outcome
        self._file.truncate(end)

    def write(self, outcomes: Iterable[Outcome]) -> None:
        """Add lines; they are out of our hands when this returns."""
        self._write(b"".join(msgspec.json.encode(outcome) + b"\n" for outcome in outcomes))

    def _write(self, lines: bytes) -> None:
        rest = memoryview(lines)
        try:
            while rest:
                rest = rest[self._file.write(rest) :]
        except OSError as error:
            raise self._refused("arena.results.full", problem=error.strerror) from error

    def _refused(self, key: str, **params: Param) -> BadResults:
        return BadResults(key, path=str(self.path), **params)
