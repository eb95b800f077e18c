"""Measures the first minute, long tasks, jumps and frames in a real Chromium.

    python -m tests.system.page_speed [--runs 3] [--games auf-ab …] [--jumps] [FILE]

The first minute is counted in taps and seconds, from an empty browser to a newcomer's first legal
move. With `--jumps` a whole deal of every game, with as few and as many seats as it has, is played
in every size of window, and what the browser counts as layout shift is added up: ten minutes.

Long tasks are those that keep the page's thread for more than 50 ms: from the address to the first
move of a newcomer, and over the deal that follows. Frames are those that the page draws while a
hand of 13 cards turns, with the processor slowed four times. What the thread really worked is
counted by the processor's clock, which a busy machine does not change; lengths and frames need a
quiet one.
"""

from __future__ import annotations

import argparse
import os
import platform
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from playwright.sync_api import Browser, CDPSession, Page

from funicular.games.registry import GAMES
from tests.system.browser.chromium import browsing
from tests.system.browser.gallery import Gallery
from tests.system.browser.pages import home
from tests.system.browser.people import PHONE, People, Person, Screen
from tests.system.browser.playing import Player
from tests.system.browser.serving import Server
from tests.system.browser.test_cards import AUF_AB, DNPUP, after
from tests.system.browser.test_first_minute import COUNT_TAPS
from tests.system.browser.test_layout import SIZES, TABLES, WATCH_SHIFTS, shifts

SLOWED = 4
CARDS = 13
WATCH_TASKS = """
window.tasks = [];
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) window.tasks.push(duration);
}).observe({ type: "longtask", buffered: true });
"""
# The times of all frames in which something moves, until nothing has moved for a while.
FRAMES = """() => new Promise((done) => {
  const times = [];
  let still = 0;
  const frame = (time) => {
    const animations = document.getAnimations().filter(({ id }) => id);
    const moving = animations.some(({ playState }) => playState === "running");
    if (moving || times.length > 0) times.push(time);
    still = moving || document.querySelector(".flights") ? 0 : still + 1;
    if (times.length === 0 || still < 10) requestAnimationFrame(frame);
    else done(times.slice(0, -10));
  };
  dispatchEvent(new Event("step"));
  requestAnimationFrame(frame);
})"""


class Way(NamedTuple):
    """What was seen of a page from one point to another: long tasks, work in ms, taps, seconds."""

    tasks: list[float]
    worked: float
    taps: int = 0
    seconds: float = 0

    @property
    def longest(self) -> float:
        return max(self.tasks, default=0.0)


class Motion(NamedTuple):
    """A hand that turned: frames a second, the longest gap between two, and work in ms."""

    rate: float
    gap: float
    worked: float
    layouts: float


def work(devtools: CDPSession) -> dict[str, float]:
    """What the page's thread has done so far, by the processor's clock."""
    found: list[dict[str, Any]] = devtools.send("Performance.getMetrics")["metrics"]
    return {each["name"]: float(each["value"]) for each in found}


def counted(page: Page) -> CDPSession:
    devtools = page.context.new_cdp_session(page)
    devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
    return devtools


def tasks(page: Page) -> list[float]:
    """The long tasks since this was last asked."""
    found: list[float] = page.evaluate("() => window.tasks.splice(0)")
    return found


def to_the_first_move(person: Person, number: int) -> tuple[Way, Way]:
    """A newcomer sits down, and plays the deal to its end."""
    person.context.add_init_script(WATCH_TASKS)
    person.context.add_init_script(COUNT_TAPS)
    devtools = counted(person.page)
    began = time.monotonic()
    home(person)
    person.page.get_by_role("button", name=person.like("web.home.sit")).nth(number).click()
    player = Player(person)
    player.wanted()
    player.move_in_few_taps()
    seconds = time.monotonic() - began
    taps = int(person.page.evaluate("sessionStorage.taps"))
    first = Way(tasks(person.page), 1000 * work(devtools)["TaskDuration"], taps, seconds)
    player.play_deal()
    whole = Way(tasks(person.page), 1000 * work(devtools)["TaskDuration"] - first.worked)
    return first, whole


def turning(gallery: Gallery, devtools: CDPSession, kind: str) -> Motion:
    """A hand of 13 cards turns."""
    event: dict[str, Any] = {"type": "flipped", "seat": 0}
    if kind == "auf-ab":
        event = {"type": "turned", "direction": "falling"}
    cards = {"auf-ab": AUF_AB, "dnpup": DNPUP}[kind][:CARDS]
    gallery.show(after(kind, cards, event), see=1)
    gallery.page.wait_for_function("document.fonts.status === 'loaded'")
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    before = work(devtools)
    times: list[float] = gallery.page.evaluate(FRAMES)
    now = work(devtools)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    gaps = [later - sooner for sooner, later in pairwise(times)]
    return Motion(
        rate=1000 * len(gaps) / (times[-1] - times[0]),
        gap=max(gaps),
        worked=1000 * (now["TaskDuration"] - before["TaskDuration"]),
        layouts=now["LayoutCount"] - before["LayoutCount"],
    )


