"""`python -m tests.system.rolling`: restart, kill and starve two servers behind nginx."""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from tests.system.rolling.restarts import Counts, Restarts
from tests.system.rolling.site import Site
from tests.system.servers.postgres import Postgres
from tests.system.servers.redis import Redis


def run(tables: int, rounds: int, seed: int, fails: str) -> Counts:
    """One run, on servers of its own."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="rolling-")))
        site = Site(folder, stack.enter_context(Postgres()), stack.enter_context(Redis()), fails)
        stack.callback(site.close)
        site.start()
        try:
            return asyncio.run(Restarts(site, tables, rounds, seed).run())
        except BaseException:
            print("\n".join(site.errors.splitlines()[-20:]), file=sys.stderr)
            raise


def main() -> int:
    """Restart as asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--fails", default="max_fails=0", help="what nginx is told of servers that do not answer"
    )
    args = parser.parse_args()
    # Whoever ends us wants the servers ended too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    counts = run(args.tables, args.rounds, args.seed, args.fails)
    print("\n".join(counts.lines()), flush=True)
    return 1 if counts.refused[502] or counts.answered[502] else 0


if __name__ == "__main__":
    sys.exit(main())
