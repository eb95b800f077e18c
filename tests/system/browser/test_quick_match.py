"""A quick match in two browsers: one waits, the other comes, and it begins by itself."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.system.browser.pages import choose_game
from tests.system.browser.people import ON_A_PHONE, People, Person, Screen
from tests.system.browser.playing import Player
from tests.system.browser.serving import Server


def ask_for_a_match(person: Person, seats: int = 2) -> None:
    """Dnpup with whoever comes."""
    choose_game(person, 1)
    sheet = person.page.get_by_role("dialog")
    sheet.get_by_label(str(seats), exact=True).check()
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


def test_who_waits_sees_who_is_gone_and_can_stop_waiting(people: People, server: Server) -> None:
    ada = people.come(server, Screen("fr"))
    bob = people.come(server, ON_A_PHONE, "Bob")
    for number, person in enumerate((ada, bob), 1):
        ask_for_a_match(person, seats=3)
        waiting = person.says("web.quick.waiting", n=number, of=3)
        expect(person.page.get_by_text(waiting)).to_be_visible()
    # One whose page is closed has the seat still, but is not here.
    link = ada.page.url
    ada.go("/")
    expect(bob.page.get_by_text(bob.says("web.quick.waiting", n=1, of=3))).to_be_visible()
    ada.page.goto(link)
    expect(bob.page.get_by_text(bob.says("web.quick.waiting", n=2, of=3))).to_be_visible()
    ada.press("web.quick.stop")
    expect(ada.page).to_have_url(f"{server.address}/")
    expect(ada.find("heading", "web.home.matches", n=1)).to_have_count(0)
    # The seat is free again, and who is left begins.
    expect(bob.page.get_by_text(bob.like("web.room.empty"))).to_have_count(2)
    bob.page.get_by_role("button", name=bob.like("web.room.start-bots")).click()
    expect(Player(bob).hand).to_be_visible()
