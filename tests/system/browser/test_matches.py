"""A whole match of every game, by pressing only what the page offers.

On the way, nothing that the page does is forbidden by the policy of the server's answers.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from tests.system.browser.people import DESK, PHONE, People, Screen
from tests.system.browser.playing import Player
from tests.system.browser.policy import attentive, forbidden
from tests.system.browser.serving import Server


@dataclass(frozen=True)
class Evening:
    """What is played, and on what screen."""

    game: str
    seats: int
    options: dict[str, object]
    screen: Screen


EVENINGS = [
    Evening("ascenseur-52", 4, {"schedule": [2, 3]}, Screen("fr", PHONE)),
    Evening("ascenseur-32", 3, {"schedule": [2], "bidding": "simultaneous"}, Screen("en", DESK)),
    Evening("auf-ab", 4, {"deals": 1}, Screen("en", PHONE)),
    Evening("dnpup", 2, {"points_to_win": 1}, Screen("fr", DESK)),
]


@pytest.mark.parametrize("evening", EVENINGS, ids=lambda evening: evening.game)
def test_a_match_from_the_first_deal_to_the_result(
    evening: Evening, people: People, server: Server
) -> None:
    ada = people.come(server, evening.screen)
    said = attentive(ada)
    ada.opens(evening.game, evening.seats, options=evening.options)
    Player(ada).play_match()
    expect(ada.page.get_by_role("heading", level=1)).not_to_be_empty()
    expect(ada.find("link", "web.end.replay")).to_be_visible()
    assert forbidden(ada, said) == []


def test_a_deal_with_cards_that_move(people: People, server: Server) -> None:
    ada = people.come(server, Screen(motion=True))
    said = attentive(ada)
    ada.opens("ascenseur-52", 3, options={"schedule": [2]}, pace="quick")
    Player(ada).play_match()
    assert forbidden(ada, said) == []
