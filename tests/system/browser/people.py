"""People at browsers: each has a context of their own, a language, and a phone or a desk.

They find things as a person does, by what they are called; the names come from the catalogue, in
the language of the page.
"""

from __future__ import annotations

import json
import re
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
        texts = [forms] if isinstance(forms, str) else list(forms.values())
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
        kept = {"id": table, "game": game, "invite": invite, "token": token, "visited": 0}
        self.context.add_init_script(
            f"localStorage['funicular.table.{table}'] ??= {json.dumps(json.dumps(kept))}"
        )

    def opens(self, game: str, seats: int, **wishes: object) -> str:
        """Opens a table of quick bots and goes there; returns the link for others."""
        opened = self.server.open_table(game, seats, self.name, lang=self.lang, **wishes)
        self.remembers(opened["table"], game, opened["invite"], opened["token"])
        link = f"/t/{opened['table']}#{opened['invite']}"
        self.go(link)
        return link


class People:
    """All who take part in a test."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._people: list[Person] = []

    def come(self, server: Server, screen: Screen = AT_A_DESK, name: str = "Ada") -> Person:
        """Somebody comes, with a new browser."""
        touch = screen.size["width"] < 500
        made = self._browser.new_context(
            viewport=screen.size,
            device_scale_factor=screen.scale,
            locale={"en": "en-GB", "fr": "fr-FR"}[screen.lang],
            color_scheme=screen.theme,
            reduced_motion="no-preference" if screen.motion else "reduce",
            has_touch=touch,
            is_mobile=touch,
            permissions=["clipboard-read", "clipboard-write"],
            # A visit keeps nothing for the next one here; test_offline.py is about that.
            service_workers="block",
        )
        made.set_default_timeout(PATIENCE)
        person = Person(made, server, screen.lang, name)
        self._people.append(person)
        return person

    def go_home(self) -> None:
        errors = [error for person in self._people for error in person.errors]
        for person in self._people:
            person.context.close()
        assert not errors, errors
