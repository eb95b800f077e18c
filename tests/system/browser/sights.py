"""What a page shows of a table, as a screen reader would find it: everything that has a name."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.system.browser.people import Person

TABS = ("score", "story", "chat")


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


def announced(person: Person) -> list[str]:
    """What a screen reader was told so far."""
    return person.page.get_by_role("log").locator("p").all_inner_texts()
