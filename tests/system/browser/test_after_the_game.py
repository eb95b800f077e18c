"""After a match and around it: a replay by link and keys, deals checked by the browser, lessons."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

import funicular
from funicular.web.lessons.steps import positions
from tests.cli.test_verify import played
from tests.system.browser.pages import finished
from tests.system.browser.people import ON_A_PHONE, People, Person, Screen
from tests.system.browser.serving import Server

RECORDS = [
    ("auf-ab", 3),
    ("auf-ab", 4),
    ("dnpup", 2),
    ("dnpup", 5),
    ("ascenseur-52", 6),
    ("ascenseur-32", 5),
]


def at(person: Person, deal: int, move: int) -> None:
    expect(person.page).to_have_url(re.compile(rf"deal={deal}&move={move}&"))


def test_a_link_leads_to_a_move_and_keys_from_there(people: People, server: Server) -> None:
    ada = people.come(server)
    ada.go(f"/r/{finished(server)}?deal=2&move=6&seat=1")
    expect(ada.page.get_by_role("slider")).to_have_value("6")
    for key, deal, move in (
        ("ArrowRight", 2, 7),
        ("ArrowLeft", 2, 6),
        ("Home", 2, 0),
        ("ArrowLeft", 1, 16),
        ("ArrowRight", 2, 0),
        ("PageDown", 3, 0),
        ("PageUp", 2, 0),
        # Four bids, then the first trick.
        ("ArrowDown", 2, 8),
        ("ArrowDown", 2, 12),
        ("ArrowUp", 2, 8),
        ("End", 2, 24),
    ):
        ada.page.keyboard.press(key)
        at(ada, deal, move)
    ada.press("web.replay.link")
    copied = ada.page.evaluate("navigator.clipboard.readText()")
    assert copied == ada.page.url


def test_a_replay_runs_by_itself_and_stops_at_the_end(people: People, server: Server) -> None:
    ada = people.come(server, ON_A_PHONE)
    ada.go(f"/r/{finished(server)}?deal=3&move=10")
    ada.press("web.replay.run")
    at(ada, 3, 12)
    expect(ada.find("button", "web.replay.run")).to_be_visible()


def test_all_hands_can_be_closed_but_one(people: People, server: Server) -> None:
    ada = people.come(server)
    match = server.finished_match("ascenseur-52", 6, options={"schedule": [8]})
    ada.go(f"/r/{match}")
    hands = ada.page.get_by_role("region", name=ada.says("web.replay.hands"))
    cards = hands.get_by_role("img")
    expect(cards).to_have_count(5 * 8)
    # All of them beside one another, none under what stands beside the table.
    assert hands.evaluate("(region) => region.scrollWidth <= region.clientWidth")
    ada.find("checkbox", "web.replay.open").uncheck()
    expect(hands).to_have_count(0)


@pytest.mark.parametrize(("game", "seats"), RECORDS)
def test_the_browser_deals_the_same_cards_as_we_do(
    game: str, seats: int, people: People, server: Server, tmp_path: Path
) -> None:
    record = json.loads(played(game, seats).to_json())
    ada = people.come(server)
    ada.go("/verify")
    check(ada, tmp_path, record)
    expect(ada.page.get_by_text(ada.like("web.verify.all-good"))).to_be_visible()
    first, second = record["deals"][0]["cards"]["hands"][:2]
    record["deals"][0]["cards"]["hands"][:2] = [second, first]
    check(ada, tmp_path, record)
    expect(ada.page.get_by_text(ada.says("web.verify.bad-deals", n=1)).last).to_be_visible()
    expect(ada.page.get_by_text(ada.says("web.verify.deal-bad", number=1))).to_be_visible()
    expect(ada.page.get_by_text(ada.says("web.verify.deal-good", number=2))).to_be_visible()
    record["proof"]["seed"] = "00" * 32
    check(ada, tmp_path, record)
    expect(ada.page.get_by_text(ada.says("web.verify.bad-seed")).first).to_be_visible()


def check(person: Person, folder: Path, record: object) -> None:
    path = folder / "match.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    person.page.locator("input[type=file]").set_input_files(path)


def test_a_record_is_brought_along_and_a_damaged_one_explained(
    people: People, server: Server, tmp_path: Path
) -> None:
    ada = people.come(server, Screen("fr"))
    # The browser itself tells of an answer that is a refusal.
    ada.patient = True
    ada.go("/r")
    check(ada, tmp_path, {"game": "poker"})
    said = ada.page.get_by_role("group").get_by_role("status")
    expect(said).to_have_text(ada.says("web.verify.no-record"))
    record = json.loads(played("auf-ab", 3).to_json())
    check(ada, tmp_path, record | {"totals": [99, 0, 0]})
    expect(ada.page.get_by_role("status").filter(has_text="99")).to_be_visible()
    check(ada, tmp_path, record)
    at(ada, 1, 0)


@pytest.mark.parametrize("game", funicular.GAMES)
def test_a_lesson_leads_to_its_end(game: str, people: People, server: Server) -> None:
    ada = people.come(server, Screen("fr", ON_A_PHONE.size))
    ada.go(f"/learn/{game}")
    steps = len(positions(game))
    for number in range(1, steps):
        expect(ada.page.get_by_text(ada.says("web.learn.step", n=number, of=steps))).to_be_visible()
        onwards = ada.find("button", "web.learn.next").or_(ada.find("button", "web.learn.show-me"))
        onwards.click()
    expect(ada.find("link", "web.learn.play")).to_be_visible()


def test_in_a_lesson_one_plays_on_the_table(people: People, server: Server) -> None:
    ada = people.come(server)
    ada.go("/learn/ascenseur-52")
    ada.press("web.learn.next")
    ada.press("web.board.ascenseur.bid-button", n=3)
    expect(ada.page.get_by_text(ada.says("lessons.ascenseur.bid.other")).first).to_be_visible()
    ada.press("web.board.ascenseur.bid-button", n=2)
    main = ada.page.get_by_role("main")
    expect(main.get_by_text(ada.says("lessons.ascenseur.bid.right"))).to_be_visible()


def test_a_rule_has_an_address_of_its_own(people: People, server: Server) -> None:
    ada = people.come(server)
    ada.go("/rules/dnpup#D25")
    expect(ada.page.locator("#D25")).to_be_in_viewport()
    ada.page.locator("#D25").get_by_role("link", name="D27").click()
    expect(ada.page.locator("#D27")).to_be_in_viewport()
    expect(ada.page).to_have_url(re.compile("#D27$"))
