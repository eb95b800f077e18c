"""A match without a mouse and without touching anything."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.system.browser.people import People, Person
from tests.system.browser.playing import Player
from tests.system.browser.serving import Server

MOST_STOPS = 60


def tab_to(person: Person, target: Locator) -> None:
    """Press Tab until this has the focus, as somebody does who sees the focus move."""
    for _ in range(MOST_STOPS):
        if target.evaluate("(node) => node === document.activeElement"):
            return
        person.page.keyboard.press("Tab")
    raise AssertionError(target)


def tab_into(person: Person, group: Locator) -> None:
    for _ in range(MOST_STOPS):
        if group.evaluate("(node) => node.contains(document.activeElement)"):
            return
        person.page.keyboard.press("Tab")
    raise AssertionError(group)


def is_focused(person: Person, selector: str) -> bool:
    return bool(person.page.evaluate("(s) => document.activeElement.matches(s)", selector))


def play_by_keys(player: Player, ada: Person) -> None:
    bids = ada.page.get_by_role("group", name=ada.says("web.board.ascenseur.your-bid"))
    player.note_turn()
    if bids.is_visible():
        digit = bids.locator("[aria-disabled=false]").first.inner_text()
        tab_into(ada, bids)
        ada.page.keyboard.press(digit)
        return
    tab_into(ada, player.hand)
    ada.page.keyboard.press("Home")
    while not is_focused(ada, "[aria-disabled=false]"):
        ada.page.keyboard.press("ArrowRight")
    # Once to choose it, once more to play it.
    ada.page.keyboard.press("Enter")
    ada.page.keyboard.press("Enter")


def test_from_the_first_page_to_the_rematch(people: People, server: Server) -> None:
    ada = people.come(server)
    ada.opens("ascenseur-32", 3, options={"schedule": [2, 1]})
    player = Player(ada)
    while (wanted := player.wanted()) != "over":
        if wanted == "move":
            play_by_keys(player, ada)
        else:
            button = ada.find("button", "web.score.next")
            tab_to(ada, button)
            ada.page.keyboard.press("Space")
            expect(button).to_be_hidden()
    tab_to(ada, ada.find("button", "web.end.rematch"))
    ada.page.keyboard.press("Enter")
    expect(ada.find("button", "web.end.rematch")).to_be_hidden()
    assert player.wanted() == "move"


def test_a_game_is_begun_from_the_first_page_by_keys(people: People, server: Server) -> None:
    ada = people.come(server)
    ada.go("/")
    tab_to(ada, ada.page.get_by_role("button", name=ada.like("web.home.sit")).first)
    ada.page.keyboard.press("Enter")
    expect(ada.page).to_have_url(re.compile("/t/"))


def test_the_list_of_keys_opens_and_closes(people: People, server: Server) -> None:
    ada = people.come(server)
    ada.opens("dnpup", 2)
    Player(ada).turn().wait_for()
    ada.page.keyboard.press("?")
    expect(ada.find("heading", "web.board.keys")).to_be_visible()
    ada.page.keyboard.press("Escape")
    expect(ada.find("heading", "web.board.keys")).to_be_hidden()
