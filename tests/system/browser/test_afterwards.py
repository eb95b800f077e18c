"""After a match: its record, its replay, and the proof of its deals."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import expect

from tests.system.browser.pages import finished, result
from tests.system.browser.people import People
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
