"""`python -m tests.system.hostile`: honest people under attack, measured, with a verdict.

Ends with 1 if a goal was missed. Without options the usual arrangement: one server, SQLite.
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
import tempfile
import time
from pathlib import Path

from tests.system.hostile.attacks import ATTACKS
from tests.system.hostile.campaign import Campaign, Plan, Report
from tests.system.hostile.earlier import read_report
from tests.system.hostile.house import Arrangement, House
from tests.system.hostile.phases import Phase
from tests.system.hostile.report import failures, markdown, preface, row

# What the soak goes through.
MATRIX = {
    "sqlite": Arrangement(),
    "exempt": Arrangement(sources="shared"),
    "fleet": Arrangement(store="postgres", servers=2),
    "nginx": Arrangement(store="postgres", servers=2, proxy="nginx"),
    "ipv6": Arrangement(ipv6=True, sources="shared"),
    "pure": Arrangement(pure=True),
    "h11": Arrangement(http="h11"),
}


def arguments() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=6.0, help="of each attack")
    parser.add_argument("--only", default="", help="attacks, with commas between them")
    parser.add_argument("--together-only", action="store_true", help="all at once, not each alone")
    parser.add_argument("--not-together", action="store_true", help="each attack alone, no more")
    parser.add_argument("--tables", type=int, default=8, help="of two honest people each")
    parser.add_argument(
        "--arrangement", default="", help="of the soak, with commas between; or all"
    )
    parser.add_argument("--store", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--servers", type=int, default=1)
    parser.add_argument("--sources", choices=("own", "shared"), default="own")
    parser.add_argument("--proxy", choices=("", "nginx"), default="")
    parser.add_argument("--ipv6", action="store_true")
    parser.add_argument("--http", choices=("", "h11"), default="", help="instead of httptools")
    parser.add_argument("--pure-python", action="store_true", help="without compiled kernels")
    parser.add_argument("--rows", type=int, default=20_000, help="in the logs of old tables")
    parser.add_argument("--flips", type=int, default=10_000, help="in the dear record")
    parser.add_argument("--report", type=Path, help="write the report to this file as well")
    parser.add_argument("--before", type=Path, help="an earlier report to stand beside this one")
    args = parser.parse_args()
    if args.servers > 1 and args.store == "sqlite":
        parser.error("two servers need --store postgres")
    return args


def arrangements(args: argparse.Namespace) -> list[Arrangement]:
    """How the servers are to be, one run after the other."""
    if args.arrangement == "all":
        return list(MATRIX.values())
    if args.arrangement:
        names = args.arrangement.split(",")
        if unknown := set(names) - MATRIX.keys():
            sys.exit(f"no such arrangement: {', '.join(unknown)}; there are: {', '.join(MATRIX)}")
        return [MATRIX[name] for name in names]
    return [
        Arrangement(
            store=args.store,
            servers=args.servers,
            # All IPv6 addresses of this machine are one.
            sources="shared" if args.ipv6 else args.sources,
            proxy=args.proxy,
            ipv6=args.ipv6,
            pure=args.pure_python,
            http=args.http,
            rows=args.rows,
            flips=args.flips,
        )
    ]


def told(phase: Phase) -> None:
    """Say how far we are."""
    print(f"{time.strftime('%H:%M:%S')} {row(phase)}", file=sys.stderr, flush=True)


def run(how: Arrangement, plan: Plan) -> Report:
    """One run, on servers of its own."""
    with tempfile.TemporaryDirectory(prefix="hostile-") as folder:
        house = House(how, Path(folder))
        try:
            house.start()
            return asyncio.run(Campaign(house, plan, told).run())
        except BaseException:
            for server in house.servers:
                print("\n".join(server.errors.splitlines()[-20:])[-4000:], file=sys.stderr)
            raise
        finally:
            house.close()


def main() -> int:
    """Attack as asked."""
    args = arguments()
    names = args.only.split(",") if args.only else list(ATTACKS)
    if unknown := set(names) - ATTACKS.keys():
        sys.exit(f"no such attack: {', '.join(sorted(unknown))}; there are: {', '.join(ATTACKS)}")
    groups = [] if args.together_only else [(name, (name,)) for name in names]
    if not args.not_together:
        groups.append(("all together", tuple(names)))
    plan = Plan(tuple(groups), args.seconds, args.tables, quiet=args.seconds)
    # Whoever ends us wants the servers ended too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    missed: list[str] = []
    earlier = read_report(args.before) if args.before else {}
    text = preface(time.strftime("%Y-%m-%d", time.gmtime()))
    for how in arrangements(args):
        report = run(how, plan)
        part = markdown(how, args.seconds, report, earlier)
        print(part, flush=True)
        text += "\n" + part
        missed += [f"{how.name}: {each}" for each in failures(report)]
        if args.report:
            args.report.write_text(text)
    for each in missed:
        print(f"missed: {each}", file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
