"""Every link of every page is followed, and left again with Back; the logo is one of the links.

On the way, what WCAG asks of a page and axe cannot see: a title of its own (2.4.2), one heading of
the first level and one main landmark (1.3.1), and the focus on that heading after a link was
followed (2.4.3).
"""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from playwright.sync_api import expect

from tests.system.browser.pages import finished
from tests.system.browser.people import ON_A_PHONE, People, Person
from tests.system.browser.serving import Server

# The links that the client follows by itself: not downloads, and not those to a place on the page.
LINKS = """(within) => [...document.querySelectorAll(`${within} a[href]`)]
  .filter((link) => link.origin === location.origin && !link.download && !link.target)
  .filter((link) => !link.pathname.startsWith("/api/") && link.pathname !== location.pathname)
  .filter((link) => link.checkVisibility())
  .map((link) => link.getAttribute("href"))"""


class Crawler:
    """Somebody who presses everything that leads somewhere."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.page = person.page
        # The title of each page, by its path.
        self.titles: dict[str, str] = {}

    def arrived(self, path: str, *, by_link: bool = True) -> None:
        """The page of this path is there, and is what a page should be."""
        expect(self.page).to_have_url(re.compile(rf"{re.escape(path)}([?#].*)?$"))
        heading = self.page.get_by_role("heading", level=1)
        expect(heading).to_have_count(1)
        expect(self.page.get_by_role("main")).to_have_count(1)
        expect(self.page.get_by_role("banner")).to_have_count(1)
        if by_link:
            expect(heading).to_be_focused()

    def crawl(self, start: str) -> None:
        """Follow every link of this page and come back."""
        self.person.go(start)
        path = urlsplit(start).path
        self.arrived(path, by_link=False)
        # The data of a page come after its frame, and links with them.
        self.page.wait_for_load_state("networkidle")
        assert self.page.title() not in self.titles.values()
        self.titles[path] = self.page.title()
        for href in dict.fromkeys(self.page.evaluate(LINKS, "body")):
            self.page.locator(f'a[href="{href}"]').first.click()
            if "?game=" in href:
                # The sheet of the game is over the page, and has the focus.
                expect(self.page.get_by_role("dialog").locator(":focus")).to_have_count(1)
            else:
                self.arrived(urlsplit(href).path)
            self.page.go_back()
            self.arrived(path)

    def crawl_sheet(self, game: str) -> None:
        """Follow every link of the sheet that opens when a game is chosen."""
        sheet = f"/?game={game}"
        self.person.go(sheet)
        dialog = self.page.get_by_role("dialog")
        expect(dialog).to_be_visible()
        for href in self.page.evaluate(LINKS, "dialog"):
            self.person.go(sheet)
            dialog.locator(f'a[href="{href}"]').click()
            self.arrived(urlsplit(href).path)
            self.page.go_back()
            self.arrived("/")


def test_every_link_of_every_page_can_be_followed_and_left(people: People, server: Server) -> None:
    ada = people.come(server, ON_A_PHONE)
    match = finished(server)
    table = server.open_table("dnpup", 3, "Bob", start=False)
    crawler = Crawler(ada)
    for start in (
        "/",
        f"/r/{match}?deal=2&move=6",
        "/r/",
        f"/review/{match}",
        f"/verify/{match}",
        "/verify",
        "/privacy",
        "/profile",
        "/rules/auf-ab",
        "/rules/ascenseur-52",
        "/learn/auf-ab",
        "/learn/dnpup",
        "/puzzle/today",
        f"/t/{table['table']}#{table['invite']}",
    ):
        crawler.crawl(start)
    crawler.crawl_sheet("dnpup")


def test_a_replay_that_runs_stays_left(people: People, server: Server) -> None:
    """A step of the film while the next page is on its way does not lead back."""
    ada = people.come(server)
    match = finished(server)
    ada.go("/")
    ada.go(f"/r/{match}")
    ada.press("web.replay.run")
    ada.find("link", "web.replay.verify").click()
    expect(ada.page).to_have_url(re.compile(f"/verify/{match}$"))
    expect(ada.page.get_by_role("heading", level=1)).to_have_text(ada.says("web.verify.title"))
    # Back to the replay, and back once more.
    ada.page.go_back()
    expect(ada.page.get_by_role("group", name=ada.says("web.replay.controls"))).to_be_visible()
    ada.page.get_by_role("banner").get_by_role("link").click()
    expect(ada.page).to_have_url(re.compile("/$"))
    expect(ada.page.get_by_role("article")).to_have_count(4)
