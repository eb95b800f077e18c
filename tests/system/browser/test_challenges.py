"""A duel in the browser: begun from its link, played once, compared at the end."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.system.browser.pages import DUEL, attempt, duel_of_some
from tests.system.browser.people import PHONE, People, Screen
from tests.system.browser.playing import Player
from tests.system.browser.serving import Server


def test_a_duel_is_played_from_its_link_and_compared(people: People, server: Server) -> None:
    ada = people.come(server, Screen("fr", PHONE))
    duel: str = server.told("/api/challenges", DUEL | {"options": {"schedule": [1]}})["id"]
    ada.go(f"/duel/{duel}")
    expect(ada.page.get_by_text(ada.says("web.challenge.finished-none"))).to_be_visible()
    expect(ada.find("link", "web.home.rules")).to_have_attribute("href", "/rules/ascenseur-52")
    opened = attempt(ada, duel)
    # Left in the middle: the page of the duel leads back to the same table.
    ada.go(f"/duel/{duel}")
    ada.press("web.challenge.go-on")
    expect(ada.page).to_have_url(re.compile(f"/t/{opened['table']}"))
    Player(ada).play_match()
    ada.find("link", "web.challenge.compare").click()
    expect(ada.page).to_have_url(re.compile(f"/duel/{duel}"))
    expect(ada.find("heading", "web.challenge.result")).to_be_visible()
    expect(ada.find("button", "web.challenge.play")).to_have_count(0)
    expect(ada.find("textbox", "web.challenge.link")).to_have_value(re.compile(f"/duel/{duel}$"))
    # The first page leads to the daily deal, and another duel tells nothing before it is played.
    ada.go("/")
    ada.page.locator('a[href="/daily"]').click()
    expect(ada.find("heading", "web.challenge.daily.title")).to_be_focused()
    ada.go(f"/duel/{duel_of_some(server)}")
    expect(ada.find("button", "web.challenge.play")).to_be_visible()
    expect(ada.find("heading", "web.challenge.leaders")).to_have_count(0)
