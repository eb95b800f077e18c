"""What if: from a move of a replay to the table, to the end of the deal, and back with a line."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.system.browser.axe import findings
from tests.system.browser.pages import finished
from tests.system.browser.people import AT_A_DESK, PHONE, Screen, Visitors
from tests.system.browser.playing import Player
from tests.system.browser.serving import Server


@pytest.mark.parametrize(
    ("screen", "world"),
    [(AT_A_DESK, "true"), (Screen(lang="fr", size=PHONE), "plausible")],
    ids=["desk", "phone"],
)
def test_a_deal_is_played_on_compared_named_and_taken_off_the_list(
    visitors: Visitors, server: Server, screen: Screen, world: str
) -> None:
    ada = visitors.at(screen)
    replay = finished(server)
    here = re.compile(f"/r/{replay}[?]deal=1&move=13&")
    ada.go(f"/r/{replay}?deal=1&move=13&seat=0")
    ada.press("web.whatif.play-on")
    ada.page.get_by_text(ada.says(f"web.whatif.world-{world}"), exact=True).click()
    assert findings(ada.page) == []
    ada.press("web.whatif.begin")
    ribbon = ada.page.get_by_role(
        "link", name=ada.says(f"web.whatif.ribbon-{world}", deal=1, n=13), exact=True
    )
    expect(ribbon).to_be_visible()

    # Undo goes no further back than the line does.
    expect(ada.find("button", "web.room.undo")).to_be_disabled()
    Player(ada).play_deal()
    first = ada.says("web.whatif.line", n=1)
    expect(ada.page.get_by_role("link", name=first, exact=True)).to_be_visible()
    expect(ada.find("link", "web.whatif.original")).to_be_visible()
    expect(ada.find("link", "web.end.verify")).to_have_count(0)
    assert findings(ada.page) == []
    ada.press("web.whatif.edit", name=first)
    ada.page.get_by_label(ada.says("web.whatif.name")).fill("À tout prix")
    ada.press("web.whatif.rename")

    # Back at that move, the replay has the line on its list; it leads to a replay of its own.
    ada.find("link", "web.whatif.back").click()
    expect(ada.page).to_have_url(here)
    expect(ada.find("heading", "web.whatif.lines")).to_be_visible()
    line = ada.page.get_by_role("link", name="À tout prix", exact=True)
    line.click()
    was = ada.find("link", "web.whatif.was", deal=1, n=13)
    expect(was).to_be_visible()
    was.click()
    expect(ada.page).to_have_url(here)
    expect(line).to_be_visible()
    assert findings(ada.page) == []
    ada.press("web.whatif.edit", name="À tout prix")
    ada.press("web.whatif.forget")
    expect(line).to_have_count(0)

    # At the end of the deal there is nothing to play on, and the button says so.
    ada.page.keyboard.press("End")
    button = ada.find("button", "web.whatif.play-on")
    expect(button).to_have_attribute("aria-disabled", "true")
    button.press("Enter")
    expect(ada.page.get_by_text(ada.says("web.whatif.over"))).to_be_visible()
