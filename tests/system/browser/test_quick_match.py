"""A quick match in two browsers: one waits, the other comes, and it begins by itself."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.system.browser.pages import choose_game
from tests.system.browser.people import ON_A_PHONE, People, Person
from tests.system.browser.playing import Player
from tests.system.browser.serving import Server


def ask_for_a_match(person: Person) -> None:
    """Dnpup for two, with whoever comes."""
    choose_game(person, 1)
    sheet = person.page.get_by_role("dialog")
    sheet.get_by_label("2", exact=True).check()
    person.press("web.home.whoever")
    expect(person.page).to_have_url(re.compile("/t/"))


def test_two_who_want_the_same_meet_and_play(people: People, server: Server) -> None:
    ada = people.come(server)
    ask_for_a_match(ada)
    expect(ada.page.get_by_text(ada.says("web.quick.waiting", n=1, of=2))).to_be_visible()
    table = ada.page.url
    # In another tab of the same browser she comes to the same table, and to the same seat.
    first, ada.page = ada.page, ada.context.new_page()
    ask_for_a_match(ada)
    expect(ada.page).to_have_url(table)
    expect(ada.page.get_by_text(ada.says("web.quick.waiting", n=1, of=2))).to_be_visible()
    ada.page.close()
    ada.page = first
    bob = people.come(server, ON_A_PHONE, "Bob")
    ask_for_a_match(bob)
    expect(bob.page).to_have_url(table)
    for person in (ada, bob):
        expect(Player(person).hand).to_be_visible()
    # The first page says so.
    eve = people.come(server)
    eve.go("/")
    expect(eve.page.get_by_text(eve.like("web.home.playing"))).to_be_visible()
