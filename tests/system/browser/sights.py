"""What a page shows of a table, as a screen reader would find it: everything that has a name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from tests.system.browser.people import Person

TABS = ("score", "story", "chat")

# The regions of the table, but for the line, that lie under what holds up the game.
COVERED = """() => {
  const strip = document.querySelector(".strip").getBoundingClientRect();
  return [...document.querySelectorAll(".others li, .middle, .actions, .hand")].filter((each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    return left < strip.right && right > strip.left && top < strip.bottom && bottom > strip.top;
  }).map((each) => each.className);
}"""


def seen(person: Person) -> dict[str, str]:
    """Board, score sheet, log and chat, at a desk."""
    found = {"board": person.page.get_by_role("main").aria_snapshot()}
    for tab in TABS:
        person.page.get_by_role("tab", name=person.says(f"web.room.tab.{tab}")).click()
        found[tab] = person.page.get_by_role("tabpanel").aria_snapshot()
    return found


def story(person: Person) -> list[str]:
    """The log of the deal, line by line, the latest first."""
    person.page.get_by_role("tab", name=person.says("web.room.tab.story")).click()
    return person.page.get_by_role("tabpanel").get_by_role("listitem").all_inner_texts()


def covered_by_a_request(person: Person) -> list[str]:
    """What a pause or a question hides of the others, the middle, the actions and the hand."""
    expect(person.page.locator(".strip")).to_be_visible()
    covered: list[str] = person.page.evaluate(COVERED)
    return covered


def announced(person: Person) -> list[str]:
    """What a screen reader was told so far."""
    return person.page.get_by_role("log").locator("p").all_inner_texts()
