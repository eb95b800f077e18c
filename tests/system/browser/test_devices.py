"""One seat, several browsers: a lost answer costs no seat, and others can be locked out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.system.browser.lossy_proxy import LosingLine, Lost
from tests.system.browser.people import People, Person

if TYPE_CHECKING:
    from tests.system.browser.serving import Server

# Lets a page see nothing of what other tabs keep from now on, until `window.hear()`.
DEAF = """
    const { getItem, setItem } = Storage.prototype;
    const known = { ...localStorage };
    Storage.prototype.getItem = (key) => known[key] ?? null;
    Storage.prototype.setItem = function (key, text) {
        known[key] = text;
        setItem.call(this, key, text);
    };
    const stop = (event) => event.stopImmediatePropagation();
    addEventListener("storage", stop, true);
    window.hear = () => {
        Object.assign(Storage.prototype, { getItem, setItem });
        removeEventListener("storage", stop, true);
        dispatchEvent(new StorageEvent("storage"));
    };
"""


def kept_token(person: Person) -> str | None:
    """The secret with which this browser would come back."""
    table = urlsplit(person.page.url).path.removeprefix("/t/")
    kept, dead = (
        json.loads(person.page.evaluate(f"localStorage['funicular.{what}.{table}'] ?? 'null'"))
        for what in ("table", "dead")
    )
    token: str | None = kept["token"]
    return None if token in (dead or ()) else token


def my_seat(person: Person) -> None:
    """Sees that one sits: standing up is offered to nobody else."""
    expect(person.find("button", "web.room.stand")).to_be_visible()


def two_browsers(people: People, server: Server) -> tuple[Person, Person]:
    """Ada at her desk, and somebody with the secret of her seat."""
    ada = people.come(server)
    link = ada.opens("dnpup", 3, start=False)
    my_seat(ada)
    token = kept_token(ada)
    other = people.come(server)
    table, invite = link.removeprefix("/t/").split("#")
    other.remembers(table, "dnpup", invite, token)
    other.go(link)
    my_seat(other)
    return ada, other


def test_a_new_token_puts_other_browsers_out(people: People, server: Server) -> None:
    ada, other = two_browsers(people, server)
    before = kept_token(ada)
    ada.press("web.room.lock")
    expect(ada.page.get_by_text(ada.says("web.room.locked"))).to_be_visible()
    expect(other.page.get_by_text(other.says("serve.removed"))).to_be_visible()
    assert kept_token(ada) != before
    assert kept_token(other) is None
    # Who is out may sit elsewhere, or watch.
    other.press("web.room.watch")
    expect(other.page.get_by_text(other.says("serve.removed"))).to_be_hidden()
    expect(other.find("button", "web.room.join")).to_be_visible()
    ada.page.reload()
    my_seat(ada)


def two_tabs(people: People, server: Server) -> tuple[Person, Page, Locator]:
    """Ada, another tab of her browser at the same table, and where that one would stand up."""
    ada = people.come(server)
    ada.opens("dnpup", 3, start=False)
    my_seat(ada)
    tab = ada.context.new_page()
    tab.goto(ada.page.url)
    stand = tab.get_by_role("button", name=ada.says("web.room.stand"))
    expect(stand).to_be_visible()
    return ada, tab, stand


def test_another_tab_of_the_same_browser_follows(people: People, server: Server) -> None:
    ada, tab, stand = two_tabs(people, server)
    ada.press("web.room.lock")
    expect(ada.page.get_by_text(ada.says("web.room.locked"))).to_be_visible()
    tab.get_by_role("button", name=ada.says("web.room.lock")).click()
    expect(tab.get_by_text(ada.says("web.room.locked"))).to_be_visible()
    expect(stand).to_be_visible()
    expect(tab.get_by_text(ada.says("serve.removed"))).to_be_hidden()
    my_seat(ada)


def test_a_tab_that_hears_late_of_a_new_token_wipes_nothing_out(
    people: People, server: Server
) -> None:
    """What one tab keeps may reach another after the server's word, by any time."""
    ada, tab, stand = two_tabs(people, server)
    ada.page.evaluate(f"() => {{ {DEAF} }}")
    tab.get_by_role("button", name=ada.says("web.room.lock")).click()
    expect(tab.get_by_text(ada.says("web.room.locked"))).to_be_visible()
    expect(ada.page.get_by_text(ada.says("serve.removed"))).to_be_visible()
    tab.reload()
    expect(stand).to_be_visible()
    ada.page.evaluate("hear()")
    my_seat(ada)
    expect(ada.page.get_by_text(ada.says("serve.removed"))).to_be_hidden()


@pytest.mark.parametrize("lost", ["wishes", "answers"])
@pytest.mark.parametrize("how", ["the line breaks", "the page is loaded again"])
def test_a_seat_whose_answer_was_lost_is_one_s_own(
    how: str, lost: Lost, people: People, server: Server
) -> None:
    ada = people.come(server)
    link = ada.opens("dnpup", 3, start=False)
    bob = people.come(server, name="Bob")
    line = LosingLine(bob)
    bob.go(link)
    bob.find("textbox", "web.home.name").fill("Bob")
    line.loses = lost
    bob.press("web.room.join")
    line.waits(bob)
    if how == "the line breaks":
        line.breaks()
    else:
        line.loses = None
        bob.page.reload()
        if lost == "wishes":
            # Nothing came of it, and nobody says that a seat was lost.
            expect(bob.page.get_by_text(bob.says("web.net.lost"))).to_have_count(0)
            bob.press("web.room.join")
    my_seat(bob)
    removes = ada.page.get_by_role("button", name=f"{ada.says('web.room.remove')} Bob")
    expect(removes).to_have_count(1)
    bob.page.reload()
    my_seat(bob)
    expect(removes).to_have_count(1)


@pytest.mark.parametrize("lost", ["wishes", "answers"])
@pytest.mark.parametrize("how", ["the line breaks", "the page is loaded again"])
def test_a_new_token_whose_answer_was_lost_costs_no_seat(
    how: str, lost: Lost, people: People, server: Server
) -> None:
    ada = people.come(server)
    line = LosingLine(ada)
    ada.opens("dnpup", 3, start=False)
    my_seat(ada)
    line.loses = lost
    ada.press("web.room.lock")
    line.waits(ada)
    if how == "the line breaks":
        line.breaks()
        expect(ada.page.get_by_text(ada.says("web.room.locked"))).to_be_visible()
    else:
        line.loses = None
        ada.page.reload()
    my_seat(ada)
    ada.page.reload()
    my_seat(ada)
