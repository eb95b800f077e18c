"""A run: the plan's units played by workers, kept in the results file, entered in a table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from funicular.arena.plan import Plan
from funicular.arena.results_file import ResultsFile
from funicular.arena.results_table import ResultsTable
from funicular.arena.work import Work
from funicular.arena.workers import Workers


class Run:
    """A run that goes on, step by step, until the results are complete."""

    def __init__(self, plan: Plan, out: Path | None = None) -> None:
        """Take up a plan; what the results file has of it already is not played again."""
        self.plan = plan
        self.results = ResultsTable(plan)
        self.work = Work(plan, self.results.wants)
        self._file = None if out is None else ResultsFile(out, plan)
        if self._file is not None:
            try:
                for outcome in self._file.read():
                    self.results.enter(outcome)
            except BaseException:
                self.close()
                raise

    def play(self, workers: Workers) -> Iterator[int]:
        """Play what is missing; how many units there are after each step."""
        for outcomes in workers(self.work):
            if self._file is not None:
                self._file.write(outcomes)
            for outcome in outcomes:
                self.results.enter(outcome)
            yield self.results.entered
        self.results.close()

    def close(self) -> None:
        """Let go of the results file."""
        if self._file is not None:
            self._file.__exit__(None, None, None)


def played(plan: Plan, workers: Workers, out: Path | None = None) -> ResultsTable:
    """The whole run at once."""
    run = Run(plan, out)
    try:
        for _ in run.play(workers):
            pass
    finally:
        run.close()
    return run.results
