"""Takes pictures of every page at every size, light and dark, in every language.

    python -m tests.system.browser build/screenshots [--sizes phone …] [page …]
    python -m tests.system.browser films build/films [film …]
    python -m tests.system.browser moving-picture docs/pictures/match.png
    python -m tests.system.browser readme docs/pictures

The second writes film strips of all that moves, the third the README's moving picture, the fourth
those that stand still. To be looked at: no test knows what is ugly.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import tempfile
from pathlib import Path
from typing import Literal

from playwright.sync_api import ViewportSize

from funicular.lang import languages
from tests.system.browser import films, moving_picture
from tests.system.browser.chromium import browsing
from tests.system.browser.pages import PAGES
from tests.system.browser.people import DESK, PHONE, People, Screen
from tests.system.browser.serving import Server

SIZES: dict[str, ViewportSize] = {
    "small": {"width": 360, "height": 640},
    "phone": PHONE,
    "landscape": {"width": 844, "height": 390},
    "tablet": {"width": 768, "height": 1024},
    "desk": DESK,
    "wide": {"width": 1920, "height": 1080},
}
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")

# The README's, by the names of their files: the page, and whether it is seen at a desk.
README = {
    "ascenseur-desktop": ("ascenseur", True),
    "auf-ab-phone": ("auf_ab", False),
    "dnpup-phone": ("dnpup", False),
    "home-phone": ("home", False),
    "result-phone": ("result", False),
    "review-phone": ("review", False),
    "puzzle-phone": ("puzzle", False),
}


def take_for_readme(folder: Path) -> None:
    """Write the README's pictures that stand still."""
    with tempfile.TemporaryDirectory() as data, Server(Path(data)) as server, browsing() as browser:
        people = People(browser)
        for name, (page, at_a_desk) in README.items():
            screen = Screen(size=DESK) if at_a_desk else Screen(size=PHONE, scale=2)
            somebody = people.come(server, screen)
            PAGES[page](somebody)
            somebody.page.screenshot(path=folder / f"{name}.png")
            somebody.context.close()
            print(name)


def take(folder: Path, pages: list[str], sizes: list[str]) -> None:
    """Write a picture for each page, size, theme and language."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, Server(Path(data)) as server, browsing() as browser:
        people = People(browser)
        for page in pages:
            for size, theme, lang in itertools.product(sizes, THEMES, languages()):
                somebody = people.come(server, Screen(lang, SIZES[size], theme=theme))
                PAGES[page](somebody)
                somebody.page.screenshot(path=folder / f"{page}-{size}-{theme}-{lang}.png")
                somebody.context.close()
            print(page)


def main() -> None:
    """Take the pictures or write the films that were asked for."""
    if sys.argv[1:2] == ["films"]:
        with browsing() as browser:
            for film in films.write(browser, Path(sys.argv[2]), sys.argv[3:]):
                print(film)
        return
    if sys.argv[1:2] == ["moving-picture"]:
        with browsing() as browser:
            moving_picture.write(browser, Path(sys.argv[2]))
        return
    if sys.argv[1:2] == ["readme"]:
        take_for_readme(Path(sys.argv[2]))
        return
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("pages", nargs="*", choices=[*PAGES, []], help="all unless some are named")
    parser.add_argument("--sizes", nargs="+", choices=SIZES, default=list(SIZES))
    given = parser.parse_args()
    take(given.folder, given.pages or list(PAGES), given.sizes)


main()
