"""Somebody who watches receives no card of a hand before it is played.

The match that is watched is played at twice the size, where everything can be reached as well.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.system.browser.people import ZOOMED, People, Person, Screen
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
