"""The lessons, from their first step to their last."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from funicular.games.registry import GAMES
from tests.system.browser.people import ON_A_PHONE, People
from tests.system.browser.playing import Player
from tests.system.browser.serving import Server

MOST_STEPS = 20


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_walked_through(game: str, people: People, server: Server) -> None:
    ada = people.come(server, ON_A_PHONE)
    ada.go(f"/learn/{game}")
    step = ada.page.get_by_text(ada.like("web.learn.step"))
    read_on = ada.find("button", "web.learn.next").or_(ada.find("button", "web.learn.show-me"))
    end = ada.find("link", "web.learn.play")
    for _ in range(MOST_STEPS):
        read_on.or_(end).wait_for()
        if end.is_visible():
            return
        now = step.inner_text()
        read_on.click()
        expect(step).not_to_have_text(now)
    pytest.fail("the lesson has no end")


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
