"""A lesson is played by the rules. That each has an end is seen in `test_after_the_game.py`."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.system.browser.people import People
from tests.system.browser.playing import Player
from tests.system.browser.serving import Server


def test_a_wrong_move_in_a_lesson_gets_the_words_of_the_rule(
    people: People, server: Server
) -> None:
    """S24, tried on the lesson's own board."""
    ada = people.come(server)
    ada.go("/learn/ascenseur-52")
    step = ada.page.get_by_text(ada.like("web.learn.step"))
    show_me = ada.find("button", "web.learn.show-me")
    read_on = ada.find("button", "web.learn.next").or_(show_me)
    illegal = ada.page.get_by_role("toolbar").locator("[aria-disabled=true]")
    while illegal.count() == 0:
        now = step.inner_text()
        read_on.click()
        expect(step).not_to_have_text(now)
        if show_me.is_visible():
            Player(ada).turn().wait_for()
    illegal.first.click(position={"x": 8, "y": 16}, force=True)
    expect(ada.page.locator(".prompt")).to_contain_text("(S24)")
