"""On no page is there anything that the policy of the server's answers forbids."""

from __future__ import annotations

import pytest
from playwright.sync_api import ConsoleMessage

from tests.system.browser.people import DESK, People, Person, Screen
from tests.system.browser.places import PLACES
from tests.system.browser.playing import Player
from tests.system.browser.serving import Server

# Collected from the very first script on, by an event that the browser sends for each.
LISTEN = """
window.forbidden = [];
document.addEventListener("securitypolicyviolation", (event) => {
  window.forbidden.push(`${event.effectiveDirective}: ${event.blockedURI} ${event.sample}`);
});
"""


def attentive(people: People, server: Server) -> tuple[Person, list[str]]:
    """Somebody whose browser tells of everything that was forbidden."""
    somebody = people.come(server, Screen("en", DESK))
    said: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text:
            said.append(message.text)

    somebody.page.on("console", hear)
    somebody.page.add_init_script(LISTEN)
    return somebody, said


@pytest.mark.parametrize("place", PLACES)
def test_no_page_does_what_the_policy_forbids(place: str, people: People, server: Server) -> None:
    somebody, said = attentive(people, server)
    PLACES[place](somebody)
    assert somebody.page.evaluate("window.forbidden") == []
    assert said == []


def test_a_whole_match_with_its_animations_needs_nothing_else(
    people: People, server: Server
) -> None:
    somebody, said = attentive(people, server)
    somebody.opens("auf-ab", 3, options={"deals": 1})
    Player(somebody).play_match()
    assert somebody.page.evaluate("window.forbidden") == []
    assert said == []


def test_the_browser_would_tell_of_a_script_or_style_in_the_page(
    people: People, server: Server
) -> None:
    """So that the tests above can fail; and so that markup, wherever it came from, does nothing."""
    somebody, _ = attentive(people, server)
    PLACES["home"](somebody)
    somebody.page.evaluate(
        """() => {
          document.body.insertAdjacentHTML("beforeend",
            '<p style="color: red"></p><img src="x" onerror="window.hit = true">');
          const script = document.createElement("script");
          script.textContent = "window.hit = true";
          document.body.append(script);
        }"""
    )
    somebody.page.wait_for_function("window.forbidden.length >= 3")
    assert somebody.page.evaluate("window.hit") is None
    # Each of them is an error on the console, which here is as it should be.
    somebody.errors.clear()
