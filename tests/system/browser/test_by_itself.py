"""What plays itself, if one likes that: a pass, a card that leaves no choice, a hand laid open.

It is seen before it goes, and can be taken back.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.system.browser.people import AT_A_DESK, Person, Visitors
from tests.system.browser.playing import Player
from tests.system.browser.serving import Server

Wanted = Callable[[dict[str, Any]], bool]


def a_table_where(server: Server, wanted: Wanted, game: str, **wishes: object) -> dict[str, str]:
    """A table at which it is one's turn, as `wanted` says of what the server shows."""
    while True:
        opened = server.open_table(game, 3, "Ada", **wishes)
        path, token = f"/api/tables/{opened['table']}", opened["token"]
        for number in itertools.count():
            now = server.told(path, secret=token)
            phase, deal = now["table"]["phase"], now["deal"]
            if phase == "playing" and not deal["legal"]:
                continue
            if phase == "playing" and wanted(now):
                return opened
            if phase == "over":
                break
            command: dict[str, object] = {"do": "ready"}
            if phase == "playing":
                command = {"do": "move", "move": deal["legal"][0], "turn": deal["turn"]}
            wish = {"type": "do", "id": str(number), "command": command}
            server.told(f"{path}/commands", wish, token)


def likes(person: Person, *settings: str) -> None:
    """From the next page on the player likes these, and nothing else."""
    person.page.evaluate(
        "settings => localStorage.setItem('funicular.settings', settings)",
        json.dumps(dict.fromkeys(settings, True)),
    )


def test_a_pass_is_seen_taken_back_and_goes_if_one_likes_that(
    visitors: Visitors, server: Server
) -> None:
    """Which moves of which game play themselves is in `client/tests/open_hands.test.mjs`."""
    ada = visitors.at(AT_A_DESK)
    opened = a_table_where(server, lambda now: now["deal"]["legal"] == ["pass"], "auf-ab")
    player = Player(ada)
    prepared = player.offered("web.board.prepared")
    # Who likes something else is asked.
    likes(ada, "forcedAlone")
    ada.sits_at(opened, "auf-ab")
    player.turn().wait_for()
    turn = player.turn().get_attribute("data-turn")
    expect(prepared).to_have_count(0)
    # Taken back, it is the player's to make.
    likes(ada, "passAlone")
    ada.page.reload()
    prepared.click()
    expect(prepared).to_have_count(0)
    assert player.turn().get_attribute("data-turn") == turn
    # Left alone, it goes.
    ada.page.reload()
    expect(ada.page.locator(".board")).to_be_visible()
    expect(ada.page.locator(f"[data-turn='{turn}']")).to_have_count(0)


def test_nothing_goes_by_itself_in_a_lesson(visitors: Visitors, server: Server) -> None:
    steps = server.told("/api/lessons/auf-ab?lang=en")["steps"]
    forced = next(place for place, step in enumerate(steps) if len(step["deal"]["legal"]) == 1)
    ada = visitors.at(AT_A_DESK)
    likes(ada, "passAlone", "forcedAlone")
    ada.go("/learn/auf-ab")
    on = ada.find("button", "web.learn.next").or_(ada.find("button", "web.learn.show-me"))
    for number in range(1, forced + 1):
        expect(
            ada.page.get_by_text(ada.says("web.learn.step", n=number, of=len(steps)))
        ).to_be_visible()
        on.click()
    player = Player(ada)
    expect(
        ada.page.get_by_text(ada.says("web.learn.step", n=forced + 1, of=len(steps)))
    ).to_be_visible()
    player.turn().wait_for()
    expect(player.offered("web.board.prepared")).to_have_count(0)


def test_a_hand_is_laid_open_by_the_button_that_says_before_why_not(
    visitors: Visitors, server: Server
) -> None:
    def several_to_lose(now: dict[str, Any]) -> bool:
        return now["table"].get("claim") == "none" and len(now["deal"]["sight"]["hand"]) > 1

    ada = visitors.at(AT_A_DESK)
    claim = ada.page.get_by_role("button", name=ada.like("web.board.ascenseur.claim"))
    player = Player(ada)
    ada.opens("ascenseur-52", 3, options={"schedule": [4]})
    player.turn().wait_for()
    expect(claim).to_have_attribute("aria-disabled", "true")
    claim.click(force=True)
    expect(ada.page.locator(".prompt")).to_have_text(ada.says("ascenseur.claim-when"))

    options = {"schedule": [4] * 20}
    ada.sits_at(
        a_table_where(server, several_to_lose, "ascenseur-52", options=options), "ascenseur-52"
    )
    player.turn().wait_for()
    expect(player.cards).not_to_have_count(1)
    claim.click()
    # The bots play on, her cards go with theirs, and the deal ends without another move of hers.
    expect(
        ada.find("button", "web.score.next").or_(ada.find("button", "web.end.rematch"))
    ).to_be_visible()
    expect(player.cards).to_have_count(0)
