"""`python -m tests.system.rolling`: restart, kill and starve two servers behind nginx.

With `hang`, one of them is stopped and goes on later; with `share`, both are restarted under many
tables, and it is seen whether each has its share of them again.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
import tempfile
from collections.abc import Callable, Coroutine
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TypeVar

from tests.system.rolling.hanging import Hanging
from tests.system.rolling.restarts import Restarts
from tests.system.rolling.shares import Sharing
from tests.system.rolling.site import Site
from tests.system.servers.postgres import Postgres
from tests.system.servers.redis import Redis

FoundKind = TypeVar("FoundKind")


def run(what: Callable[[Site], Coroutine[Any, Any, FoundKind]], fails: str) -> FoundKind:
    """One run, on servers of its own."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="rolling-")))
        site = Site(folder, stack.enter_context(Postgres()), stack.enter_context(Redis()), fails)
        stack.callback(site.close)
        site.start()
        try:
            return asyncio.run(what(site))
        except BaseException:
            print("\n".join(site.errors.splitlines()[-20:]), file=sys.stderr)
            raise


def main() -> int:
    """Restart as asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="?", choices=("restart", "hang", "share"), default="restart")
    parser.add_argument("--tables", type=int, help="12 to restart, 20 to hang, 200 to share")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--fails", default="max_fails=0", help="what nginx is told of servers that do not answer"
    )
    args = parser.parse_args()
    # Whoever ends us wants the servers ended too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    loads = " ".join(f"{each:.1f}" for each in os.getloadavg())
    if args.what == "hang":
        hung = run(lambda site: Hanging(site, args.tables or 20).run(), args.fails)
        good = hung.statuses == {200}
        lines = hung.lines()
    elif args.what == "share":
        shares = run(lambda site: Sharing(site, args.tables or 200).run(), args.fails)
        good = shares.even
        lines = shares.lines()
    else:
        tables, rounds, seed = args.tables or 12, args.rounds, args.seed
        counts = run(lambda site: Restarts(site, tables, rounds, seed).run(), args.fails)
        good = not (counts.refused[502] or counts.answered[502])
        lines = counts.lines()
    print("\n".join(lines))
    after = " ".join(f"{each:.1f}" for each in os.getloadavg())
    print(f"load average before: {loads}; after: {after}", flush=True)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
