"""What holds on every page: accessible, in the reader's words, and whole at twice the size."""

from __future__ import annotations

import re

import pytest

from tests.system.browser.axe import findings
from tests.system.browser.pages import PAGES
from tests.system.browser.people import DESK, PHONE, ZOOMED, Person, Screen, Visitors
from tests.system.browser.policy import forbidden

SCREENS = {
    "english-phone-light": Screen("en", PHONE, theme="light"),
    "french-desk-dark": Screen("fr", DESK, theme="dark"),
}


# What is in the page, less the words that it brings along for scripts.
SHOWN = """() => {
  const copy = document.documentElement.cloneNode(true);
  copy.querySelectorAll("script").forEach((script) => script.remove());
  return copy.outerHTML;
}"""


def fits(person: Person) -> bool:
    """Whether one can read everything without scrolling sideways."""
    return bool(
        person.page.evaluate(
            "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        )
    )


@pytest.mark.parametrize("screen", SCREENS.values(), ids=SCREENS)
@pytest.mark.parametrize("place", PAGES)
def test_accessible_translated_allowed_and_no_wider_than_the_screen(
    place: str, screen: Screen, visitors: Visitors
) -> None:
    """Everything is asked of one visit: the way to a page takes far longer than the questions."""
    somebody = visitors.at(screen)
    PAGES[place](somebody)
    assert findings(somebody.page) == []
    assert somebody.page.locator("html").get_attribute("lang") == screen.lang
    assert re.findall(r"\bweb\.[a-z]+\.[a-z.-]+", somebody.page.evaluate(SHOWN)) == []
    assert fits(somebody)
    if screen.size == DESK:
        _enlarge(somebody)
    assert forbidden(somebody, somebody.forbidden_lines) == []


def _enlarge(person: Person) -> None:
    """At twice the size, and with letters of twice the size, nothing is wider than the screen."""
    person.page.set_viewport_size(ZOOMED)
    assert fits(person), "at twice the size"
    person.page.set_viewport_size(DESK)
    # Not by a style in the page, which its policy forbids.
    person.page.evaluate(
        "document.documentElement.style.setProperty('font-size', '200%', 'important')"
    )
    assert fits(person), "with letters of twice the size"
