"""A run: the plan's units played by a crew, kept in the results file, entered in the book."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from funicular.arena.plan import Plan
from funicular.arena.results import Results
from funicular.arena.results_table import Book
from funicular.arena.work import Work
from funicular.arena.workers import Crew


class Run:
    """A run that goes on, step by step, until the book is full."""

    def __init__(self, plan: Plan, out: Path | None = None) -> None:
        """Take up a plan; what the results file has of it already is not played again."""
        self.plan = plan
        self.book = Book(plan)
        self.work = Work(plan, self.book.wants)
        self._results = None if out is None else Results(out, plan)
        if self._results is not None:
            try:
                for outcome in self._results.read():
                    self.book.enter(outcome)
            except BaseException:
                self.close()
                raise

    def play(self, crew: Crew) -> Iterator[int]:
        """Play what is missing; how many units there are after each step."""
        for outcomes in crew(self.work):
            if self._results is not None:
                self._results.write(outcomes)
            for outcome in outcomes:
                self.book.enter(outcome)
            yield self.book.entered
        self.book.close()

    def close(self) -> None:
        """Let go of the results file."""
        if self._results is not None:
            self._results.__exit__(None, None, None)


def played(plan: Plan, crew: Crew, out: Path | None = None) -> Book:
    """The whole run at once."""
    run = Run(plan, out)
    try:
        for _ in run.play(crew):
            pass
    finally:
        run.close()
    return run.book
