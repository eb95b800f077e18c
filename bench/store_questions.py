"""What questions to a store cost, two commits side by side: `python -m bench.store_questions OLD`.

OLD is another checkout of the project. Processes of the two take turns, each with a new store of
its own: a file, then a database of one PostgreSQL. Shown are milliseconds, the medians of the
rounds, and the new time over the old one: its median, its least and its most. What waits for the
disk says little on a shared one.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

from tests.system.servers.postgres import Postgres

WORKER = """
import asyncio, json, sys, time
from statistics import median
# The package of the checkout that PYTHONPATH names, and not the installed one.
sys.meta_path = [each for each in sys.meta_path if "editable" not in type(each).__module__]
from funicular.store.challenges import StoredAttempt, StoredChallenge, TakenResult
from funicular.store.log import Row, Snapshot
from funicular.store.open import open_store
from funicular.store.reviews import StoredReview

NAMES = [f"t{number}" for number in range(200)]

async def timed(times, ask):
    spent = []
    for number in range(times):
        begun = time.perf_counter()
        await ask(number)
        spent.append(time.perf_counter() - begun)
    return median(spent) * 1000

async def main():
    store = await open_store(sys.argv[1])
    await store.append("long", [Row(seq, None, None, seq, b"x" * 120) for seq in range(1, 3001)])
    await asyncio.gather(*(store.append(name, [Row(1, "g", "c", 1.0, b"x")]) for name in NAMES))
    await store.keep_challenge(StoredChallenge("c", "daily", 1.0, 2.0, "{}"))
    await store.keep_record("long-1", b"{}")
    cost = {
        "heads of 200 tables": await timed(100, lambda _: store.heads(NAMES)),
        "500 rows": await timed(100, lambda _: store.read("long", most=500)),
        "a command": await timed(200, lambda n: store.find_command(NAMES[n], "g", "c")),
        "orders": await timed(200, lambda _: store.orders(0)),
        "a challenge": await timed(200, lambda _: store.challenge("c")),
        "an attempt": await timed(100, lambda n: store.begin_attempt(
            StoredAttempt("c", f"p{n}", f"at{n}", "", 1.0), most=None)),
        "a result of 5 deals": await timed(100, lambda n: store.take_result(
            "c", f"p{n}", TakenResult(n, 2.0, (1, 2, 3, 4, n), "{}"))),
        "20 of 100 leaders": await timed(100, lambda _: store.leaders("c", skip=0, most=20)),
        "a review of 20 kB": await timed(50, lambda _: store.keep_review(
            "long-1", StoredReview(100, 1, b"x" * 20000, "[]"))),
        "a snapshot of 20 kB": await timed(50, lambda n: store.keep_snapshot(
            "long", "1", Snapshot(n + 1, b"x" * 20000))),
        "a record of 2 kB": await timed(50, lambda n: store.keep_record(f"r{n}", b"x" * 2000)),
        "an order given": await timed(50, lambda _: store.tell("grown", "t")),
        "1,000 rows rewritten": await timed(5, lambda n: store.revise(
            "long", {seq: b"%d" % n * 100 for seq in range(1, 1001)})),
    }
    async with store.inventory() as found:
        cost["201 tables counted"] = await timed(20, lambda _: found.tables(after="", most=256))
    cost["20 tables deleted"] = await timed(1, lambda _: store.delete_tables(NAMES[:20]))
    cost["a table of 3,000 rows deleted"] = await timed(1, lambda _: store.delete_tables(["long"]))
    await store.close()
    print(json.dumps(cost))

asyncio.run(main())
"""


def asked(root: Path, where: str) -> dict[str, float]:
    """Milliseconds by question, with the package of this checkout and a store at this place."""
    done = subprocess.run(
        (sys.executable, "-c", WORKER, where),
        env=os.environ | {"PYTHONPATH": str(root / "src")},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    cost: dict[str, float] = json.loads(done.stdout)
    return cost


def main() -> None:
    """Measure both kinds of stores and print a table of each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("old", type=Path, help="another checkout of the project")
    parser.add_argument("--rounds", type=int, default=7)
    args = parser.parse_args()
    roots = (args.old, Path(__file__).parents[1])
    with Postgres() as postgres, tempfile.TemporaryDirectory() as folder:
        for kind in ("SQLite", "PostgreSQL"):
            rounds = []
            for number in range(args.rounds):
                found: dict[Path, dict[str, float]] = {}
                # In turn: who comes second finds the disk busy with what the first one left.
                for root in roots if number % 2 else roots[::-1]:
                    file = f"{folder}/{len(found)}-{number}.db"
                    found[root] = asked(root, file if kind == "SQLite" else postgres.new_database())
                rounds.append([found[root] for root in roots])
            print(f"\n| {kind} | before | after | after / before |\n| --- | --- | --- | --- |")
            for what in rounds[0][0]:
                times = [[cost[what] for cost in each] for each in zip(*rounds, strict=True)]
                ratios = [after / before for before, after in zip(*times, strict=True)]
                spread = f"{median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"
                print(
                    f"| {what} | {' | '.join(f'{median(each):.2f}' for each in times)} | {spread} |"
                )


if __name__ == "__main__":
    main()
