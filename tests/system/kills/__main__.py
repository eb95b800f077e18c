"""`python -m tests.system.kills`: kill a hundred times on each database, check, print counts."""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import get_args

from tests.system.kills.counts import Counts
from tests.system.kills.killing import Killing, Plan
from tests.system.kills.processes import House, Target
from tests.system.servers.postgres import Postgres
from tests.system.servers.redis import Redis

STORES = ("sqlite", "postgres")


def told(counts: Counts) -> None:
    """Say how far we are."""
    print(f"{counts.kills.total()} kills, {counts.rows:,} rows", file=sys.stderr, flush=True)


def kill(store: str, plan: Plan) -> Counts:
    """One run, on servers of its own."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kills-")))
        postgres = redis = None
        if store == "postgres":
            postgres = stack.enter_context(Postgres())
            redis = stack.enter_context(Redis())
        house = House(folder, postgres, redis)
        stack.callback(house.close)
        house.start()
        try:
            return asyncio.run(Killing(plan, house, told).run())
        except BaseException:
            print("\n".join(house.errors.splitlines()[-20:]), file=sys.stderr)
            raise


def main() -> int:
    """Kill as asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--store", choices=(*STORES, "both"), default="both")
    parser.add_argument("--kills", type=int, default=100, help="on each database")
    parser.add_argument("--target", choices=get_args(Target), default="all")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--evening", type=int, default=10, help="kills until new tables are opened")
    args = parser.parse_args()
    if args.store == "sqlite" and args.target in ("postgres", "redis"):
        parser.error("with SQLite there is only the server to kill")
    # Whoever ends us wants the servers ended too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    plan = Plan((args.target,) * args.kills, args.seed, args.tables, args.evening)
    for store in STORES if args.store == "both" else (args.store,):
        counts = kill(store, plan)
        print(f"{store}, target {args.target}, seed {args.seed}:")
        print("\n".join(f"  {line}" for line in counts.lines()), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
