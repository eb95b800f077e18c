"""Hints and the gauge at the table: from the browser's own kernels, the same as Python's."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.system.browser.axe import findings
from tests.system.browser.people import DESK, PHONE, People, Person, Screen
from tests.system.browser.playing import Player
from tests.system.browser.test_company import LONGEST, invited

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from tests.kit.serving import Message
    from tests.system.browser.serving import Server

# In every hint, and in no reason for having none here.
NUMBER = re.compile(r"\d")
GAUGE = "localStorage['funicular.settings'] = JSON.stringify({ gauge: true })"
# Where everything is that must not move when a hint comes.
PLACES = """() => [...document.querySelectorAll(".badge, .action, .hand, .middle, nav button")]
  .map((each) => Object.values(each.getBoundingClientRect().toJSON()).map(Math.round).join())"""
COVERED = """() => {
  const hint = document.querySelector("section.hint");
  const { top, bottom, left, right } = hint.getBoundingClientRect();
  return [...document.querySelectorAll(".held, .laid, .action")].filter((each) => {
    const box = each.getBoundingClientRect();
    return box.left < right && box.right > left && box.top < bottom - 20 && box.bottom > top + 20;
  }).length;
}"""


def in_the_middle(table: Message, moves: int) -> bool:
    return moves >= 2 and table["phase"] == "playing"


def asked(person: Person) -> Locator:
    """The hint, or why there is none."""
    # One that is not possible can be pressed too.
    person.find("button", "web.coach.hint").click(force=True)
    hint = person.page.locator("section.hint[aria-busy=false]")
    expect(hint).to_be_visible()
    return hint


def first_to_move(players: list[Player]) -> Player:
    """Who of them is to move, once the bots before them have."""
    deadline = time.monotonic() + LONGEST
    while not (due := next((each for each in players if each.may_move()), None)):
        assert time.monotonic() < deadline, "nobody is to move"
    return due


def measured(person: Person, opened: dict[str, str]) -> Message:
    """What Python says of the same turn."""
    path = f"/api/tables/{opened['table']}/hint?lang={person.lang}"
    hint: Message = person.server.told(path, {}, opened["token"])
    return hint


@pytest.mark.parametrize(
    ("game", "screen"),
    [
        ("dnpup", Screen(lang="fr", size=PHONE)),
        ("ascenseur-52", Screen(size=DESK, theme="dark")),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_a_hint_from_the_browser_is_the_one_that_python_gives(
    people: People, server: Server, game: str, screen: Screen
) -> None:
    ada = people.come(server, screen)
    ada.context.add_init_script(GAUGE)
    opened = server.open_table(game, 4, ada.name, lang=ada.lang)
    server.play_until(opened, in_the_middle)
    requests: list[str] = []
    ada.page.on("request", lambda request: requests.append(request.url))
    ada.sits_at(opened, game)
    player = Player(ada)
    assert player.wanted() == "move"
    known = measured(ada, opened)
    best = known["moves"][known["best"]]
    # The gauge tells the odds of the best move, in words too.
    share = f"{100 * best['goal']:.0f}"
    gauge = ada.page.get_by_role("meter")
    expect(gauge).to_have_attribute("aria-valuetext", re.compile(rf" {share}[^\d]"))
    before = ada.page.evaluate(PLACES)
    hint = asked(ada)
    expect(hint.locator("p")).to_contain_text(known["text"])
    # Measured here, not by the server.
    assert [url for url in requests if "/numbers" in url]
    assert not [url for url in requests if "/hint" in url]
    assert ada.page.evaluate(PLACES) == before
    assert ada.page.evaluate(COVERED) == 0
    marked = ada.page.locator("[data-hinted]")
    assert marked.count() >= 1
    named = known["legal"][known["best"]]
    for face in marked.evaluate_all("(all) => all.flatMap((one) => one.dataset.face ?? [])"):
        assert face in named
    assert findings(ada.page) == []
    ada.press("web.coach.close")
    expect(hint).to_have_count(0)
    expect(marked).to_have_count(0)
    # It goes with the turn.
    asked(ada)
    player.move()
    expect(hint).to_have_count(0)


def test_without_web_assembly_the_server_measures(people: People, server: Server) -> None:
    ada = people.come(server, Screen(size=PHONE))
    ada.context.add_init_script("delete globalThis.WebAssembly")
    opened = server.open_table("ascenseur-52", 4, ada.name, lang=ada.lang)
    server.play_until(opened, in_the_middle)
    ada.sits_at(opened, "ascenseur-52")
    assert Player(ada).wanted() == "move"
    expect(asked(ada).locator("p")).to_contain_text(measured(ada, opened)["text"])


def test_two_people_agree_before_the_match_or_have_no_hints(people: People, server: Server) -> None:
    ada = people.come(server)
    ada.opens("ascenseur-52", 3, start=False, hints=True, options={"schedule": [3]})
    link = ada.find("textbox", "web.room.link").input_value()
    bob = people.come(server, Screen(lang="fr", size=PHONE), "Bob")
    bob.page.goto(link)
    bob.find("textbox", "web.home.name").fill("Bob")
    bob.press("web.room.join")
    expect(ada.page.get_by_text(ada.says("web.coach.missing", names="Bob"))).to_be_visible()
    agree = bob.page.get_by_role("checkbox", name=re.compile(bob.says("web.coach.agree")))
    agree.check()
    expect(ada.page.get_by_text(ada.says("web.coach.all-agree"))).to_be_visible()
    # Withdrawn by anybody, there are none.
    agree.uncheck()
    expect(ada.page.get_by_text(ada.says("web.coach.missing", names="Bob"))).to_be_visible()
    assert findings(bob.page) == []
    agree.check()
    expect(ada.page.get_by_text(ada.says("web.coach.all-agree"))).to_be_visible()
    ada.page.get_by_role("button", name=ada.like("web.room.start-bots")).click()
    players = [Player(ada), Player(bob)]
    due = first_to_move(players)
    expect(asked(due.person).locator("p")).to_contain_text(NUMBER)
    # Who asks too early is told so, and has the hint with their turn.
    other = next(each for each in players if each is not due)
    other.person.patient = True
    early = asked(other.person)
    expect(early).not_to_contain_text(NUMBER)
    due.move()
    expect(early).to_contain_text(NUMBER)


def test_among_people_without_agreement_the_button_says_why(people: People, server: Server) -> None:
    ada, bob = invited(people, server, "ascenseur-52", 3)
    # Nothing happens any more until one of them bids; why there is no hint goes with one's turn.
    first_to_move([Player(ada), Player(bob)])
    for each in (ada, bob):
        # The browser itself complains of refusals.
        each.patient = True
        expect(asked(each)).to_contain_text(each.says("table.hints.not-offered"))
        assert each.page.locator("[data-hinted]").count() == 0
