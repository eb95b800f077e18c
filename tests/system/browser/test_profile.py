"""A profile in the browser: made on one device, moved to two others, deleted everywhere."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.system.browser.axe import findings
from tests.system.browser.pages import make_profile, play_for_profile
from tests.system.browser.people import ON_A_PHONE, PHONE, People, Person, Screen
from tests.system.browser.serving import Server

IN_FRENCH = Screen("fr", PHONE, theme="dark")
ROOT = "JSON.parse(localStorage.getItem('funicular.root'))"


def test_a_profile_moves_by_words_and_by_link_and_is_deleted_everywhere(
    people: People, server: Server
) -> None:
    desk = people.come(server)
    name = make_profile(desk)
    play_for_profile(desk)
    desk.go("/profile")
    match = desk.page.locator("main a[href^='/r/']")
    expect(match).to_have_count(1)
    desk.press("web.profile.reveal")
    words = desk.page.locator(".phrase").inner_text()
    root = desk.page.evaluate(ROOT)
    desk.press("web.profile.hide")
    expect(desk.page.locator(".phrase")).to_have_count(0)

    # By its words, after a slip of the finger.
    phone = people.come(server, ON_A_PHONE)
    phone.go("/profile")
    field = phone.find("textbox", "web.profile.phrase")
    field.fill(words[:-1] + ("b" if words[-1] != "b" else "d"))
    phone.press("web.profile.bring")
    expect(phone.page.get_by_role("alert")).to_have_text(phone.says("web.profile.bad-phrase"))
    field.fill(words.upper().replace("-", " "))
    phone.press("web.profile.bring")
    expect(phone.page.get_by_role("heading", level=1, name=name)).to_be_visible()
    expect(phone.page.locator("main a[href^='/r/']")).to_have_count(1)

    # By the link of the picture, on a device with a profile of its own, which is asked for first.
    other = people.come(server, IN_FRENCH)
    first = make_profile(other)
    other.page.evaluate(f"location.hash = '#root={root}'")
    expect(other.page.get_by_role("alertdialog")).to_contain_text(first)
    assert "root" not in other.page.url
    assert not findings(other.page)
    other.press("web.profile.take-no")
    expect(other.page.get_by_role("heading", level=1, name=first)).to_be_visible()
    scan_nobodys_link(other, first)
    other.go(f"/profile#root={root}")
    other.press("web.profile.take-yes")
    expect(other.page.get_by_role("heading", level=1, name=name)).to_be_visible()
    assert other.page.evaluate(ROOT) == root

    # What is public is seen by whoever has the address, and no more.
    shown = desk.find("link", "web.profile.as-others").get_attribute("href")
    phone.go(str(shown))
    expect(phone.find("heading", "web.profile.ratings")).to_be_visible()
    expect(phone.find("heading", "web.profile.history")).to_have_count(0)

    # Asked twice, then gone on every device; the replay stays.
    desk.press("web.profile.delete-ask")
    desk.press("web.profile.delete-no")
    desk.press("web.profile.delete-ask")
    replay = str(match.get_attribute("href"))
    desk.press("web.profile.delete-yes")
    expect(desk.find("button", "web.profile.make")).to_be_visible()
    other.go("/profile")
    expect(other.find("button", "web.profile.make")).to_be_visible()
    assert other.page.evaluate("localStorage.getItem('funicular.profile')") is None
    desk.go(replay)
    expect(desk.page.get_by_role("heading", level=1)).to_have_text(re.compile("."))


def test_what_decisions_cost_is_measured_here_and_drawn_match_by_match(
    people: People, server: Server
) -> None:
    desk = people.come(server)
    make_profile(desk)
    play_for_profile(desk)
    desk.go("/profile")
    expect(desk.page.get_by_text(desk.says("web.profile.no-decisions"))).to_be_visible()
    # One match has a table, two have a chart as well; each leads to its review.
    desk.press("web.profile.measure")
    in_table = desk.page.locator("main table a[href^='/review/']")
    in_chart = desk.page.locator("main svg a[href^='/review/']")
    expect(in_table).to_have_count(1)
    expect(in_chart).to_have_count(0)
    play_for_profile(desk)
    desk.go("/profile")
    desk.press("web.profile.measure")
    expect(in_chart).to_have_count(2)
    expect(desk.find("button", "web.profile.measure")).to_have_count(0)
    desk.page.get_by_text(desk.says("web.profile.cost-table")).click()
    assert not findings(desk.page)
    replay = str(in_table.first.get_attribute("href"))
    # However near the average runs, it lies below what leads to the review.
    line = desk.page.locator("main svg path.line").first
    below = "(line, link) => line.compareDocumentPosition(link) & Node.DOCUMENT_POSITION_FOLLOWING"
    assert line.evaluate(below, in_chart.first.element_handle())
    in_chart.last.click()
    expect(desk.page).to_have_url(re.compile(re.escape(replay)))
    expect(desk.page.get_by_text(desk.says("web.review.done"))).to_be_visible()

    # Others see it once it is ticked; measuring is for oneself.
    desk.go("/profile")
    desk.find("checkbox", "web.profile.shows.decisions").check()
    desk.press("web.profile.save")
    shown = desk.find("link", "web.profile.as-others").get_attribute("href")
    phone = people.come(server, IN_FRENCH)
    phone.go(str(shown))
    expect(phone.page.locator("main svg a[href^='/review/']")).to_have_count(2)
    assert not findings(phone.page)

    # Whole matches are not measured by the server.
    desk.context.add_init_script("delete window.WebAssembly")
    play_for_profile(desk)
    desk.go("/profile")
    desk.press("web.profile.measure")
    expect(desk.page.get_by_role("alert")).to_have_text(desk.says("web.profile.measure-unable"))


def scan_nobodys_link(person: Person, own: str) -> None:
    """A link that leads to no profile can be left, to the profile that was here."""
    person.patient = True
    person.page.evaluate(f"location.hash = '#root={'00' * 16}'")
    expect(person.page.get_by_role("alert")).to_have_text(person.says("web.profile.phrase-unknown"))
    person.press("web.profile.take-no")
    expect(person.page.get_by_role("heading", level=1, name=own)).to_be_visible()


def test_where_the_browser_has_no_such_key_the_page_says_so(people: People, server: Server) -> None:
    person = people.come(server)
    person.context.add_init_script(
        "SubtleCrypto.prototype.importKey = () => Promise.reject(new Error('Ed25519'))"
    )
    person.go("/profile")
    expect(person.page.get_by_text(person.says("web.profile.unable"))).to_be_visible()
    expect(person.find("button", "web.profile.make")).to_have_count(0)
