"""Cards and hands, in boards without a server: what can be read and tapped, and how cards move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from tests.system.browser.gallery import Gallery, Scene, scene

SIZES: dict[str, ViewportSize] = {
    "small phone": {"width": 360, "height": 640},
    "phone": {"width": 390, "height": 844},
    "phone on its side": {"width": 844, "height": 390},
    "tablet": {"width": 768, "height": 1024},
    "desk": {"width": 1440, "height": 900},
    "large desk": {"width": 1920, "height": 1080},
}
PHONE = SIZES["phone"]
MOST = 18
# To look at what moves, and to have done with it.
SLOWLY, QUICKLY = 0.02, 20
AUF_AB = [f"{low}-{high}" for low in range(10) for high in range(low, 10)]
FRENCH = [rank + suit for suit in "SHDC" for rank in "23456789TJQKA"]
DNPUP = [
    *("6/9", "9/6", "1/6", "1/9", "2/10", "10/2", "3/4", "4/6", "7/1"),
    *("8/1", "6/1", "9/2", "5/1", "1/5", "2/6", "3/9", "6/7", "9/3"),
]
PACKS = {"ascenseur": FRENCH, "auf-ab": AUF_AB, "dnpup": DNPUP}


def hand(kind: str, cards: list[str], *, legal: list[str] | None = None) -> Scene:
    """A deal in which nothing has happened but that one holds these cards."""
    found = scene(kind, 0)
    deal = found["deal"]["en"]
    dealt = deal["told"][0]
    dealt["event"] |= {"hand": cards, "cards": len(cards)}
    deal |= {"told": [dealt], "to_act": [0] if legal else [1], "legal": legal or []}
    return found


def after(kind: str, cards: list[str], *events: dict[str, Any]) -> Scene:
    """The same, and then these events."""
    found = hand(kind, cards)
    found["deal"]["en"]["told"] += [{"event": event, "text": event["type"]} for event in events]
    return found


@pytest.fixture(scope="module")
def still(browser: Browser) -> Iterator[Gallery]:
    gallery = Gallery(browser, PHONE)
    yield gallery
    gallery.close()


@pytest.fixture(scope="module")
def moving(browser: Browser) -> Iterator[Gallery]:
    gallery = Gallery(browser, PHONE, motion=True)
    yield gallery
    gallery.close()


# For every card of the hand: its box, how much of its width the next one leaves, and whether what
# lies at the middle of each value is the card itself or one over it.
HAND = """() => [...document.querySelectorAll("[role=toolbar] [data-card]")].map((held) => {
  const card = held.querySelector(".card").getBoundingClientRect();
  const marks = [...held.querySelectorAll(
    ".way.shown .figure, .way.shown .arrow, .way.shown .now, .way.shown .turned, .index .figure",
  )];
  const hidden = marks.filter((mark) => {
    const { left, right, top, bottom } = mark.getBoundingClientRect();
    return [left + 1, right - 1].some((x) => [top + 1, bottom - 1].some((y) =>
      document.elementFromPoint(x, y)?.closest("[data-card]") !== held));
  });
  return { left: card.left, top: card.top, width: card.width, height: card.height,
    marks: marks.length, hidden: hidden.length };
})"""


def strips(cards: list[dict[str, float]]) -> list[float]:
    """How much of each card is seen beside the next one of its row."""
    found = []
    for card, following in zip(cards, [*cards[1:], None], strict=True):
        beside = following is not None and following["left"] > card["left"]
        found.append(following["left"] - card["left"] if beside and following else card["width"])
    return found


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_of_every_card_all_that_it_says_is_seen(size: ViewportSize, still: Gallery) -> None:
    still.page.set_viewport_size(size)
    # The values of a card in the back row count as much as those of one in front.
    for kind, count in [("auf-ab", MOST), ("auf-ab", 13), ("dnpup", 9), ("ascenseur", 13)]:
        still.show(hand(kind, PACKS[kind][:count]))
        cards = still.page.evaluate(HAND)
        assert len(cards) == count
        where = f"{kind}, {count} cards: {cards}"
        for card in cards:
            assert card["left"] >= 0, where
            assert card["left"] + card["width"] <= size["width"], where
            assert card["top"] + card["height"] <= size["height"], where
        assert all(card["hidden"] == 0 < card["marks"] for card in cards), where
        assert min(strips(cards)) >= 40, where


def test_both_values_stand_upright_and_6_and_9_on_a_line(still: Gallery) -> None:
    """Whichever way the cards lie: no part of what is seen is turned by half."""
    upright = """() => [...document.querySelectorAll(".hand .way.shown .figure")].map((figure) => {
      const { a, d } = figure.getScreenCTM();
      return a > 0 && d > 0;
    })"""
    lines = """() => [...document.querySelectorAll(".hand [data-face]")].map((held) =>
      [held.dataset.face, held.querySelectorAll(".way.shown .base").length])"""
    turned = {"type": "turned", "direction": "falling"}
    flipped = {"type": "flipped", "seat": 0}
    for kind, events in (("auf-ab", [turned]), ("auf-ab", []), ("dnpup", [flipped]), ("dnpup", [])):
        cards = ["6-9", "6-6", "0-9", "3-6", "1-2"] if kind == "auf-ab" else DNPUP[:8]
        still.show(after(kind, cards, *events))
        found = still.page.evaluate(upright)
        assert len(found) == 2 * len(cards)
        assert all(found), kind
        for face, base in still.page.evaluate(lines):
            values = face.replace("/", "-").split("-")
            assert base == sum(value in ("6", "9") for value in values), face


CONTRAST = """() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const light = (colour, under) => {
    canvas.fillStyle = under ?? "#000";
    canvas.fillRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((c) =>
      c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const fill = (node) => getComputedStyle(node).fill;
  const found = [];
  for (const held of document.querySelectorAll(".hand [data-card]")) {
    let seen = 1;
    for (let node = held.querySelector(".card"); node; node = node.parentElement) {
      const { opacity, filter } = getComputedStyle(node);
      seen *= filter === "none" ? Number(opacity) : 0;
    }
    const covers = [...held.querySelectorAll(".lift")].filter((lift) =>
      getComputedStyle(lift, "::after").content !== "none").length;
    const way = held.querySelector(".way.shown");
    const grounds = way
      ? [[".counting", way.querySelector(".panel")], [".other", way.querySelector(".rest")]]
      : [[".index", held.querySelector(".paper")]];
    for (const [mark, ground] of grounds) {
      const ink = getComputedStyle(held.querySelector(`${way ? ".way.shown " : ""}${mark}`)).color;
      const [a, b] = [light(ink), light(fill(ground))];
      const state = [...held.classList].filter((name) => !name.startsWith("svelte-")).join(" ");
      found.push([state, seen - covers,
        (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)]);
    }
  }
  return found;
}"""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_index_has_contrast_in_every_state(theme: str, still: Gallery) -> None:
    still.page.set_viewport_size(PHONE)
    states = set()
    for kind, cards, legal in (
        ("auf-ab", AUF_AB[:9], ["0-0 0-1 x2", "0-1 x1"]),
        ("dnpup", DNPUP[:12], ["play 1/6", "play 1/6 1/9"]),
        ("ascenseur", FRENCH[::4], ["play 2S", "play 6S"]),
    ):
        still.show(hand(kind, cards, legal=legal), theme=theme)
        found = still.page.evaluate(CONTRAST)
        if kind != "ascenseur":
            still.page.locator(".hand .able").first.click(position={"x": 8, "y": 16})
        for state, seen, contrast in found + still.page.evaluate(CONTRAST):
            states.add(state)
            assert seen == 1, f"{kind} {state}: faded"
            assert contrast >= 4.5, f"{kind} {state}: {contrast:.2f}"
    assert {"held", "held able"} <= states
    assert any("chosen" in state for state in states)


OUTLINE = "(node) => getComputedStyle(node).outlineStyle + getComputedStyle(node).outlineWidth"


def test_forced_colours_keep_what_is_chosen_and_what_may_be_played(browser: Browser) -> None:
    """WCAG 1.4.11 without colours: each state has an outline of its own shape."""
    gallery = Gallery(browser, PHONE, forced=True)

    def outline(selector: str) -> str:
        return str(gallery.page.locator(selector).first.evaluate(OUTLINE))

    gallery.show(hand("auf-ab", AUF_AB[:9], legal=["0-0 0-1 x2", "0-2 x1"]))
    gallery.page.locator(".hand .able").first.click(position={"x": 8, "y": 16})
    chosen, plain = outline(".chosen .lift"), outline(".held:not(.able) .lift")
    able = outline(".able:not(.chosen):not(.offered) .lift")
    assert len({chosen, able, plain}) == 3
    assert plain.startswith("none")
    # The seat that is to move, and a meld that could be taken.
    gallery.show(scene("dnpup", 1))
    assert not outline(".acting").startswith("none")
    meld = gallery.page.locator("button.zone").nth(1)
    assert meld.evaluate(OUTLINE).startswith("none")
    meld.click()
    assert not outline("button.zone.chosen").startswith("none")
    # The card that wins a trick lies so for a moment only: here it is marked by hand.
    gallery.show(scene("ascenseur", 2))
    gallery.page.locator(".laid .card").first.evaluate("(card) => card.classList.add('winning')")
    assert not outline(".winning").startswith("none")
    gallery.close()


def test_who_asks_for_more_contrast_gets_no_pale_ink_and_an_edge_on_what_counts(
    browser: Browser,
) -> None:
    ink = """() => ["--muted", "--ink", "--on-felt-muted", "--on-felt"].map((name) => {
      const probe = document.body.appendChild(document.createElement("i"));
      probe.style.color = `var(${name})`;
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    })"""
    wishes: tuple[Literal["no-preference", "more"], ...] = ("no-preference", "more")
    for contrast in wishes:
        alike = contrast == "more"
        gallery = Gallery(browser, PHONE, contrast=contrast)
        gallery.show(hand("auf-ab", AUF_AB[:9], legal=["0-0 0-1 x2", "0-2 x1"]))
        muted, plain, felt_muted, felt = gallery.page.evaluate(ink)
        assert (muted == plain, felt_muted == felt) == (alike, alike)
        for edge in (".able .lift", ".acting"):
            outline = gallery.page.locator(edge).first.evaluate(OUTLINE)
            assert outline.startswith("solid") or not alike, edge
        gallery.close()


# The index of each card of a trick, and whether another card lies over any corner of it.
COVERED = """() => [...document.querySelectorAll(".laid [data-card]")].map((laid) =>
  [...laid.querySelectorAll(".index .figure")]
    .filter((mark) => {
      const { left, right, top, bottom } = mark.getBoundingClientRect();
      return [left, right].some((x) => [top, bottom].some((y) => {
        const over = document.elementFromPoint(x, y)?.closest("[data-card]");
        return over && over !== laid;
      }));
    }).length)"""


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_no_card_of_a_trick_covers_the_index_of_another(seats: int, still: Gallery) -> None:
    trick = [{"type": "played", "seat": seat, "card": FRENCH[20 + seat]} for seat in range(seats)]
    found = after("ascenseur", FRENCH[:13], *trick)
    found["table"]["seats"] = seats
    found["names"] = ["Camille", "Ada", "Bruno", "Chloé", "Dmitri", "Élise"][:seats]
    chairs = found["table"]["chairs"]
    found["table"]["chairs"] = [chairs[0] | {"seat": seat} for seat in range(seats)]
    still.show(found)
    for size in SIZES.values():
        still.page.set_viewport_size(size)
        assert still.page.evaluate(COVERED) == [0] * seats, size


TURNS = """() => [...document.querySelectorAll(".hand [data-card]")].map((held) =>
  held.querySelector(".card").getAnimations().filter(({ id }) => id === "turn")
    .map((turn) => turn.effect.getTiming().delay))"""


@pytest.mark.parametrize(
    ("kind", "count", "event"),
    [
        ("auf-ab", 13, {"type": "turned", "direction": "falling"}),
        ("auf-ab", MOST, {"type": "turned", "direction": "falling"}),
        ("dnpup", 10, {"type": "flipped", "seat": 0}),
    ],
)
def test_every_card_of_the_hand_turns_one_after_the_other(
    kind: str, count: int, event: dict[str, Any], moving: Gallery
) -> None:
    moving.show(after(kind, PACKS[kind][:count], event), see=1)
    moving.pace(SLOWLY)
    moving.step()
    moving.moving()
    turns = moving.page.evaluate(TURNS)
    moving.pace(QUICKLY)
    assert [len(each) for each in turns] == [1] * count
    delays = sorted(delay for (delay,) in turns)
    assert len(set(delays)) == count
    settles(moving)


# Cards that are not where they belong, or still move; and copies that were left behind.
UNSETTLED = """() => [
  ...document.getAnimations().filter(({ id, playState }) => id && playState === "running"),
  ...document.querySelectorAll(".flights > *"),
  ...[...document.querySelectorAll("[data-card]")].filter((card) => {
    const { opacity, transform, rotate } = getComputedStyle(card);
    return opacity !== "1" || transform !== "none" || rotate !== "none";
  }).map((card) => card.dataset.card),
].length"""


def settles(gallery: Gallery) -> None:
    """Wait until all that moves has come to rest; fails if something never does."""
    gallery.page.wait_for_function(f"({UNSETTLED})() === 0")


def shown(page: Page) -> list[str]:
    """Every card on the table, and where it lies."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("[data-card]")].map((card) => {
          const { left, top } = card.getBoundingClientRect();
          const { card: id, face = "" } = card.dataset;
          return `${id} ${face} ${Math.round(left)} ${Math.round(top)}`;
        })"""
    )
    return found


EVENTS = 11


@pytest.mark.parametrize(("kind", "number"), [("ascenseur", 1), ("auf-ab", 1), ("dnpup", 0)])
def test_after_a_flood_of_events_every_card_is_where_it_belongs(
    kind: str, number: int, moving: Gallery
) -> None:
    """All events of a deal at once, each interrupting the motion of the one before."""
    quick = scene(kind, number)
    quick["table"]["pace"] = "quick"
    deal = quick["deal"]["en"]
    told = deal["told"] = deal["told"][:EVENTS]
    moving.pace(1)
    moving.show(quick, see=1)
    for _ in told[1:]:
        moving.step()
    moving.page.wait_for_function("document.querySelector('[data-turn]').dataset.turn !== ''")
    settles(moving)
    flooded = shown(moving.page)
    # The same, never seen to move.
    moving.show(quick)
    settles(moving)
    assert flooded == shown(moving.page)


def test_a_message_with_nothing_new_deals_no_card_again(moving: Gallery) -> None:
    moving.show(scene("ascenseur", 0), see=0)
    moving.pace(SLOWLY)
    moving.step()
    moving.moving()
    moving.pace(QUICKLY)
    settles(moving)
    moving.pace(SLOWLY)
    again = """async () => {
      dispatchEvent(new Event("update"));
      for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
      return document.querySelectorAll(".flights > *").length;
    }"""
    assert moving.page.evaluate(again) == 0


def test_one_s_own_card_flies_as_it_is_and_another_s_is_turned_over(moving: Gallery) -> None:
    copies = """() => [...document.querySelectorAll('.flights > *')]
      .map((copy) => copy.children.length)"""
    turning = "() => document.getAnimations().filter(({ id }) => id === 'turn').length"
    for seat, faces in ((0, 1), (1, 2)):
        card = FRENCH[2] if seat == 0 else FRENCH[30]
        event = {"type": "played", "seat": seat, "card": card}
        moving.show(after("ascenseur", FRENCH[:8], event), see=1)
        moving.pace(SLOWLY)
        moving.step()
        moving.moving()
        assert moving.page.evaluate(copies) == [faces]
        assert moving.page.evaluate(turning) == 0
        moving.pace(QUICKLY)
        settles(moving)


def test_nothing_moves_for_who_wants_it_still_or_comes_back(
    still: Gallery, moving: Gallery
) -> None:
    event = {"type": "turned", "direction": "falling"}
    found = after("auf-ab", AUF_AB[:13], event)
    still.show(found, see=1)
    still.step()
    still.page.locator(".hand [data-way=falling]").first.wait_for()
    assert still.page.evaluate("document.getAnimations().length") == 0
    # Somebody who comes back finds the deal as it is.
    moving.show(found)
    assert moving.page.evaluate(UNSETTLED) == 0


def test_when_a_card_leaves_the_hand_its_neighbour_has_the_focus(still: Gallery) -> None:
    still.page.set_viewport_size(PHONE)
    event = {"type": "played", "seat": 0, "card": FRENCH[2]}
    still.show(after("ascenseur", FRENCH[:8], event), see=1)
    still.page.locator(f"[data-card='{FRENCH[2]}']").focus()
    still.step()
    still.page.locator(f".hand [data-card='{FRENCH[2]}']").wait_for(state="detached")
    assert still.page.evaluate("document.activeElement.closest('.hand') !== null")
