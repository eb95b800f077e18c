"""Puzzles in the browser: found by touch and by keys, told with their values, counted quietly."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Route, ViewportSize, expect

from funicular.review.puzzles.collection import puzzles_of
from funicular.review.puzzles.puzzle import Puzzle
from funicular.table.puzzle_table import show_puzzle
from tests.system.browser.pages import finished
from tests.system.browser.people import ON_A_PHONE, PHONE, People, Person, Screen
from tests.system.browser.serving import Server

BID = "web.board.ascenseur.bid-button"
SMALL: ViewportSize = {"width": 360, "height": 640}
CUT_NAMES = """[...document.querySelectorAll(".others .who")]
  .filter((name) => name.scrollWidth > name.clientWidth)
  .map((name) => name.textContent)"""


def bidding_puzzle(seats: int | None = None) -> tuple[Puzzle, int, int]:
    """A puzzle about a bid, with this many seats or any; the right bid and a wrong one."""
    for each in puzzles_of("ascenseur-52"):
        if seats not in {None, each.position.seats}:
            continue
        if each.best.startswith("bid "):
            wrong = next(value.move for value in each.values if value.move != each.best)
            return each, int(each.best.removeprefix("bid ")), int(wrong.removeprefix("bid "))
    message = "the collection has no bids"
    raise LookupError(message)


def verdict(person: Person, key: str) -> None:
    """The page says how the move was."""
    status = (
        person.page.get_by_role("main")
        .get_by_role("status")
        .filter(has_text=beginning(key, person))
    )
    expect(status.first).to_be_visible()


def beginning(key: str, person: Person) -> re.Pattern[str]:
    return re.compile(re.escape(person.says(key).partition("{")[0].strip()))


def test_a_puzzle_is_tried_again_solved_and_counted(people: People, server: Server) -> None:
    asked, right, wrong = bidding_puzzle(seats=6)
    ada = people.come(server, ON_A_PHONE)
    ada.go(f"/puzzle/{asked.id}")
    ada.press(BID, n=wrong)
    # The board is low beside the question: six players have their whole names all the same.
    ada.page.set_viewport_size(SMALL)
    assert ada.page.evaluate(CUT_NAMES) == []
    ada.page.set_viewport_size(PHONE)
    verdict(ada, "puzzle.wrong")
    # Nothing of the answer is to be seen before it was found or asked for.
    expect(ada.page.get_by_role("table")).to_have_count(0)
    ada.press("web.puzzle.again")
    expect(ada.page.get_by_text(ada.says("web.puzzle.ask"))).to_be_visible()
    ada.press(BID, n=right)
    verdict(ada, "puzzle.right")
    rows = ada.page.get_by_role("table").get_by_role("row")
    expect(rows.first).to_contain_text(ada.says("web.puzzle.best"))
    # Who does what then: a name, a colon, the move.
    expect(ada.page.get_by_role("listitem").first).to_have_text(re.compile("^[^ ]+: "))
    ada.press("web.puzzle.next")
    expect(ada.page).not_to_have_url(re.compile(asked.id))
    expect(ada.page.get_by_role("heading", level=1)).to_be_focused()
    ada.go("/puzzle")
    expect(ada.page.get_by_text(ada.says("web.puzzle.solved", n=1))).to_be_visible()
    # Nothing brings it back, so that it is asked twice.
    ada.press("web.puzzle.hide")
    expect(ada.find("button", "web.puzzle.forget-no")).to_be_focused()
    ada.press("web.puzzle.forget-no")
    expect(ada.page.get_by_text(ada.says("web.puzzle.solved", n=1))).to_be_visible()
    ada.press("web.puzzle.hide")
    ada.press("web.puzzle.forget-yes")
    expect(ada.page.get_by_text(ada.says("web.puzzle.solved", n=0))).to_have_count(0)
    ada.press("web.puzzle.count")
    expect(ada.page.get_by_text(ada.says("web.puzzle.solved", n=0))).to_be_visible()


def test_todays_puzzle_has_its_place_on_the_first_page_and_goes_by_keys(
    people: People, server: Server
) -> None:
    asked, right, _ = bidding_puzzle()
    zoe = people.come(server, Screen("fr"))
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    zoe.page.route("**/api/puzzles/today", hold)
    with zoe.page.expect_request("**/api/puzzles/today"):
        zoe.go("/")
    today = zoe.page.get_by_role("link", name=re.compile(re.escape(zoe.says("web.puzzle.today"))))
    expect(today).to_be_visible()
    games = zoe.page.get_by_role("article").first
    expect(games).to_be_visible()
    before = games.bounding_box()
    for route in held:
        route.continue_()
    expect(today.get_by_role("img")).to_be_visible()
    assert games.bounding_box() == before
    zoe.page.unroute("**/api/puzzles/today")
    today.focus()
    zoe.page.keyboard.press("Enter")
    expect(zoe.page).to_have_url(re.compile("/puzzle/today$"))
    expect(zoe.page.locator("[data-turn]")).to_be_visible()
    zoe.go(f"/puzzle/{asked.id}")
    zoe.find("button", BID, n=right).focus()
    zoe.page.keyboard.press("Enter")
    verdict(zoe, "puzzle.right")
    onwards = zoe.find("button", "web.puzzle.next")
    onwards.focus()
    zoe.page.keyboard.press("Enter")
    expect(zoe.page).not_to_have_url(re.compile(asked.id))


def test_a_decision_of_ones_own_match_is_a_puzzle(people: People, server: Server) -> None:
    match = finished(server)
    positions = server.told(f"/api/replays/{match}/positions?lang=en")
    choice = next(
        each
        for each in positions["decisions"]
        if len(each["legal"]) > 2
        and all(positions["moves"][place].startswith("bid ") for place in each["legal"])
    )
    best, made = (positions["moves"][choice["legal"][place]] for place in (1, 0))
    mistake = {
        "replay": match,
        "game": "ascenseur-52",
        "deal": choice["deal"],
        "ply": choice["ply"],
        "seat": choice["seat"],
        "best": best,
        "made": made,
        "cost": 1.25,
        "stderr": 0.1,
    }
    ada = people.come(server, ON_A_PHONE)
    written = json.dumps(json.dumps([mistake]))
    ada.context.add_init_script(f"localStorage['funicular.mistakes'] = {written}")
    ada.go("/puzzle")
    ada.page.get_by_role("link", name=re.compile("1[.]2 ")).click()
    ada.press(BID, n=int(made.removeprefix("bid ")))
    verdict(ada, "web.puzzle.own-made")
    ada.press("web.puzzle.again")
    ada.press(BID, n=int(best.removeprefix("bid ")))
    verdict(ada, "web.puzzle.own-right")
    expect(ada.page.get_by_role("link", name=ada.says("web.review.title"))).to_be_visible()


def test_a_puzzle_shows_what_its_player_saw_before(people: People, server: Server) -> None:
    asked = next(
        each
        for each in puzzles_of("ascenseur-52")
        if sum(" play " in move for move in each.position.moves) > each.position.seats
    )
    ada = people.come(server, ON_A_PHONE)
    ada.go(f"/puzzle/{asked.id}")
    ada.press("web.room.tab.story")
    dialog = ada.page.get_by_role("dialog")
    expect(dialog.get_by_role("listitem")).to_have_count(
        len(show_puzzle(asked.id, ada.lang).deal.told)
    )
    ada.page.keyboard.press("Escape")
    ada.press("web.room.last-trick")
    expect(dialog.get_by_role("img")).to_have_count(asked.position.seats)
    ada.page.keyboard.press("Escape")
    ada.press("web.puzzle.gone")
    played = sum(" play " in move for move in asked.position.moves)
    expect(dialog.get_by_role("img")).to_have_count(played)


def test_a_puzzle_that_is_not_there_leads_back_to_the_others(
    people: People, server: Server
) -> None:
    ada = people.come(server)
    ada.patient = True
    # One that is there but cannot be fetched is another matter, and can be tried again.
    ada.context.route("**/api/puzzles/*", lambda route: route.abort())
    ada.go("/puzzle/today")
    expect(ada.find("heading", "web.net.away")).to_be_visible()
    ada.context.unroute("**/api/puzzles/*")
    ada.press("web.net.again")
    expect(ada.page.get_by_text(ada.says("web.puzzle.ask"))).to_be_visible()
    ada.go("/puzzle/nothing")
    expect(ada.find("heading", "web.net.nowhere")).to_be_visible()
    ada.page.get_by_role("main").get_by_role("link", name=ada.says("web.puzzle.all")).click()
    expect(ada.page).to_have_url(re.compile("/puzzle$"))
    expect(ada.page.get_by_role("heading", level=2).first).to_be_visible()
