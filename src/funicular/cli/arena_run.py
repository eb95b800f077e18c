"""A run of `funicular arena`: played, reported, and stopped when the person says so."""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import closing
from pathlib import Path
from typing import TextIO

from funicular.arena.cluster import cluster
from funicular.arena.findings import findings
from funicular.arena.report.markdown import markdown
from funicular.arena.report.page import page
from funicular.arena.report.sections import sections
from funicular.arena.run import Run
from funicular.arena.workers import Workers, processes
from funicular.cli.arena_plan import command_line, read_difference, read_plan
from funicular.cli.arguments import read_number
from funicular.cli.errors import BadArguments
from funicular.cli.files import check_can_write, problem_of, write_text
from funicular.cli.kernels import kernels_in_use
from funicular.cli.progress import with_rate
from funicular.lang import Phrase, Reader

MOST_JOBS = 256


def run_arena(args: argparse.Namespace, reader: Reader, out: TextIO) -> int:
    """Play what is asked for and is not in the results file yet; then report."""
    plan = read_plan(args)
    detect = read_difference(args.detect)
    workers = _workers(args)
    for path in filter(None, (args.out, args.report)):
        check_can_write(path)
    try:
        run = Run(plan, None if args.out is None else Path(args.out))
    except OSError as error:
        raise BadArguments("cli.cannot-write", path=args.out, problem=problem_of(error)) from error
    with closing(run):
        _play(run, workers, args, reader)
    found = sections(findings(run.results), reader, detect)
    intro = _intro(run, reader)
    command = command_line(args)
    if args.report is not None:
        write_text(args.report, page(found, command, intro, reader))
    print(markdown(found, command, intro, reader), end="", file=out)
    return 0


def _workers(args: argparse.Namespace) -> Workers:
    jobs = read_number(args.jobs, "--jobs", least=1, most=MOST_JOBS)
    if args.ray is None:
        return processes(jobs or os.cpu_count() or 1)
    if jobs is not None:
        raise BadArguments("cli.arena.jobs-and-ray")
    return cluster(args.ray)


def _play(run: Run, workers: Workers, args: argparse.Namespace, reader: Reader) -> None:
    before, total = run.results.entered, run.plan.units
    if before:
        _tell(reader, Phrase.of("arena.resumed", n=before, total=total))
    try:
        for _ in with_rate(run.play(workers), before, total, sys.stderr):
            pass
    except KeyboardInterrupt:
        done = run.results.entered
        if args.out is None:
            _tell(reader, Phrase.of("arena.interrupted-unkept", done=done))
        else:
            _tell(reader, Phrase.of("arena.interrupted", done=done, total=total, path=args.out))
        raise
    if run.work.losses:
        _tell(reader, Phrase.of("arena.lost", n=run.work.losses))


def _tell(reader: Reader, phrase: Phrase) -> None:
    """Say something about the run, beside its results."""
    print(reader.say(phrase), file=sys.stderr)


def _intro(run: Run, reader: Reader) -> list[str]:
    plan = run.plan
    every = Phrase.of("arena.every-seating" if plan.seatings == "all" else "arena.every-rotation")
    lines = [reader.say("arena.about", n=plan.deals, seatings=every, seed=plan.seed)]
    if plan.cards:
        lines.append(reader.say("arena.about-cards", cards=plan.cards))
    return [*lines, reader.say("cli.search", kernels=kernels_in_use(reader))]
