"""Makes the figures that take long: `make evidence`, all of them or ARGS='calibration kills'.

Each measurement is a command of its own. What it prints becomes a dated page in docs/results, with
the command, the commit and the machine, and the list there leads to the newest. A command that
fails has its page too, which says so, and the others go on. `make soak` runs those that only look
for something wrong, and writes nothing.

    python tools/evidence.py             # the list
    python tools/evidence.py all
    python tools/evidence.py --soak all
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import subprocess
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic

ROOT = Path(__file__).parents[1]
RESULTS = Path("docs") / "results"


@dataclass(frozen=True)
class Measurement:
    """A command whose figures are kept, and the tests that take a small sample of the same."""

    name: str
    about: str
    command: str
    sample: str
    # Whether it looks for something wrong, and has no figures that anybody compares.
    soak: bool = False


MEASUREMENTS = (
    Measurement(
        "soak",
        "a million random deals, Python and compiled twins side by side",
        "python -m tests.native --deals 1000000",
        "tests/native/test_auf_ab.py",
        soak=True,
    ),
    Measurement(
        "batches",
        "a million deals of `funicular.envs.Batch` and the rules in Python side by side",
        "python -m tests.envs",
        "tests/envs/test_batch.py",
        soak=True,
    ),
    Measurement(
        "wasm-soak",
        "the kernels for the browser beside the compiled ones, bit for bit",
        "python -m tests.native.wasm_soak",
        "tests/native/test_wasm.py",
        soak=True,
    ),
    Measurement(
        "sanitize",
        "the kernels' tests and 20,000 bad calls of each module under the sanitizers",
        "make sanitize",
        "tests/native/test_bad_input.py",
        soak=True,
    ),
    Measurement(
        "wasm-modules",
        "whether the modules in the tree are what the kernels compile to",
        "make wasm ARGS=--check",
        "tests/native/test_wasm_modules.py",
        soak=True,
    ),
    Measurement(
        "fairness",
        "where the cards of five million deals go",
        "python -m bench.fairness",
        "tests/table/test_fairness.py",
        soak=True,
    ),
    Measurement(
        "kills",
        "servers and databases killed two hundred times under load",
        "python -m tests.system.kills",
        "tests/system/kills/test_kills.py",
        soak=True,
    ),
    Measurement(
        "rolling",
        "servers restarted and killed behind nginx",
        "python -m tests.system.rolling",
        "tests/system/rolling/test_nginx.py",
        soak=True,
    ),
    Measurement(
        "fuzz",
        "a million malformed frames and requests",
        "python -m tests.system.fuzz",
        "tests/system/fuzz/test_fuzz.py",
        soak=True,
    ),
    Measurement(
        "hostile",
        "honest play while others attack, in every arrangement of servers",
        "python -m tests.system.hostile --arrangement all",
        "tests/system/hostile/test_hostile.py",
        soak=True,
    ),
    Measurement(
        "examples",
        "all tests, each law with a thousand random examples instead of twenty",
        "env FUNICULAR_SOAK=1 python -m pytest -q -n 2",
        "tests/laws",
        soak=True,
    ),
    Measurement(
        "calibration",
        "what evaluations foretell against what happens, and their error bars",
        "python -m bench.calibration --decisions 3000 --remeasured 400 --seconds 600",
        "tests/bench/test_calibration.py",
    ),
    Measurement(
        "accounts",
        "cards, decisions and luck against the score sheet, in Python and in the browser",
        "python -m tests.review.account_sums --matches 200",
        "tests/review/test_accounts.py",
    ),
    Measurement(
        "one-card",
        "rounds of one card, against their exact solution",
        "python -m bench.one_card",
        "tests/bots/test_one_card.py",
    ),
    Measurement(
        "strength",
        "the levels of the bots, on the scale from random to clairvoyant",
        "funicular arena --scale --field casual --bots beginner,casual,strong@20ms --deals 100",
        "tests/bots/test_levels.py",
    ),
    Measurement(
        "speed",
        "rules, playouts and worlds, beside OpenSpiel and RLCard",
        "python -m bench",
        "tests/bench/test_rounds.py",
    ),
    Measurement(
        "environments",
        "steps a second of `funicular.envs.Batch`, beside OpenSpiel",
        "python -m bench.environments",
        "tests/envs/test_batch.py",
    ),
    Measurement(
        "load",
        "one and two servers under load",
        "python -m bench.load",
        "tests/bench/test_tables.py",
    ),
    Measurement(
        "flat",
        "what a command, a load and a replay cost as a log grows",
        "python -m bench.flat --postgres --draw build/flat.svg",
        "tests/web/test_live_costs.py",
    ),
    Measurement(
        "fleet",
        "one of two servers stopped under play",
        "python -m tests.system.rolling hang",
        "tests/system/rolling/test_nginx.py",
    ),
    Measurement(
        "profiles",
        "the list of the best and profile pages with 10,000 profiles and 100,000 results",
        "python -m bench.profiles",
        "tests/web/test_profiles.py",
    ),
    Measurement(
        "challenges",
        "the leaderboard with 10,000 people and 100,000 results",
        "python -m bench.leaderboard",
        "tests/web/test_challenges.py",
    ),
    Measurement(
        "reviewers",
        "what 500 people who review matches at once cost the server",
        "python -m bench.reviewers --people 500",
        "tests/web/test_reviews.py",
    ),
    Measurement(
        "false-ratings",
        "what a cheat with twenty keys can reach among a thousand honest players",
        "python -m bench.false_ratings",
        "tests/web/test_false_ratings.py",
    ),
    Measurement(
        "wasm",
        "the kernels in the browser beside the compiled ones",
        "python -m bench.wasm",
        "tests/native/test_wasm.py",
    ),
    Measurement(
        "page",
        "taps and seconds to the first move, long tasks, jumps and frames",
        "python -m tests.system.page_speed",
        "tests/system/browser/test_first_minute.py",
    ),
    Measurement(
        "lighthouse",
        "five pages of the client as on a slow phone",
        "python -m tests.system.lighthouse",
        "tests/system/browser/test_every_page.py",
    ),
)


def main() -> int:
    """Run what was asked for, one after the other; how many have failed."""
    names = [each.name for each in MEASUREMENTS]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="some of the list, or all")
    parser.add_argument("--soak", action="store_true", help="look for faults alone; write nothing")
    asked = parser.parse_args()
    if unknown := {*asked.names} - {*names, "all"}:
        parser.error(f"no such measurement: {', '.join(sorted(unknown))}")
    if not asked.names:
        print("\n".join(f"{each.name:14} {each.about}" for each in MEASUREMENTS))
        return 0
    chosen = [
        each
        for each in MEASUREMENTS
        if (each.soak or not asked.soak) and {each.name, "all"} & {*asked.names}
    ]
    failed = [each.name for each in chosen if not run(each, None if asked.soak else ROOT)]
    print(f"{len(chosen)} run, failed: {', '.join(failed) or 'none'}")
    return 1 if failed else 0


def run(measurement: Measurement, root: Path | None) -> bool:
    """Run the command, show what it says, and write its page below `root`; whether it went well."""
    print(f"== {measurement.name}: {measurement.command}", flush=True)
    began, load = monotonic(), os.getloadavg()[0]
    # The project's own commands come first, and what this make was told is not for another.
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    told = {"ARGS", "MAKEFLAGS", "MFLAGS", "MAKEOVERRIDES"}
    inherited = {name: value for name, value in os.environ.items() if name not in told}
    said = []
    with subprocess.Popen(
        measurement.command.split(),
        cwd=ROOT,
        env=inherited | {"PATH": path},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None  # noqa: S101 - for the type checker
        for line in process.stdout:
            print(line, end="", flush=True)
            said.append(line)
    code = process.returncode
    if root is not None:
        now = datetime.now(UTC)
        about = (
            f"`{measurement.command}`, {now:%d %B %Y}, commit {_commit()}: {os.cpu_count()} cores "
            f"({platform.machine()}), load {load:.1f} before it, Python "
            f"{platform.python_version()}. It took {_minutes(monotonic() - began)} and ended with "
            f"{code}."
        )
        write(root / RESULTS, measurement, f"{now:%Y-%m-%d}", about, "".join(said))
    return code == 0


def write(folder: Path, measurement: Measurement, date: str, about: str, said: str) -> None:
    """Write the dated page, and lead the list to it."""
    page = f"{date}-{measurement.name}.md"
    # What is Markdown stays it; what is not is shown as it was printed.
    text = said.strip("\n") if re.search(r"^\| ?-", said, re.MULTILINE) else f"```\n{said}```"
    title = f"{measurement.about[0].upper()}{measurement.about[1:]}"
    (folder / page).write_text(f"# {title}\n\n{about}\n\n{text}\n", encoding="utf-8")
    listed = folder / "README.md"
    lines = listed.read_text(encoding="utf-8").rstrip("\n")
    row = re.compile(rf"^\| \[([^\]]+)\]\(\d{{4}}-\d\d-\d\d-{measurement.name}\.md\)", re.MULTILINE)
    lines, found = row.subn(lambda old: f"| [{old[1]}]({page})", lines)
    if not found:
        lines += f"\n| [{measurement.name}]({page}) | {measurement.about} |"
    listed.write_text(lines + "\n", encoding="utf-8")


def _commit() -> str:
    asked = ("git", "describe", "--always", "--dirty")
    return subprocess.run(
        asked, cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.strip()


def _minutes(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} minutes"


if __name__ == "__main__":
    sys.exit(main())
