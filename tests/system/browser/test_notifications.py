"""A notification of one's turn: offered among people, shown while the page is out of sight.

A browser without windows has no notifications, so these tests want one with windows, without a
screen; where there is none they are skipped.
"""

from __future__ import annotations

import re
import secrets
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from funicular.lang import catalogue
from tests.kit.serving import Message
from tests.system.browser.chromium import FLAGS
from tests.system.browser.people import PATIENCE, PHONE, remembering
from tests.system.browser.serving import Server

WINDOWED = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
# No driver can cover a window that is on no screen: the page is told so instead.
LOOK = """(hidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
SHOWN = """navigator.serviceWorker.ready.then((worker) => worker.getNotifications())
  .then((all) => all.map(({ title, body, tag }) => [title, body, tag]))"""
# Shown after all that was under way before it.
MARK = """navigator.serviceWorker.ready.then((worker) =>
  worker.showNotification("mark", { tag: "mark" }))"""
INSTALLED = "() => navigator.serviceWorker.ready.then(() => true)"


def says(key: str) -> str:
    return str(catalogue("en").sentences[key])


@pytest.fixture(scope="module")
def windowed(browser: Browser) -> Iterator[Browser]:
    found = next(filter(None, map(shutil.which, WINDOWED)), None)
    if found is None:
        pytest.skip("no Chromium with windows")
    flags = (*FLAGS, "--headless=new")
    launched = browser.browser_type.launch(executable_path=found, args=flags, headless=False)
    yield launched
    launched.close()


@pytest.fixture
def context(windowed: Browser) -> Iterator[BrowserContext]:
    context = windowed.new_context(locale="en-GB", viewport=PHONE, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


class Table:
    """A table of two people: Ada, who has a page, and Bob, who plays over HTTP."""

    def __init__(self, server: Server) -> None:
        self.server = server
        wish = {"start": False, "pace": "instant"}
        self.opened = server.open_table("dnpup", 2, "Ada", lang="en", **wish)
        self.path = f"/api/tables/{self.opened['table']}"
        self._bob = ""

    def visit(self, context: BrowserContext) -> Page:
        table, invite, token = (self.opened[name] for name in ("table", "invite", "token"))
        page = context.new_page()
        context.add_init_script(remembering(table, "dnpup", invite, token))
        page.goto(f"{self.server.address}/t/{table}#{invite}")
        return page

    def bob_sits_down(self) -> None:
        sit = {"do": "sit", "name": "Bob", "nonce": secrets.token_hex(16), "seat": None}
        self._bob = self._do(sit, self.opened["invite"])["token"]

    def begins(self) -> None:
        self._do({"do": "start"}, self.opened["token"])

    def until_turn_of(self, ada: bool) -> None:  # noqa: FBT001 - of one of two
        """Whoever else's turn it is moves, until it is this one's."""
        while True:
            deal = self.server.told(self.path, secret=self.opened["token"])["deal"]
            if bool(deal["legal"]) is ada:
                return
            mover = self._bob if ada else self.opened["token"]
            deal = self.server.told(self.path, secret=mover)["deal"]
            self._do({"do": "move", "move": deal["legal"][0], "turn": deal["turn"]}, mover)

    def _do(self, command: Message, secret: str) -> Message:
        body = {"type": "do", "id": secrets.token_hex(4), "command": command}
        answer: Message = self.server.told(f"{self.path}/commands", body, secret)
        return answer


def test_it_is_offered_once_and_only_where_other_people_sit(
    server: Server, context: BrowserContext
) -> None:
    table = Table(server)
    page = table.visit(context)
    offer = page.get_by_text(says("web.offline.offer"))
    link = page.get_by_role("textbox", name=says("web.room.link"))
    expect(link).to_be_visible()
    expect(offer).to_have_count(0)
    table.bob_sits_down()
    expect(offer).to_be_visible()
    page.get_by_role("button", name=says("web.offline.no")).click()
    expect(offer).to_have_count(0)
    page.reload()
    expect(link).to_be_visible()
    expect(page.get_by_role("strong").filter(has_text="Bob")).to_be_visible()
    expect(offer).to_have_count(0)


def test_it_is_shown_while_the_page_is_out_of_sight_and_taken_away_when_it_is_seen(
    server: Server, context: BrowserContext
) -> None:
    table = Table(server)
    context.grant_permissions(["notifications"], origin=server.address)
    page = table.visit(context)
    table.bob_sits_down()
    table.begins()
    expect(page.locator("[data-kind]")).to_be_visible()
    page.evaluate(INSTALLED)
    its_turn = re.compile("^●")

    def shown_at_turn(*, hidden: bool) -> list[list[str]]:
        """What is shown once it has become Ada's turn, her page being in sight or not."""
        page.evaluate(LOOK, False)  # noqa: FBT003 - for a script
        table.until_turn_of(ada=False)
        expect(page).not_to_have_title(its_turn)
        page.evaluate(LOOK, hidden)
        table.until_turn_of(ada=True)
        expect(page).to_have_title(its_turn)
        page.evaluate(MARK)
        shown: list[list[str]] = page.evaluate(SHOWN)
        return [each for each in shown if each[0] != "mark"]

    # The browser allows it, but the player has not asked for it.
    assert shown_at_turn(hidden=True) == []
    page.evaluate(LOOK, False)  # noqa: FBT003 - for a script
    page.get_by_role("button", name=says("web.settings.title")).click()
    page.get_by_role("checkbox", name=says("web.offline.notify")).check()
    page.get_by_role("button", name=says("web.net.close")).click()
    assert shown_at_turn(hidden=False) == []
    notice = [says("web.room.your-turn"), "dnpup", f"/t/{table.opened['table']}"]
    assert shown_at_turn(hidden=True) == [notice]
    # One a table, however many turns there are; none once the table is looked at.
    page.evaluate(LOOK, False)  # noqa: FBT003 - for a script
    page.wait_for_function(f"{SHOWN}.then((all) => all.every(([title]) => title === 'mark'))")
    # The browser's own word counts for more than what was wished for here.
    context.clear_permissions()
    assert page.evaluate("Notification.permission") != "granted"
    page.evaluate(LOOK, True)  # noqa: FBT003 - for a script
    table.until_turn_of(ada=False)
    expect(page).not_to_have_title(its_turn)
    table.until_turn_of(ada=True)
    expect(page).to_have_title(its_turn)
    context.grant_permissions(["notifications"], origin=server.address)
    page.evaluate(MARK)
    assert {title for title, *_ in page.evaluate(SHOWN)} == {"mark"}