def spread(values: list[float]) -> str:
    """The median, and in brackets the least and the most."""
    return f"{median(values):.0f} ({min(values):.0f}–{max(values):.0f})"


def table(header: list[str], rows: list[list[str]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def ways(browser: Browser, games: list[str], runs: int) -> str:
    """The long tasks of every game."""
    header = [
        "game, way",
        "taps",
        "seconds",
        "longest task ms",
        "tasks over 100 ms a run",
        "work ms",
    ]
    rows = []
    for game in games:
        found: list[tuple[Way, Way]] = []
        for _ in range(runs):
            # A server anew each time: nobody's match is under way.
            with tempfile.TemporaryDirectory() as data, Server(Path(data)) as server:
                people = People(browser)
                screen = Screen(size=PHONE, motion=True)
                found.append(to_the_first_move(people.come(server, screen), GAMES.index(game)))
                people.go_home()
        for name, each in zip(
            ("address to first move", "the rest of the deal"), zip(*found, strict=True), strict=True
        ):
            long = median(sum(task > 100 for task in way.tasks) for way in each)
            longest = spread([way.longest for way in each])
            worked = spread([way.worked for way in each])
            taps = str(max(way.taps for way in each) or "")
            seconds = f"{median(way.seconds for way in each):.1f}" if taps else ""
            rows.append([f"{game}, {name}", taps, seconds, longest, f"{long:.0f}", worked])
        print("\n".join(" ".join(row) for row in rows[-2:]), flush=True)
    return table(header, rows)


def motions(browser: Browser, runs: int) -> str:
    """The frames of the two motions in which a whole hand turns."""
    header = ["motion", "frames a second", "longest gap ms", "work ms", "layouts"]
    rows = []
    gallery = Gallery(browser, PHONE, motion=True)
    devtools = counted(gallery.page)
    for name, kind in (("flip in dnpup", "dnpup"), ("change in Auf & Ab", "auf-ab")):
        found = [turning(gallery, devtools, kind) for _ in range(runs)]
        rows.append([f"{name}, {CARDS} cards", *map(spread, map(list, zip(*found, strict=True)))])
        print(" ".join(rows[-1]), flush=True)
    gallery.close()
    return table(header, rows)


def jumps(browser: Browser) -> str:
    """What the browser counts as jumps over a whole deal, in every size of window."""
    rows = []
    for game, seats in TABLES:
        row = [f"{game}, {seats} seats"]
        for size in SIZES:
            with tempfile.TemporaryDirectory() as data, Server(Path(data)) as server:
                people = People(browser)
                person = people.come(server, Screen("fr", size, motion=True))
                person.page.add_init_script(WATCH_SHIFTS)
                options = {"schedule": [5, 5]} if game.startswith("ascenseur") else {}
                person.opens(game, seats, options=options)
                Player(person).play_deal()
                row.append(f"{sum(each['value'] for each in shifts(person)):.3f}")
                people.go_home()
        rows.append(row)
        print(" ".join(row), flush=True)
    return table(["game", *(f"{size['width']} × {size['height']}" for size in SIZES)], rows)


def main() -> None:
    """Measure all of it and write it down."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("file", type=Path, nargs="?", help="where the results go")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--games", nargs="*", choices=GAMES, default=list(GAMES))
    parser.add_argument("--jumps", action="store_true", help="play a deal in every size of window")
    wish = parser.parse_args()
    with browsing() as browser:
        turned = motions(browser, wish.runs)
        found = ways(browser, wish.games, wish.runs) if wish.games else ""
        jumped = jumps(browser) if wish.jumps else ""
    load = ", ".join(f"{each:.1f}" for each in os.getloadavg())
    written = (
        "# The first minute, long tasks, jumps and frames of the page\n\n"
        f"`python -m tests.system.page_speed`: Chromium on {os.cpu_count()} cores "
        f"({platform.machine()}), 390 × 844; medians of {wish.runs} runs, in brackets the least "
        f"and the most; load average {load}.\n\n"
        f"A hand turns, with the processor slowed {SLOWED} times. Work is what the page's thread "
        f"took of the processor, by its own clock.\n\n{turned}\n\n"
        "A newcomer, from an empty browser, at full speed. Wanted: no task over 100 ms on the way "
        f"to the first move, and at most three taps.\n\n{found}\n"
    )
    if jumped:
        written += (
            "\nLayout shift over a whole deal, from the moment one sits down; "
            f"wanted: below 0.05.\n\n{jumped}\n"
        )
    if wish.file:
        wish.file.write_text(written, encoding="utf-8")
    else:
        print(written)


main()
