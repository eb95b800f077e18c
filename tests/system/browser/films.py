"""Film strips: each motion of the table as a sheet of stills, to be looked at.

    python -m tests.system.browser films build/films [name ...]

Of the boards in the gallery every animation is stopped and set to the same time, so that the stills
are exact; the ends of a deal and of a match are filmed at a real table.
"""

from __future__ import annotations

import base64
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize

from tests.system.browser.gallery import Gallery, scene
from tests.system.browser.people import PHONE, People, Screen
from tests.system.browser.playing import Player
from tests.system.browser.serving import Server

# Milliseconds into a motion.
STILLS = (0, 60, 130, 200, 280, 380, 500, 620, 740, 860, 1000)
SEEK = """(time) => {
  for (const animation of document.getAnimations()) {
    animation.pause();
    animation.currentTime = time;
  }
}"""
FINISH = """() => {
  // A ring that goes round has no end.
  const endless = ({ effect }) => effect.getComputedTiming().endTime === Infinity;
  for (const animation of document.getAnimations()) if (!endless(animation)) animation.finish();
}"""
# Film, game, number of the scene, how many of its events have happened; the next one is filmed.
MOTIONS: dict[str, tuple[str, int, int]] = {
    "deal": ("ascenseur", 0, 0),
    "deal-auf-ab": ("auf-ab", 0, 0),
    "play-own": ("ascenseur", 1, 6),
    "play-other": ("ascenseur", 1, 5),
    "sweep": ("ascenseur", 1, 9),
    "lay": ("auf-ab", 1, 9),
    "change": ("auf-ab", 1, 8),
    "flip": ("dnpup", 3, 10),
    "taken-by-me": ("dnpup", 3, 4),
    "sent-home": ("dnpup", 0, 3),
}
Still = bytes
Film = Callable[[], Iterator[Still]]


def motion(name: str, browser: Browser, size: ViewportSize) -> Iterator[Still]:
    """The stills of one motion."""
    kind, number, event = MOTIONS[name]
    gallery = Gallery(browser, size, motion=True)
    gallery.show(scene(kind, number), see=event)
    yield gallery.page.screenshot()
    gallery.step()
    gallery.moving()
    for time in STILLS:
        gallery.page.evaluate(SEEK, time)
        yield gallery.page.screenshot()
    gallery.page.evaluate(FINISH)
    yield gallery.page.screenshot()
    gallery.close()


def ending(
    browser: Browser, schedule: list[int], size: ViewportSize, stills: int = 20
) -> Iterator[Still]:
    """From the last move of a deal onwards, at a real table."""
    with tempfile.TemporaryDirectory() as data, Server(Path(data)) as server:
        people = People(browser)
        ada = people.come(server, Screen(size=size, motion=True))
        ada.opens("ascenseur-52", 4, options={"schedule": schedule}, pace="normal")
        player = Player(ada)
        player.wanted()
        player.move()
        player.wanted()
        player.move()
        yield from every(ada.page, 250, stills)
        people.go_home()


def every(page: Page, milliseconds: int, times: int) -> Iterator[Still]:
    """So many stills, so far apart."""
    for _ in range(times):
        yield page.screenshot()
        page.wait_for_timeout(milliseconds)


def films(browser: Browser, size: ViewportSize = PHONE) -> dict[str, Film]:
    """All films there are, by name."""
    found: dict[str, Film] = {name: partial(motion, name, browser, size) for name in MOTIONS}
    found["end-of-deal"] = partial(ending, browser, [1, 2], size)
    found["end-of-match"] = partial(ending, browser, [1], size, 44)
    return found


def sheet(browser: Browser, stills: list[Still], path: Path, columns: int = 7) -> None:
    """Stills side by side as one picture; like neighbours are shown once."""
    kept = [stills[0], *(after for before, after in pairwise(stills) if before != after)]
    pictures = "".join(
        f'<img src="data:image/png;base64,{base64.b64encode(still).decode()}">' for still in kept
    )
    style = (
        "body { margin: 0; padding: 8px; background: #777; display: grid; gap: 8px;"
        f" grid-template-columns: repeat({columns}, 1fr) }} img {{ width: 100%; display: block }}"
    )
    page = browser.new_page(viewport={"width": 1820, "height": 400})
    page.set_content(f"<style>{style}</style>{pictures}")
    page.wait_for_function("[...document.images].every((image) => image.complete)")
    page.screenshot(path=path, full_page=True)
    page.close()


def write(browser: Browser, folder: Path, names: list[str]) -> Iterator[str]:
    """Write a sheet of each film into the folder, and say which is done."""
    folder.mkdir(parents=True, exist_ok=True)
    all_films = films(browser)
    for name in names or all_films:
        sheet(browser, list(all_films[name]()), folder / f"{name}.png")
        yield name
