"""A match with cards that move, by pressing only what the page offers.

On the way, nothing that the page does is forbidden by the policy of the server's answers. Whole
matches of every game are played by ear, in test_accessibility_tree.py, and by keys, in
test_keyboard.py.
"""

from __future__ import annotations

from playwright.sync_api import expect

from tests.system.browser.people import People, Screen
from tests.system.browser.playing import Player
from tests.system.browser.policy import attentive, forbidden
from tests.system.browser.serving import Server
from tests.system.browser.test_layout import PAINTED

# The sign of the last deal was there.
WATCH_SIGN = """
new MutationObserver(() => {
  window.signed ||= document.querySelector(".waits") !== null;
}).observe(document, { childList: true, subtree: true });
"""

# Notes in which order these are first seen.
IN_ORDER = """() => {
  const signs = {
    trick: ".trick > :nth-child(3)",
    score: "aside tbody tr:not(.now)",
    deal: "section.result",
    podium: ".podium li",
  };
  window.seenInOrder = [];
  new MutationObserver(() => {
    for (const [name, sign] of Object.entries(signs))
      if (document.querySelector(sign) && !seenInOrder.includes(name)) seenInOrder.push(name);
  }).observe(document.body, { childList: true, subtree: true });
}"""


def test_the_last_trick_is_seen_then_the_score_of_its_deal_then_the_podium(
    people: People, server: Server
) -> None:
    ada = people.come(server, Screen(motion=True))
    said = attentive(ada)
    ada.opens("ascenseur-52", 3, options={"schedule": [1]}, pace="quick")
    ada.page.evaluate(IN_ORDER)
    Player(ada).play_match()
    assert ada.page.evaluate("seenInOrder") == ["trick", "score", "deal", "podium"]
    podium = ada.page.locator(".podium ol")
    expect(podium.get_by_role("listitem")).to_have_count(3)
    # The cars ride up once; a key lets them arrive, and who comes later finds them there.
    riding = ada.page.locator(".riding")
    expect(riding).to_be_visible()
    ada.page.keyboard.press("Shift")
    expect(riding).to_have_count(0)
    ada.page.reload()
    expect(podium).to_be_visible()
    expect(riding).to_have_count(0)
    assert forbidden(ada, said) == []


def test_the_sign_of_the_last_deal_goes_when_its_time_is_over_whatever_happens(
    people: People, server: Server
) -> None:
    ada = people.come(server)
    ada.page.add_init_script(WATCH_SIGN)
    # The page's own clock, which is set forward below.
    ada.page.clock.install()
    ada.opens("ascenseur-52", 3, options={"schedule": [1, 1]}, pace="quick")
    player = Player(ada)
    player.play_deal()
    player.next_deal()
    ada.page.wait_for_function("window.signed")
    ada.page.clock.fast_forward(800)
    ada.press("web.room.pause")
    expect(ada.find("button", "web.room.resume").first).to_be_visible()
    ada.page.clock.fast_forward(800)
    ada.page.evaluate(PAINTED)
    assert ada.page.locator(".waits").count() == 0
