"""People at browsers: each has a context of their own, a language, and a phone or a desk.

They find things as a person does, by what they are called; the names come from the catalogue, in
the language of the page.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    ViewportSize,
    expect,
)

from funicular.lang import catalogue
from tests.kit.serving import Message
from tests.system.browser.policy import attentive
from tests.system.browser.serving import Server


@dataclass(frozen=True)
class Screen:
    """What somebody looks at."""

    lang: str = "en"
    size: ViewportSize = field(default_factory=lambda: DESK)
    scale: float = 1
    theme: Literal["light", "dark"] = "light"
    motion: bool = False


PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1440, "height": 900}
# A page of 1440 × 900 at 200 %.
ZOOMED: ViewportSize = {"width": 720, "height": 450}
AT_A_DESK = Screen()
ON_A_PHONE = Screen(size=PHONE)
Role = Literal["button", "link", "textbox", "checkbox", "tab", "radio", "heading", "dialog"]

# Milliseconds for anything to appear; only a busy machine or a fault needs as much.
PATIENCE = 60_000
expect.set_options(timeout=PATIENCE)

# What a browser itself says of a line that is down; our own errors never look like this.
DOWN = re.compile(r"WebSocket connection to|Failed to load resource|ERR_INTERNET_DISCONNECTED")


class Person:
    """Somebody with a page."""

    def __init__(self, context: BrowserContext, server: Server, lang: str, name: str) -> None:
        self.context = context
        self.server = server
        self.lang = lang
        self.name = name
        self.page: Page = context.new_page()
        self.errors: list[str] = []
        # Whether the line may go down in this test.
        self.patient = False
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._hear)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not (self.patient and DOWN.search(message.text)):
            self.errors.append(message.text)

    def says(self, key: str, **values: object) -> str:
        """How the page says this key of the catalogue."""
        words = catalogue(self.lang)
        text = words.sentence(key, is_reader=False, number=values.get("n"))
        return re.sub(r"\{(\w+)\}", lambda found: str(values.get(found[1], found[0])), text)

    def like(self, key: str) -> re.Pattern[str]:
        """All that the page may say for this key, whatever the values in it."""
        forms = catalogue(self.lang).sentences[key]
        found = [forms] if isinstance(forms, str) else list(forms.values())
        texts = [form for form in found if isinstance(form, str)]
        escaped = [re.sub(r"\\{\w+\\}", ".+", re.escape(text)) for text in texts]
        return re.compile(f"^({'|'.join(escaped)})")

    def find(self, role: Role, key: str, **values: object) -> Locator:
        """The thing of this role with this name."""
        return self.page.get_by_role(role, name=self.says(key, **values), exact=True)

    def press(self, key: str, **values: object) -> None:
        self.find("button", key, **values).click()

    def go(self, path: str) -> None:
        self.page.goto(self.server.address + path)
        expect(self.page.locator("html")).to_have_attribute("lang", self.lang)
        # The server has written something to look at until the client begins.
        expect(self.page.locator(".first-sight")).to_have_count(0)

    def remembers(self, table: str, game: str, invite: str, token: str | None) -> None:
        """Lets the browser hold the secret of a seat, as if it had sat there before."""
        self.context.add_init_script(remembering(table, game, invite, token))

    def opens(self, game: str, seats: int, **wishes: object) -> str:
        """Opens a table of quick bots and goes there; returns the link for others."""
        opened = self.server.open_table(game, seats, self.name, lang=self.lang, **wishes)
        return self.sits_at(opened, game)

    def opens_and_plays(
        self, game: str, seats: int, done: Callable[[Message, int], bool], **wishes: object
    ) -> str:
        """The same, but goes there only when the table is as far as `done` says."""
        opened = self.server.open_table(game, seats, self.name, lang=self.lang, **wishes)
        self.server.play_until(opened, done)
        return self.sits_at(opened, game)

    def sits_at(self, opened: dict[str, str], game: str) -> str:
        """Goes to a table that was opened; returns the link for others."""
        self.remembers(opened["table"], game, opened["invite"], opened["token"])
        link = f"/t/{opened['table']}#{opened['invite']}"
        self.go(link)
        return link


class Visitor(Person):
    """Somebody whose page serves one test after another, and tells of all that its policy forbids.

    To load our page into a page that was used before takes half as long as into a new browser.
    """

    def __init__(self, context: BrowserContext, server: Server, screen: Screen) -> None:
        super().__init__(context, server, screen.lang, "Ada")
        self.forbidden_lines = attentive(self)
        self._size = screen.size

    def begin_anew(self) -> None:
        """Know as little as a new browser does, and stand at an empty page of the server."""
        self.page.goto(f"{self.server.address}/healthz")
        self.page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        self.page.set_viewport_size(self._size)
        self.forbidden_lines.clear()
        self.errors.clear()
        self.patient = False

    def remembers(self, table: str, game: str, invite: str, token: str | None) -> None:
        """As anybody does, but no longer than this test."""
        self.page.evaluate(f"() => {{ {remembering(table, game, invite, token)} }}")


class Visitors:
    """A visitor for each kind of screen, who stays for all tests that look at something there."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self._browser = browser
        self._server = server
        self._staying: dict[str, Visitor] = {}

    def at(self, screen: Screen) -> Visitor:
        """The one at such a screen, who knows nothing of the tests before."""
        if (visitor := self._staying.get(str(screen))) is None:
            visitor = Visitor(context_of(self._browser, screen), self._server, screen)
            self._staying[str(screen)] = visitor
        visitor.begin_anew()
        return visitor

    def check_errors(self) -> None:
        """No page may have had an error since its test began; the next begins without any."""
        errors = [error for visitor in self._staying.values() for error in visitor.errors]
        for visitor in self._staying.values():
            visitor.errors.clear()
        assert not errors, errors

    def go_home(self) -> None:
        for visitor in self._staying.values():
            visitor.context.close()


def context_of(browser: Browser, screen: Screen) -> BrowserContext:
    """A new browser, as far as pages can tell."""
    touch = screen.size["width"] < 500
    made = browser.new_context(
        viewport=screen.size,
        device_scale_factor=screen.scale,
        locale={"en": "en-GB", "fr": "fr-FR"}.get(screen.lang, screen.lang),
        color_scheme=screen.theme,
        reduced_motion="no-preference" if screen.motion else "reduce",
        has_touch=touch,
        is_mobile=touch,
        permissions=["clipboard-read", "clipboard-write"],
        # A visit keeps nothing for the next one here; test_offline.py is about that.
        service_workers="block",
    )
    made.set_default_timeout(PATIENCE)
    return made


def remembering(table: str, game: str, invite: str, token: str | None) -> str:
    """The script that puts the secret of a seat where our page keeps it."""
    kept = {"id": table, "game": game, "invite": invite, "token": token, "visited": 0}
    return f"localStorage['funicular.table.{table}'] ??= {json.dumps(json.dumps(kept))}"


class People:
    """All who take part in a test."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._people: list[Person] = []

    def come(self, server: Server, screen: Screen = AT_A_DESK, name: str = "Ada") -> Person:
        """Somebody comes, with a new browser."""
        person = Person(context_of(self._browser, screen), server, screen.lang, name)
        self._people.append(person)
        return person

    def go_home(self) -> None:
        errors = [error for person in self._people for error in person.errors]
        for person in self._people:
            person.context.close()
        assert not errors, errors
