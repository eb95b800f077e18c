"""A match of every game without a mouse, and the keys themselves.

From the first key to the announced winner the focus is never on the page's body: it goes where one
would look next.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from tests.system.browser.axe import findings
from tests.system.browser.by_keys import KeyPlayer, focus_lost, tab_to, watch_focus
from tests.system.browser.people import DESK, PHONE, People, Screen
from tests.system.browser.playing import Player
from tests.system.browser.policy import attentive, forbidden
from tests.system.browser.serving import Server

MATCHES: dict[str, tuple[int, dict[str, object], Screen]] = {
    "ascenseur-52": (3, {"schedule": [2, 1]}, Screen("fr", DESK)),
    "ascenseur-32": (3, {"schedule": [2], "bidding": "simultaneous"}, Screen("en", DESK)),
    "auf-ab": (3, {"deals": 1}, Screen("en", PHONE)),
    "dnpup": (2, {"points_to_win": 1}, Screen("fr", DESK)),
}


@pytest.mark.parametrize("game", MATCHES)
def test_a_whole_match_by_keys_with_the_focus_never_lost(
    game: str, people: People, server: Server
) -> None:
    """WCAG 2.1.1 and 2.4.3: to the winner's name, which then has the focus, and on to a rematch."""
    seats, options, screen = MATCHES[game]
    ada = people.come(server, screen)
    said = attentive(ada)
    watch_focus(ada)
    ada.opens(game, seats, options=options)
    player = KeyPlayer(ada)
    player.wanted()
    # The first key finds the cards or the bids; letters do nothing else.
    player.press("f", "p", "x")
    player.play_match()
    winner = ada.page.get_by_role("heading", level=1)
    expect(winner).to_be_focused()
    expect(winner).not_to_be_empty()
    expect(ada.find("link", "web.end.replay")).to_be_visible()
    rematch = ada.find("button", "web.end.rematch")
    tab_to(ada, rematch)
    player.press("Enter")
    expect(rematch).to_be_hidden()
    player.forget_turn()
    assert player.wanted() == "move"
    expect(ada.page.locator("[data-kind] :focus")).to_have_count(1)
    assert focus_lost(ada) == []
    assert forbidden(ada, said) == []


def test_until_the_podium_is_loaded_its_heading_has_the_focus(
    people: People, server: Server
) -> None:
    ada = people.come(server)
    watch_focus(ada)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    ada.context.route("**/assets/End-*.js", hold)
    ada.opens("ascenseur-52", 3, options={"schedule": [1]})
    player = KeyPlayer(ada)
    player.wanted()
    player.press("x")
    for _ in ("the bid", "the card"):
        assert player.wanted() == "move"
        player.move()
    expect(ada.page.locator("main[aria-busy=true] h1")).to_be_focused()
    held[0].continue_()
    expect(ada.page.locator("main:not([aria-busy]) h1")).to_be_focused()
    assert focus_lost(ada) == []


def test_a_game_is_begun_from_the_first_page_by_keys(people: People, server: Server) -> None:
    ada = people.come(server)
    watch_focus(ada)
    ada.go("/")
    expect(ada.page).to_have_title(ada.says("web.home.page"))
    tab_to(ada, ada.page.get_by_role("button", name=ada.like("web.home.sit")).first)
    ada.page.keyboard.press("Enter")
    expect(ada.page).to_have_url(re.compile("/t/"))
    Player(ada).turn().wait_for()
    expect(ada.page.locator("[data-kind] :focus")).to_have_count(1)
    # The state first, then the game: what one reads in a narrow tab.
    expect(ada.page).to_have_title(ada.like("web.title.turn"))
    assert focus_lost(ada) == []


def test_letters_act_only_when_switched_on_and_ask_before_what_cannot_be_undone(
    people: People, server: Server
) -> None:
    """WCAG 2.1.4: off at first, found by a button, changed there, refused in words where taken."""
    ada = people.come(server)
    watch_focus(ada)
    ada.opens("dnpup", 2)
    player = KeyPlayer(ada)
    player.turn().wait_for()
    turn = player.turn().get_attribute("data-turn") or ""
    confirm = ada.page.locator(".prompt").filter(has_text=ada.like("web.board.again-key"))
    player.press("f", "f")
    expect(confirm).to_have_count(0)

    # The list opens by its key and by its button, which has the focus again afterwards.
    heading, opener = ada.find("heading", "web.board.keys"), ada.find("button", "web.board.keys")
    player.press("?")
    expect(heading).to_be_visible()
    player.press("Escape")
    expect(heading).to_be_hidden()
    tab_to(ada, opener)
    player.press("Enter")
    expect(heading).to_be_visible()
    assert findings(ada.page) == []
    tab_to(ada, ada.page.get_by_label(ada.says("web.keys.letters")))
    player.press("Space")
    flip = ada.find("textbox", "web.board.key.flip")
    tab_to(ada, flip)
    player.press("p")
    why = ada.says("web.keys.taken", about=ada.says("web.board.key.pass")).replace("{key}", "P")
    expect(ada.page.get_by_role("status").filter(has_text=why)).to_have_count(1)
    expect(flip).to_have_value("F")
    player.press("x")
    expect(flip).to_have_value("X")
    player.press("Escape")
    expect(heading).to_be_hidden()
    expect(opener).to_be_focused()

    player.press("f", "x")
    expect(confirm).to_have_count(1)
    assert player.turn().get_attribute("data-turn") == turn
    player.press("x")
    player.turn(turn).wait_for()
    assert focus_lost(ada) == []
