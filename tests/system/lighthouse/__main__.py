"""Lighthouse for phones on the pages that a newcomer sees: `make lighthouse`.

    python -m tests.system.lighthouse [--runs 3] [--pages home …] [--keep FOLDER] [FILE]

A real server with a match under way and one that is over; each run has a browser with an empty
profile, into which only the secret of the seat at the table was put. The medians go into FILE, else
they are printed. Lighthouse reckons a slow phone and a slow line from what it saw on this machine,
so take the numbers while nothing else runs here.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import sync_playwright

from tests.system.browser.chromium import FLAGS, ROOT, executable
from tests.system.browser.people import remembering
from tests.system.browser.serving import Server
from tests.system.servers.server import free_port

CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
# What the performance is made of, and what does not depend on how busy the machine is.
METRICS = {
    "first-contentful-paint": "first paint s",
    "largest-contentful-paint": "largest paint s",
    "total-blocking-time": "blocked ms",
    "cumulative-layout-shift": "shift",
    "total-byte-weight": "kB",
}
WANTED = 98
Audits = dict[str, Any]


class Visit:
    """A page to be looked at, and what its browser remembers."""

    def __init__(self, path: str, storage: str = "") -> None:
        self.path = path
        self.storage = storage


def visits(server: Server) -> dict[str, Visit]:
    """The pages, with all that has to be there first."""
    replay = server.finished_match("ascenseur-52", 4, options={"schedule": [3, 5, 2]})
    wish = {"open": True, "options": {"schedule": [7, 3]}}
    opened = server.open_table("ascenseur-52", 4, "Ada", **wish)
    server.play_until(opened, lambda _, moves: moves == 2)
    secret = remembering(opened["table"], "ascenseur-52", opened["invite"], opened["token"])
    return {
        "home": Visit("/"),
        "rules": Visit("/rules/auf-ab"),
        "lesson": Visit("/learn/dnpup"),
        "replay": Visit(f"/r/{replay}?deal=2&move=12"),
        "table": Visit(f"/t/{opened['table']}", secret),
    }


@contextmanager
def browser_at(address: str, storage: str) -> Iterator[int]:
    """A browser with a new profile that remembers this of the server; the port to talk to it."""
    port = free_port()
    with tempfile.TemporaryDirectory() as profile, sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            profile,
            executable_path=executable(),
            args=[*FLAGS, f"--remote-debugging-port={port}"],
        )
        page = context.pages[0]
        # A path that loads none of the page's files into the browser's cache.
        page.goto(f"{address}/healthz")
        page.evaluate(f"() => {{ {storage} }}")
        page.goto("about:blank")
        yield port
        context.close()


def look(address: str, visit: Visit, kept: Path | None) -> Audits:
    """One run of Lighthouse."""
    with browser_at(address, visit.storage) as port, tempfile.TemporaryDirectory() as folder:
        report = kept or Path(folder) / "report.json"
        asked = (
            *(f"--port={port}", "--quiet", "--output=json", f"--output-path={report}"),
            *("--throttling-method=simulate", "--form-factor=mobile", "--disable-storage-reset"),
            f"--only-categories={','.join(CATEGORIES)}",
        )
        run = ("sh", "tools/lighthouse/run", ".venv", f"{address}{visit.path}", *asked)
        subprocess.run(run, cwd=ROOT, check=True)
        found: Audits = json.loads(report.read_text(encoding="utf-8"))
        return found


def score(found: Audits, category: str) -> float:
    return 100 * float(found["categories"][category]["score"] or 0)


def measured(found: Audits, metric: str) -> float:
    return float(found["audits"][metric]["numericValue"])


def row(page: str, runs: list[Audits]) -> list[str]:
    """The medians of a page."""
    scores = [f"{median(score(each, name) for each in runs):.0f}" for name in CATEGORIES]
    first, largest, blocked, shift, weight = (
        median(measured(each, metric) for each in runs) for metric in METRICS
    )
    speeds = [f"{first / 1000:.1f}", f"{largest / 1000:.1f}", f"{blocked:.0f}", f"{shift:.3f}"]
    return [page, *scores, *speeds, f"{weight / 1000:.0f}"]


def lost(runs: list[Audits]) -> list[str]:
    """The audits that cost points, with how often they failed."""
    found: dict[str, int] = {}
    for audits in runs:
        for category in CATEGORIES:
            for ref in audits["categories"][category]["auditRefs"]:
                value = audits["audits"][ref["id"]]["score"]
                if ref["weight"] and value is not None and value < 0.9:
                    found[ref["id"]] = found.get(ref["id"], 0) + 1
    return [f"{audit} ({times} of {len(runs)})" for audit, times in found.items()]


def report(found: dict[str, list[Audits]], runs: int) -> str:
    """The results, as they are kept in docs/results."""
    some = next(iter(found.values()))[0]
    header = ["page", *CATEGORIES, *METRICS.values()]
    rows = [row(page, each) for page, each in found.items()]
    lines = [header, ["---"] * len(header), *rows]
    table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    losses = "".join(
        f"- {page}: {', '.join(audits)}\n" for page, each in found.items() if (audits := lost(each))
    )
    return (
        "# Lighthouse for phones\n\n"
        f"`make lighthouse`: Lighthouse {some['lighthouseVersion']}, a slow phone and a slow line "
        f"reckoned from what was seen; medians of {runs} runs, each with an empty browser. "
        f"Wanted: {WANTED} in every category. {os.cpu_count()} cores ({platform.machine()}), load "
        f"average {os.getloadavg()[0]:.1f} at the end.\n\n{table}\n\n"
        "The table is seen by somebody who sits there; the replay at a move in the middle. "
        "Weight is what came over the line, headers included.\n"
        + (f"\nWhat cost points:\n\n{losses}" if losses else "\nNo audit cost a point.\n")
    )


def main() -> None:
    """Look at every page as often as asked, and write down what was found."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("file", type=Path, nargs="?", help="where the results go")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--pages", nargs="+", help="some of the pages")
    parser.add_argument("--keep", type=Path, help="a folder for the full reports")
    wish = parser.parse_args()
    found: dict[str, list[Audits]] = {}
    if wish.keep:
        wish.keep.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, Server(Path(data)) as server:
        for page, visit in visits(server).items():
            if wish.pages and page not in wish.pages:
                continue
            for run in range(wish.runs):
                kept = wish.keep and wish.keep.resolve() / f"{page}-{run + 1}.json"
                found.setdefault(page, []).append(look(server.address, visit, kept))
            print(" ".join(row(page, found[page])), flush=True)
    written = report(found, wish.runs)
    if wish.file:
        wish.file.write_text(written, encoding="utf-8")
    else:
        print(written)


main()
