"""After a match: its record, its replay, and the proof of its deals."""

from __future__ import annotations

import re
import struct
import zlib
from pathlib import Path

from playwright.sync_api import expect

from tests.system.browser.pages import finished, result
from tests.system.browser.people import People
from tests.system.browser.policy import attentive, forbidden
from tests.system.browser.serving import Server


def drawn(png: bytes) -> tuple[int, int, bytes]:
    """Width, height and all rows of a picture, as they are packed."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    data, at = b"", 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        if png[at + 4 : at + 8] == b"IDAT":
            data += png[at + 8 : at + 8 + length]
        at += 12 + length
    return width, height, zlib.decompress(data)


def test_the_end_offers_a_picture_to_share_and_a_record_whose_replay_opens_from_the_file(
    people: People, server: Server, tmp_path: Path
) -> None:
    ada = people.come(server)
    said = attentive(ada)
    result(ada)
    # The hands of the last deal come from the replay.
    dealt = ada.page.get_by_role("heading", name=ada.says("web.hands.dealt"))
    dealt.scroll_into_view_if_needed()
    expect(ada.page.locator("section", has=dealt).get_by_role("img")).to_have_count(4)

    ada.press("web.share.open")
    picture = ada.page.get_by_role("dialog").get_by_role("img", name=re.compile("Ada"))
    expect(picture).to_be_visible()
    with ada.page.expect_download() as download:
        ada.find("link", "web.share.save").click()
    width, height, rows = drawn(download.value.path().read_bytes())
    assert (width, height) == (1200, 630)
    assert len(set(rows)) > 100
    ada.find("checkbox", "web.share.names").uncheck()
    expect(picture).to_have_count(0)
    ada.page.keyboard.press("Escape")
    expect(ada.find("button", "web.share.open")).to_be_focused()
    assert forbidden(ada, said) == []
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
