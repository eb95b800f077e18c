"""What a player may choose: in force at once, kept, put back, and never at the cost of reading."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.system.browser.gallery import Gallery
from tests.system.browser.pages import settings as open_settings
from tests.system.browser.people import PHONE, Screen, Visitors
from tests.system.browser.playing import Player
from tests.system.browser.test_cards import CONTRAST, PACKS, hand

SIDEWAYS: ViewportSize = {"width": 844, "height": 390}
CHOSEN = {
    "table": "lake",
    "back": "peaks",
    "faces": "plain",
    "suits": "classic",
    "handed": "left",
    "motion": "off",
}
IN_FORCE = f"""() => Object.fromEntries({list(CHOSEN)}.map(
  (name) => [name, document.documentElement.dataset[name]]))"""
TABLES = ("pine", "lake", "snow", "dusk")
# What is written or drawn on the table itself, and what it is written on.
INKS = ("on-felt", "on-felt-muted", "ink", "muted", "pine", "high")
GROUNDS = ("felt", "felt-deep")
# The contrast of each ink with each ground, measured as the browser paints them.
ON_THE_TABLE = """([inks, grounds]) => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const probe = document.body.appendChild(document.createElement("i"));
  const light = (token) => {
    probe.style.color = `var(--${token})`;
    canvas.fillStyle = getComputedStyle(probe).color;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((c) =>
      c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  return inks.flatMap((ink) => grounds.map((ground) => {
    const [a, b] = [light(ink), light(ground)].sort();
    return [`${ink} on ${ground}`, (b + 0.05) / (a + 0.05)];
  }));
}"""
# How many signs of each kind the cards of the hand show.
SIGNS = """() => ["figure", "arrow", "now", "turned", "seal"].map((name) =>
  [...document.querySelectorAll(`.hand .${name}`)].filter((mark) =>
    mark.getBoundingClientRect().width > 0).length)"""
SUITS = """() => Object.fromEntries([...document.querySelectorAll(".hand [data-face]")].map(
  (held) => [held.dataset.face.at(-1), getComputedStyle(held.querySelector(".index")).color]))"""

# The names below pictures that need a second line.
BROKEN_NAMES = """() => [...document.querySelectorAll("dialog fieldset > label > span")]
  .filter((name) => name.offsetHeight > 1.5 * parseFloat(getComputedStyle(name).lineHeight))
  .map((name) => name.textContent)"""


@pytest.fixture(scope="module")
def board(browser: Browser) -> Iterator[Gallery]:
    gallery = Gallery(browser, PHONE)
    yield gallery
    gallery.close()


def test_choices_are_in_force_at_once_kept_and_put_back_with_one_press(visitors: Visitors) -> None:
    person = visitors.at(Screen(size=PHONE))
    page = person.page
    open_settings(person)
    usual = page.evaluate(IN_FORCE)
    dialog = person.find("dialog", "web.settings.title")
    for name, value in CHOSEN.items():
        group = dialog.get_by_role("group", name=person.says(f"web.settings.{name}.label"))
        radio = group.get_by_role("radio", name=person.says(f"web.settings.{name}.{value}"))
        radio.check(force=True)
    volume = dialog.get_by_role("slider", name=person.says("web.settings.volume"))
    volume.fill("20")
    expect(page.locator("html[data-table=lake][data-handed=left]")).to_have_count(1)
    assert page.evaluate(IN_FORCE) == CHOSEN
    # The court of the French pack is drawn here only for who likes pictures.
    expect(dialog.locator("clipPath")).to_have_count(0)
    page.reload()
    person.press("web.settings.title")
    assert page.evaluate(IN_FORCE) == CHOSEN
    expect(volume).to_have_value("20")
    person.press("web.settings.reset")
    expect(page.locator("html[data-table=pine]")).to_have_count(1)
    assert page.evaluate(IN_FORCE) == usual
    expect(volume).not_to_have_value("20")
    person.press("web.settings.undo-reset")
    expect(page.locator("html[data-table=lake]")).to_have_count(1)
    assert page.evaluate(IN_FORCE) == CHOSEN
    # Each picture has room for its name, even at the narrowest.
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate(BROKEN_NAMES) == []


def choose(board: Gallery, **choices: str) -> None:
    """What the style sheets follow, at the board that is shown."""
    board.page.evaluate("(all) => Object.assign(document.documentElement.dataset, all)", choices)


def test_every_table_can_be_read_on_and_every_suit_has_contrast(board: Gallery) -> None:
    board.page.set_viewport_size(PHONE)
    board.show(hand("ascenseur", PACKS["ascenseur"][::4]))
    for theme in ("light", "dark"):
        for table in TABLES:
            choose(board, theme=theme, table=table)
            for pair, contrast in board.page.evaluate(ON_THE_TABLE, [INKS, GROUNDS]):
                assert contrast >= 4.5, f"{theme} {table}: {pair} {contrast:.2f}"
        choose(board, suits="four")
        assert len(set(board.page.evaluate(SUITS).values())) == 4
        choose(board, suits="classic")
        two = board.page.evaluate(SUITS)
        assert two["H"] == two["D"] != two["S"] == two["C"]
        assert all(contrast >= 4.5 for _, _, contrast in board.page.evaluate(CONTRAST))


def test_plain_cards_say_all_that_the_others_say(board: Gallery) -> None:
    board.page.set_viewport_size(PHONE)
    for kind in ("auf-ab", "ascenseur"):
        said = []
        for faces in ("poster", "plain"):
            board.show(hand(kind, PACKS[kind][:9]), faces=faces)
            said.append(board.page.evaluate(SIGNS))
        assert said[0] == said[1], kind
        assert said[0][0] >= 9


def test_the_large_button_is_on_the_side_of_the_hand_one_plays_with(
    board: Gallery, visitors: Visitors
) -> None:
    middle = "({ left, width }) => left + width / 2"
    order = f"""() => {{
      const at = (found) => ({middle})(document.querySelector(found).getBoundingClientRect());
      return [at(".actions .action.large") - at(".actions .action"), at(".actions") - at(".hand")];
    }}"""
    board.show(hand("dnpup", PACKS["dnpup"][:9]))
    for handed, side in (("right", 1), ("left", -1)):
        choose(board, handed=handed)
        board.page.set_viewport_size(PHONE)
        assert board.page.evaluate(order)[0] * side > 0
        board.page.set_viewport_size(SIDEWAYS)
        assert board.page.evaluate(order)[1] * side > 0
    # At a whole table the rail goes to the other side, and nothing leaves the window.
    person = visitors.at(Screen(size=SIDEWAYS))
    kept = json.dumps(json.dumps({"handed": "left"}))
    person.page.evaluate(f"localStorage['funicular.settings'] = {kept}")
    person.opens("dnpup", 4)
    Player(person).turn().wait_for()
    boxes = [
        person.page.locator(part).bounding_box()
        for part in (".actions", "[data-region=hand]", "nav")
    ]
    actions, cards, rail = (box for box in boxes if box)
    assert 0 <= actions["x"] < cards["x"] < rail["x"]
    assert rail["x"] + rail["width"] <= SIDEWAYS["width"]
