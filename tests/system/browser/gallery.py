"""The gallery: boards in states of one's own choosing, from files alone, without a server."""

from __future__ import annotations

import fcntl
import json
import mimetypes
import subprocess
from functools import cache
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlencode, urlsplit

from playwright.sync_api import Browser, Page, Route, ViewportSize

from funicular.lang import catalogue

ROOT = Path(__file__).parents[3]
BUILT = ROOT / "build" / "gallery"
CLIENT = ROOT / "client"
GAMES = CLIENT / "src" / "games"
ADDRESS = "http://gallery.test"
Scene = dict[str, Any]


@cache
def build() -> None:
    """Build the page into build/gallery, once for all test processes and again after a change."""
    stamp = BUILT / ".newest"
    BUILT.parent.mkdir(exist_ok=True)
    with (BUILT.parent / "gallery.lock").open("w") as lock:
        # Without it one process would empty the folder that another is showing.
        fcntl.flock(lock, fcntl.LOCK_EX)
        newest = str(_newest_source())
        if not stamp.exists() or stamp.read_text(encoding="utf-8") != newest:
            subprocess.run(("sh", "tools/client", ".venv", "gallery"), cwd=ROOT, check=True)
            stamp.write_text(newest, encoding="utf-8")


def _newest_source() -> int:
    """When any of the client's sources was last changed, in ns."""
    sources = (*CLIENT.glob("*.*"), *(CLIENT / "src").rglob("*"))
    return max(source.stat().st_mtime_ns for source in sources)


@cache
def _scenes(kind: str) -> str:
    return (GAMES / kind / "fixtures.json").read_text(encoding="utf-8")


def scene(kind: str, number: int) -> Scene:
    """A real deal of this game, to be changed at will."""
    return dict(json.loads(_scenes(kind))[number])


class Gallery:
    """A page that shows one board after another."""

    def __init__(  # noqa: PLR0913 - each has a name of its own
        self,
        browser: Browser,
        size: ViewportSize,
        *,
        motion: bool = False,
        theme: Literal["light", "dark"] = "light",
        forced: bool = False,
        contrast: Literal["more", "no-preference"] = "no-preference",
    ) -> None:
        build()
        self._scene: Scene = {}
        self._context = browser.new_context(
            viewport=size,
            reduced_motion="no-preference" if motion else "reduce",
            color_scheme=theme,
            forced_colors="active" if forced else "none",
            contrast=contrast,
        )
        self.page: Page = self._context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.route(f"{ADDRESS}/**", self._answer)
        self._devtools = self._context.new_cdp_session(self.page)
        self._devtools.send("Animation.enable")

    def _answer(self, route: Route) -> None:
        path = urlsplit(route.request.url).path.lstrip("/")
        if path == "scene.json":
            route.fulfill(json=self._scene)
        elif path.startswith("api/words/"):
            route.fulfill(json=catalogue(path.rpartition("/")[2]).sentences)
        elif (file := BUILT / path).is_file():
            kind = mimetypes.guess_type(file.name)[0] or "text/plain"
            route.fulfill(body=file.read_bytes(), content_type=kind)
        else:
            route.fulfill(status=404)

    def show(self, scene: Scene, **query: object) -> None:
        """Show this scene: `see` is after how many of its events."""
        self._scene = scene
        self.page.goto(f"{ADDRESS}/gallery.html?{urlencode({'from': '/scene.json', **query})}")
        self.page.locator("[data-kind]").wait_for()

    def step(self) -> None:
        """Let the next thing happen."""
        self.page.evaluate("dispatchEvent(new Event('step'))")

    def pace(self, rate: float) -> None:
        """Let all that moves take its time, as many times as fast as it would."""
        self._devtools.send("Animation.setPlaybackRate", {"playbackRate": rate})

    def moving(self) -> None:
        """Wait until something moves."""
        self.page.wait_for_function(
            "document.querySelector('.flights') || document.getAnimations().some(({ id }) => id)"
        )

    def close(self) -> None:
        self._context.close()
        assert not self.errors, self.errors
