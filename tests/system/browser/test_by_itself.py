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


def likes(person: Person, **settings: bool) -> None:
    """From the next page on the player likes these, and else what is usual."""
    person.page.evaluate(
        "settings => localStorage.setItem('funicular.settings', settings)",
        json.dumps(settings),
    )


def test_a_pass_is_seen_taken_back_and_goes_unless_one_dislikes_that(
    visitors: Visitors, server: Server
) -> None:
    """Which moves of which game play themselves is in `client/tests/open_hands.test.mjs`."""
    ada = visitors.at(AT_A_DESK)
    opened = a_table_where(server, lambda now: now["deal"]["legal"] == ["pass"], "auf-ab")
    player = Player(ada)
    alone = player.offered("web.board.by-itself")
    # Who likes something else is asked.
    likes(ada, passAlone=False, forcedAlone=True)
    ada.sits_at(opened, "auf-ab")
    player.turn().wait_for()
    turn = player.turn().get_attribute("data-turn")
    expect(alone).to_have_count(0)
    # Taken back, it is the player's to make.
    likes(ada)
    ada.page.reload()
    alone.click()
    expect(alone).to_have_count(0)
    assert player.turn().get_attribute("data-turn") == turn
    # Left alone, it goes.
    ada.page.reload()
    expect(ada.page.locator(".board")).to_be_visible()
    expect(ada.page.locator(f"[data-turn='{turn}']")).to_have_count(0)


def test_nothing_goes_by_itself_in_a_lesson(visitors: Visitors, server: Server) -> None:
    steps = server.told("/api/lessons/auf-ab?lang=en")["steps"]
    forced = next(place for place, step in enumerate(steps) if len(step["deal"]["legal"]) == 1)
    ada = visitors.at(AT_A_DESK)
    likes(ada, passAlone=True, forcedAlone=True)
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
    expect(player.offered("web.board.prepared", "web.board.by-itself")).to_have_count(0)


def may_beat_later(now: dict[str, Any]) -> bool:
    """Whether one follows, with a choice."""
    return len(now["deal"]["sight"]["trick"]) > 0 and len(now["deal"]["legal"]) > 1


def test_tapping_pass_again_prepares_nothing_for_the_next_trick(
    visitors: Visitors, server: Server
) -> None:
    """A21: who has passed has no more part in the trick; a second tap says so."""
    ada = visitors.at(AT_A_DESK)
    opened = a_table_where(server, may_beat_later, "auf-ab")
    calm = {"type": "do", "id": "calm", "command": {"do": "pace", "pace": "calm"}}
    server.told(f"/api/tables/{opened['table']}/commands", calm, opened["token"])
    player = Player(ada)
    ada.sits_at(opened, "auf-ab")
    player.turn().wait_for()
    player.note_turn()
    button = ada.find("button", "web.board.auf-ab.pass")
    button.click()
    line = ada.page.locator(".prompt")
    for _ in range(2):
        button.click(force=True)
    expect(line).to_have_text(ada.says("web.board.next-trick"))
    expect(player.offered("web.board.prepared")).to_have_count(0)


def test_a_letter_prepares_nothing_before_ones_turn(visitors: Visitors) -> None:
    """One press of a key flipped the whole hand as soon as the turn came."""
    ada = visitors.at(AT_A_DESK)
    likes(ada, shortcuts=True)
    ada.opens("dnpup", 3, pace="calm")
    player = Player(ada)
    player.turn().wait_for()
    player.note_turn()
    ada.page.keyboard.press("f")
    line = ada.page.locator(".prompt")
    expect(line).to_contain_text(ada.says("web.board.key.flip"))
    player.tap_a_card()
    player.offered("web.board.dnpup.play").click()
    expect(player.turn()).to_have_count(0)
    ada.page.keyboard.press("f")
    expect(line).to_have_text(ada.says("web.board.not-by-key"))
    expect(player.offered("web.board.prepared")).to_have_count(0)


# Every title of the page from now on, and whether the board awaits a move of one's own then.
TITLES = """() => {
  window.titles = [];
  const awaited = () => document.querySelector("[data-turn]:not([data-turn=''])") !== null;
  new MutationObserver(() => titles.push([document.title, awaited()])).observe(
    document.querySelector("title"), { childList: true });
}"""


def test_the_title_says_that_it_is_ones_turn_when_the_board_does(visitors: Visitors) -> None:
    ada = visitors.at(AT_A_DESK)
    ada.opens("ascenseur-52", 4, options={"schedule": [3]}, pace="quick")
    player = Player(ada)
    player.turn().wait_for()
    ada.page.evaluate(TITLES)
    for _ in range(3):
        player.move()
        assert player.wanted() == "move"
    titles: list[tuple[str, bool]] = ada.page.evaluate("titles")
    mine = [awaited for title, awaited in titles if ada.like("web.title.turn").match(title)]
    assert mine
    assert all(mine)


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


def test_a_card_that_does_not_go_with_those_chosen_does_not_take_their_place(
    visitors: Visitors, server: Server
) -> None:
    """D18: a second card of the same value, where the two may not be played together."""

    def a_pair_that_is_beaten(now: dict[str, Any]) -> bool:
        legal = [move.split()[1:] for move in now["deal"]["legal"] if move.startswith("play ")]
        return bool(apart(legal))

    def apart(legal: list[list[str]]) -> list[tuple[str, str]]:
        alone = [cards[0] for cards in legal if len(cards) == 1]
        return [
            (one, other)
            for one, other in itertools.combinations(alone, 2)
            if one.split("/")[0] == other.split("/")[0]
            and not any({one, other} <= set(cards) for cards in legal)
        ]

    ada = visitors.at(AT_A_DESK)
    opened = a_table_where(server, a_pair_that_is_beaten, "dnpup")
    ada.sits_at(opened, "dnpup")
    player = Player(ada)
    player.turn().wait_for()
    now = server.told(f"/api/tables/{opened['table']}", secret=opened["token"])
    legal = [move.split()[1:] for move in now["deal"]["legal"] if move.startswith("play ")]
    first, second = (player.hand.locator(f"[data-face='{card}']").first for card in apart(legal)[0])
    first.press("Space")
    second.press("Space")
    expect(first).to_have_attribute("aria-pressed", "true")
    expect(second).to_have_attribute("aria-pressed", "false")
    expect(ada.page.locator(".prompt-line.note")).to_be_visible()
