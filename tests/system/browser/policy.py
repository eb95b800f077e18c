"""Hears what the policy of the server's answers has forbidden to a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import ConsoleMessage

if TYPE_CHECKING:
    from tests.system.browser.people import Person

# Collected from the very first script on, by an event that the browser sends for each.
LISTEN = """
window.forbidden = [];
document.addEventListener("securitypolicyviolation", (event) => {
  window.forbidden.push(`${event.effectiveDirective}: ${event.blockedURI} ${event.sample}`);
});
"""


def attentive(person: Person) -> list[str]:
    """Let this person's browser tell of all that is forbidden; the console's lines come here."""
    said: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text:
            said.append(message.text)

    person.page.on("console", hear)
    person.page.add_init_script(LISTEN)
    return said


def forbidden(person: Person, said: list[str]) -> list[str]:
    """What was forbidden until now, by the page's events and by the console."""
    found: list[str] = person.page.evaluate("window.forbidden")
    return found + said
