"""After a match: its record, its replay, and the proof of its deals."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import expect

from tests.system.browser.people import People, Screen
from tests.system.browser.places import finished, result
from tests.system.browser.serving import Server


def test_a_record_is_downloaded_and_its_replay_opened_from_the_file(
    people: People, server: Server, tmp_path: Path
) -> None:
    ada = people.come(server)
    result(ada)
    with ada.page.expect_download() as download:
        ada.find("link", "web.end.record").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    ada.go("/r/")
    ada.page.get_by_label(ada.says("web.replay.choose")).set_input_files(file)
    controls = ada.page.get_by_role("group", name=ada.says("web.replay.controls"))
    expect(controls).to_be_visible()


def test_a_damaged_record_gets_a_sentence(people: People, server: Server, tmp_path: Path) -> None:
    ada = people.come(server, Screen("fr"))
    ada.patient = True
    file = tmp_path / "damaged.json"
    file.write_text('{"game": "poker"}')
    ada.go("/r/")
    ada.page.get_by_label(ada.says("web.replay.choose")).set_input_files(file)
    expect(ada.page.get_by_role("group").get_by_role("status")).not_to_be_empty()


def test_the_page_itself_finds_every_deal_right(people: People, server: Server) -> None:
    ada = people.come(server)
    ada.go(f"/verify/{finished(server)}")
    expect(ada.page.get_by_text(ada.says("web.verify.all-good", n=3)).last).to_be_visible()


def test_the_page_finds_a_swapped_card(people: People, server: Server, tmp_path: Path) -> None:
    record = server.told(f"/api/replays/{finished(server)}/record")
    hands = record["deals"][1]["cards"]["hands"]
    hands[0], hands[1] = hands[1], hands[0]
    file = tmp_path / "changed.json"
    file.write_text(json.dumps(record))
    ada = people.come(server)
    ada.go("/verify/")
    ada.page.get_by_label(ada.says("web.replay.choose")).set_input_files(file)
    expect(ada.page.get_by_text(ada.says("web.verify.bad-deals", n=1)).last).to_be_visible()


def test_a_link_to_a_move_opens_there(people: People, server: Server) -> None:
    ada = people.come(server)
    ada.go(f"/r/{finished(server)}")
    ada.press("web.replay.deal-on")
    # The address follows once the deal has come; until then there is nothing to step through.
    expect(ada.page).to_have_url(re.compile("deal=2&move=0&"))
    for _ in range(7):
        ada.press("web.replay.on")
    place = ada.page.get_by_text(ada.says("web.replay.move-of", n=7, of="")).last
    where = place.inner_text()
    ada.press("web.replay.link")
    link = ada.page.evaluate("navigator.clipboard.readText()")
    bob = people.come(server, name="Bob")
    bob.page.goto(link)
    expect(bob.page.get_by_text(where)).to_be_visible()
    board = bob.page.locator("[data-kind]").aria_snapshot()
    expect(ada.page.locator("[data-kind]")).to_match_aria_snapshot(board)
