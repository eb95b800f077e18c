"""Accounts against the score sheet, here and in the browser's kernel.

    python -m tests.review.account_sums [--matches 200]

For every seat of whole matches of every game and seat count there is an account for every deal, and
its results add up to the totals: those of the review, judged in two worlds a decision, and those of
the browser, which counts the same to the last bit. Printed are the deals in which a match ended
before they were over, and the mean luck of a seat and deal, which is zero among casual players.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt

from tests.kit.variants import BY_GAME_AND_SEATS
from tests.review.account_sums import accounted, answers, problems


def main() -> int:
    """Play, review, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=200, help="of each game and seat count")
    parser.add_argument("--level", default="casual")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    args = parser.parse_args()
    wrong = 0
    print("| game | seats | matches | accounts | cut short | wrong | luck a deal |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for name, seats in BY_GAME_AND_SEATS:
        begun = time.monotonic()
        one = partial(accounted, name, seats, level=args.level)
        with ProcessPoolExecutor(args.jobs) as pool:
            played = list(pool.map(one, range(args.matches)))
        bad = [
            problem
            for each, answer in zip(played, answers(played), strict=True)
            for problem in problems(each, answer)
        ]
        wrong += len(bad)
        accounts = [account for each in played for account in each.review.accounts]
        cut = sum(each.match.states[-1].points is None for each in played)
        # Seats of a match share their luck: the spread is that of whole matches.
        luck = [statistics.fmean(a.luck for a in each.review.accounts) for each in played]
        error = statistics.stdev(luck) / sqrt(len(luck)) if len(luck) > 1 else 0.0
        print(
            f"| {name} | {seats} | {len(played)} | {len(accounts)} | {cut} | {len(bad)} "
            f"| {statistics.fmean(luck):+.3f} ± {1.96 * error:.3f} |",
            flush=True,
        )
        print(f"{name} {seats}: {time.monotonic() - begun:.0f} s {bad[:3]}", file=sys.stderr)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
