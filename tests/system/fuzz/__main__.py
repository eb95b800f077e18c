"""`python -m tests.system.fuzz --count 1000000`: the long form, with its counts.

`--only KIND --chunk NUMBER` sends again what has failed, and nothing else.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from tests.system.fuzz.campaign import KINDS, Chunk, Report, plan, run
from tests.system.fuzz.wire import Wrong


def main() -> int:
    """Attack, and say how it went."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", choices=KINDS)
    parser.add_argument("--chunk", type=int)
    args = parser.parse_args()
    chunks = list(plan(args.seed, args.count))
    if args.only:
        chunks = [each for each in chunks if each.kind == args.only]
    if args.chunk is not None:
        chunks = [Chunk(args.seed, args.only, args.chunk)]
    with tempfile.TemporaryDirectory() as folder:
        try:
            report = run(Path(folder), chunks, jobs=args.jobs)
        except Wrong as wrong:
            print(wrong, file=sys.stderr)
            return 1
    tell(report)
    return 0


def tell(report: Report) -> None:
    """Print the counts."""
    for name, outcomes in report.outcomes.items():
        print(f"{name}: {report.sent[name]:,}")
        for outcome, count in outcomes.most_common():
            print(f"    {outcome}: {count:,}")
    before, after = report.memory
    print(f"log: {dict(report.events)}")
    print(f"beside it: {report.matches:,} whole matches, {report.moves:,} moves, none disturbed")
    print(f"open files before and after: {report.files[0]} and {report.files[1]}")
    print(f"memory before and after: {before >> 20} MiB and {after >> 20} MiB")
    print(
        f"{report.malformed:,} malformed or misplaced frames and requests through real sockets, of "
        f"{report.sent.total():,} sent: no crash, no stuck connection, no error in the log"
    )


if __name__ == "__main__":
    sys.exit(main())
