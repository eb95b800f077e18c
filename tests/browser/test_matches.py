"""A whole match of every game, by pressing only what the page offers."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.people import DESK, PHONE, People, Screen
from tests.browser.playing import Player
from tests.browser.serving import Server

MATCHES = [
    ("ascenseur-52", 4, {"options": {"schedule": [2, 3]}}, Screen("fr", PHONE)),
    ("ascenseur-32", 3, {"options": {"schedule": [2], "bidding": "simultaneous"}}, Screen("en")),
    ("auf-ab", 4, {"options": {"deals": 1}}, Screen("en", PHONE)),
    ("dnpup", 2, {"options": {"points_to_win": 1}}, Screen("fr", DESK)),
]


@pytest.mark.parametrize(("game", "seats", "wishes", "screen"), MATCHES, ids=lambda x: str(x)[:12])
def test_a_match_from_the_first_deal_to_the_result(
    game: str,
    seats: int,
    wishes: dict[str, object],
    screen: Screen,
    people: People,
    server: Server,
) -> None:
    ada = people.come(server, screen)
    ada.opens(game, seats, **wishes)
    Player(ada).play_match()
    expect(ada.page.get_by_role("heading", level=1)).not_to_be_empty()
    expect(ada.find("link", "web.end.replay")).to_be_visible()
