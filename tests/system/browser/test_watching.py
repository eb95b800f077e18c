"""Somebody who watches is told so, may sit down, and receives no card before it is played.

The match that is watched is played at twice the size, where everything can be reached as well.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.system.browser.people import ON_A_PHONE, ZOOMED, People, Person, Screen
from tests.system.browser.playing import Player
from tests.system.browser.serving import Server


def frames_of(person: Person) -> list[str]:
    """All that the server says to this page, from now on."""
    frames: list[str] = []
    person.page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame))),
    )
    return frames


def told(frame: str) -> list[dict[str, Any]]:
    deal = json.loads(frame).get("deal") or {"told": []}
    return [each["event"] for each in deal["told"]]


def dealt(frames: list[str]) -> list[str]:
    """The hand that the owner of this page was dealt."""
    events = (event for frame in frames for event in told(frame))
    return next(event["hand"] for event in events if event["type"] == "dealt")


def laid(frame: str) -> set[str]:
    """The cards that were put on the table openly."""
    cards: set[str] = set()
    for event in told(frame):
        if event["type"] in ("played", "laid"):
            cards |= {event["card"]} if "card" in event else set(event["cards"])
    return cards


@pytest.mark.parametrize(
    ("game", "options"), [("ascenseur-52", {"schedule": [5]}), ("auf-ab", {"deals": 1})]
)
def test_no_card_before_it_is_played_at_twice_the_size(
    game: str, options: dict[str, object], people: People, server: Server
) -> None:
    ada = people.come(server, Screen("en", ZOOMED, scale=2))
    own = frames_of(ada)
    link = ada.opens(game, 3, options=options)
    eve = people.come(server, name="Eve")
    frames = frames_of(eve)
    eve.go(link)
    eve.page.get_by_role("region", name=eve.says("web.board.table")).wait_for()
    Player(ada).play_match()
    eve.find("link", "web.end.replay").wait_for()

    hand = set(dealt(own))
    assert hand
    for frame in frames:
        hand -= laid(frame)
        if any(event["type"] == "scored" for event in told(frame)):
            break
        assert not [card for card in hand if f'"{card}"' in frame]
    else:
        pytest.fail("the watcher did not see the deal's end")


def test_who_watches_is_told_so_sits_down_and_stands_up_again(
    people: People, server: Server
) -> None:
    ada = people.come(server)
    link = ada.opens("dnpup", 3)
    eve = people.come(server, ON_A_PHONE, name="Eve")
    eve.go(link)
    hand = eve.page.locator("[data-region=hand]")
    expect(hand).to_contain_text(eve.says("web.room.watching"))
    expect(hand).to_contain_text(eve.says("web.room.may-sit"))
    hand.get_by_role("button", name=eve.says("web.room.join")).click()
    asked = eve.page.get_by_role("dialog", name=eve.says("web.room.join"))
    asked.get_by_role("textbox").fill("Eve")
    asked.get_by_role("radio").nth(1).check()
    asked.get_by_role("button", name=eve.says("web.room.join")).click()
    # The bot plays this deal to its end: she has no card of it.
    expect(hand).to_contain_text(eve.says("web.room.you-from-next-deal"))
    expect(hand.locator("[data-card]")).to_have_count(0)
    seat = ada.page.locator(".badge", has_text="Eve")
    expect(seat).to_have_attribute("data-seat", "2")
    # Another face than before is seen by the others at once.
    worn = seat.locator("[data-face]")
    before = worn.get_attribute("data-face")
    other = (int(before or 0) + 5) % 24
    eve.press("web.settings.title")
    eve.find("button", "web.people.choose").click()
    eve.page.locator(f"fieldset label [data-face='{other}']").last.click()
    expect(worn).to_have_attribute("data-face", str(other))
    eve.page.reload()
    hand.get_by_role("button", name=eve.says("web.room.stand")).click()
    expect(hand).to_contain_text(eve.says("web.room.watching"))
    expect(ada.page.locator(".badge", has_text="Eve")).to_have_count(0)
