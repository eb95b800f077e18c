"""What holds on every page: accessible, in the reader's words, and whole at four times the size."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Request, ViewportSize, expect

from tests.system.browser.axe import findings
from tests.system.browser.pages import PAGES, home, review, rules
from tests.system.browser.people import DESK, PHONE, ZOOMED, People, Person, Screen, Visitors
from tests.system.browser.policy import forbidden
from tests.system.browser.serving import Server
from tests.system.browser.test_layout import PAINTED

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


# A page of 1280 × 1024 at 400 %: as wide as the narrowest phone.
ENLARGED: ViewportSize = {"width": 320, "height": 256}

# What can be pressed and is smaller than 24 × 24; a field has its label to be pressed, links in a
# text are as high as its lines, and what shows only with the focus is a point until then.
SMALL = """() => [...document.querySelectorAll("button, a[href], input, select, summary")]
  .filter((each) => each.checkVisibility() && !each.closest("p, li, .prose, .unseen"))
  .map((each) => [each, (each.closest("label") ?? each).getBoundingClientRect()])
  .filter(([, { width, height }]) => width > 1 && (width < 23.5 || height < 23.5))
  .map(([each, { width, height }]) => `${each.outerHTML.slice(0, 120)}: ${width} × ${height}`)"""

# Texts that are set less evenly than those around them: browsers have rules of their own for
# buttons and fields, under which small words run together.
UNEVEN = """() => [...document.querySelectorAll("button, input, select, textarea")]
  .filter((each) => getComputedStyle(each).textRendering !== "geometricprecision")
  .map((each) => each.outerHTML.slice(0, 120))"""

# The names of languages that stand there unmarked in a page of another one.
UNMARKED = """() => [["en", "English"], ["fr", "Français"]].flatMap(([code, name]) =>
  [...document.querySelectorAll("button, span")]
    .filter((each) => each.textContent.trim() === name && each.closest("[lang]").lang !== code)
    .map((each) => each.outerHTML))"""


def fits(person: Person) -> bool:
    """Whether one can read everything without scrolling sideways."""
    size = person.page.viewport_size
    assert size is not None
    # What follows the window does so in the next frame.
    person.page.evaluate(PAINTED)
    width = person.page.evaluate("document.documentElement.scrollWidth")
    return bool(width <= size["width"])


@contextmanager
def noting(person: Person, part: str, found: list[str]) -> Iterator[None]:
    """Notes every address with this in it that the page asks for meanwhile."""

    def note(request: Request) -> None:
        if part in request.url:
            found.append(request.url.removeprefix(person.server.address))

    person.page.on("request", note)
    try:
        yield
    finally:
        person.page.remove_listener("request", note)


@pytest.mark.parametrize("screen", SCREENS.values(), ids=SCREENS)
@pytest.mark.parametrize("place", PAGES)
def test_accessible_translated_allowed_and_no_wider_than_the_screen(
    place: str, screen: Screen, visitors: Visitors
) -> None:
    """Everything is asked of one visit: the way to a page takes far longer than the questions."""
    somebody = visitors.at(screen)
    words: list[str] = []
    with noting(somebody, "/api/words/", words):
        PAGES[place](somebody)
    assert words == [], "they come with the page"
    assert findings(somebody.page) == []
    assert somebody.page.locator("html").get_attribute("lang") == screen.lang
    assert re.findall(r"\bweb\.[a-z]+\.[a-z.-]+", somebody.page.evaluate(SHOWN)) == []
    assert somebody.page.evaluate(UNMARKED) == []
    assert somebody.page.evaluate(UNEVEN) == []
    assert fits(somebody)
    somebody.page.set_viewport_size(ENLARGED)
    assert fits(somebody), "at four times the size"
    assert somebody.page.evaluate(SMALL) == []
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


def test_the_words_of_rarer_pages_come_on_the_way_there_once_and_in_every_language(
    people: People, server: Server
) -> None:
    ada = people.come(server)
    words: list[str] = []
    with noting(ada, "/api/words/", words):
        home(ada)
        for _ in range(2):
            ada.find("link", "web.profile.title").click()
            expect(ada.find("heading", "web.profile.title")).to_be_visible()
            ada.page.go_back()
            expect(ada.page.get_by_role("article")).to_have_count(4)
    assert words == ["/api/words/en?part=later"]
    ada.find("link", "web.profile.title").click()
    ada.press("web.settings.title")
    ada.page.get_by_text("Français").click()
    ada.lang = "fr"
    ada.page.keyboard.press("Escape")
    expect(ada.find("heading", "web.profile.title")).to_be_visible()
    assert re.findall(r"\bweb\.[a-z]+\.[a-z.-]+", ada.page.evaluate(SHOWN)) == []


def test_where_the_words_of_a_page_cannot_be_had_the_page_says_so(
    people: People, server: Server
) -> None:
    ada = people.come(server)
    ada.patient = True
    home(ada)
    ada.context.route("**/api/words/*", lambda route: route.abort())
    ada.find("link", "web.profile.title").click()
    expect(ada.page.get_by_text(ada.says("web.net.page-failed"))).to_be_visible()
    ada.context.unroute_all()
    ada.press("web.net.again")
    expect(ada.find("heading", "web.profile.title")).to_be_visible()


def test_on_paper_letters_are_dark_and_there_is_nothing_to_press(visitors: Visitors) -> None:
    ada = visitors.at(SCREENS["french-desk-dark"])
    for way in (rules, review):
        way(ada)
        ada.page.emulate_media(media="print")
        expect(ada.page.get_by_role("main")).to_have_css("color", "rgb(29, 42, 36)")
        expect(ada.page.get_by_role("button").locator("visible=true")).to_have_count(0)
        expect(ada.page.locator("a.button").locator("visible=true")).to_have_count(0)
        ada.page.emulate_media(media="screen")
