"""The first minute: from the address to the first move, and what is remembered of it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from funicular.games.registry import GAMES
from tests.system.browser.pages import choose_game, home
from tests.system.browser.people import ON_A_PHONE, People, Screen
from tests.system.browser.playing import Player
from tests.system.browser.serving import Server

# Counts what a finger does, whatever page it is on.
COUNT_TAPS = """
sessionStorage.taps ??= 0;
addEventListener("click", (click) => click.isTrusted && sessionStorage.taps++, true);
"""
MOST_TAPS = 3


@pytest.mark.parametrize("number", range(len(GAMES)), ids=GAMES)
def test_three_taps_lead_to_the_first_move(number: int, people: People, server: Server) -> None:
    """Sit down, choose a card, play it; or sit down and bid."""
    ada = people.come(server, ON_A_PHONE)
    ada.context.add_init_script(COUNT_TAPS)
    home(ada)
    ada.page.get_by_role("button", name=ada.like("web.home.sit")).nth(number).click()
    player = Player(ada)
    player.wanted()
    turn = player.turn().get_attribute("data-turn") or ""
    player.move_in_few_taps()
    expect(ada.page.locator(f"[data-turn='{turn}']")).to_have_count(0)
    assert int(ada.page.evaluate("sessionStorage.taps")) <= MOST_TAPS


def test_what_was_chosen_is_offered_again_and_the_match_is_on_top(
    people: People, server: Server
) -> None:
    ada = people.come(server, Screen("fr"))
    choose_game(ada, 0)
    sheet = ada.page.get_by_role("dialog")
    # Who never played the game is offered its lesson, and begins with casual bots and few deals.
    expect(sheet.get_by_text(ada.says("web.home.never-played"))).to_be_visible()
    expect(sheet.get_by_label(ada.says("web.new.level.casual"), exact=True)).to_be_checked()
    expect(sheet.get_by_role("radio", name=ada.says("form.length.short"))).to_be_checked()
    sheet.get_by_role("radio", name=ada.says("web.new.level.beginner")).check()
    sheet.get_by_role("radio", name=ada.says("form.length.long")).check()
    sheet.get_by_label("3", exact=True).check()
    sheet.get_by_role("button", name=ada.says("web.home.sit")).click()
    Player(ada).turn().wait_for()
    # A first match is guided, until one has enough of it.
    prompt = ada.page.locator(".prompt")
    guided = prompt.inner_text()
    assert ada.page.locator("html").get_attribute("data-guide")
    ada.press("web.guide.off")
    expect(prompt).not_to_have_text(guided)
    assert ada.page.locator("html").get_attribute("data-guide") is None
    ada.page.get_by_role("banner").get_by_role("link").click()
    match = ada.page.get_by_role("main").get_by_role("link").first
    expect(match).to_contain_text(ada.says("web.room.your-turn"))
    expect(match).to_contain_text(ada.says("form.title.auf-ab"))
    choose_game(ada, 0)
    expect(sheet.get_by_text(ada.says("web.home.never-played"))).to_be_hidden()
    for chosen in (ada.says("web.new.level.beginner"), ada.says("form.length.long")):
        expect(sheet.get_by_role("radio", name=chosen)).to_be_checked()
    expect(sheet.get_by_label("3", exact=True)).to_be_checked()
    expect(sheet.get_by_label(ada.says("web.guide.wanted"))).not_to_be_checked()
    ada.page.keyboard.press("Escape")
    match.click()
    Player(ada).turn().wait_for()


def test_a_match_under_way_is_named_once(people: People, server: Server) -> None:
    ada = people.come(server)
    link = ada.opens("ascenseur-52", 3)
    Player(ada).turn().wait_for()
    home(ada)
    expect(ada.find("heading", "web.home.matches", n=1)).to_be_visible()
    expect(ada.find("heading", "web.home.open")).to_be_visible()
    expect(ada.page.locator(f"a[href='{link}']")).to_have_count(1)


def test_the_form_with_everything_begins_with_what_was_chosen(
    people: People, server: Server
) -> None:
    ada = people.come(server)
    choose_game(ada, 0)
    dialog = ada.page.get_by_role("dialog")
    dialog.get_by_label("3", exact=True).check()
    dialog.get_by_role("radio", name=ada.says("web.new.level.strong")).check()
    ada.press("web.home.more")
    seats = dialog.get_by_role("group", name=ada.says("web.new.seats"))
    expect(seats.get_by_label("3", exact=True)).to_be_checked()
    expect(dialog.get_by_role("radio", name=ada.says("web.new.level.strong"))).to_be_checked()
