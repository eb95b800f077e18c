"""Takes pictures of every page, on a phone and at a desk, light and dark, in every language.

    python -m tests.system.browser build/screenshots [place ...]
    python -m tests.system.browser films build/films [film ...]

The second writes film strips of all that moves. To be looked at: no test knows what is ugly.
"""

from __future__ import annotations

import itertools
import sys
import tempfile
from pathlib import Path
from typing import Literal

from funicular.lang import languages
from tests.system.browser import films
from tests.system.browser.chromium import browsing
from tests.system.browser.pages import PAGES
from tests.system.browser.people import DESK, PHONE, People, Screen
from tests.system.browser.serving import Server

SIZES = {"phone": PHONE, "desk": DESK}
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def main(folder: Path, places: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, Server(Path(data)) as server, browsing() as browser:
        people = People(browser)
        for place in places or PAGES:
            for size, theme, lang in itertools.product(SIZES, THEMES, languages()):
                screen = Screen(lang, SIZES[size], theme=theme)
                somebody = people.come(server, screen)
                PAGES[place](somebody)
                name = f"{place}-{size}-{theme}-{lang}.png"
                somebody.page.screenshot(path=folder / name)
                somebody.context.close()
            print(place)


if sys.argv[1] == "films":
    with browsing() as browser:
        for film in films.write(browser, Path(sys.argv[2]), sys.argv[3:]):
            print(film)
else:
    main(Path(sys.argv[1]), sys.argv[2:])
