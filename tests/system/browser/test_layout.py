"""A table fills the window and nothing on it jumps, is cut off or lies over something else."""

from __future__ import annotations

import itertools
import secrets
from typing import TYPE_CHECKING, Any, Literal

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.system.browser.contrast import faint_labels
from tests.system.browser.logged import end_of_a_deal, wide_trick
from tests.system.browser.pages import finished, replay
from tests.system.browser.people import DESK, PHONE, People, Person, Screen, Visitors
from tests.system.browser.playing import Player

if TYPE_CHECKING:
    from tests.system.browser.serving import Server

# Every window class once: small phone, phone, phone on its side, tablet, desk, large desk.
TABLET: ViewportSize = {"width": 768, "height": 1024}
SIZES: tuple[ViewportSize, ...] = (
    {"width": 360, "height": 640},
    PHONE,
    {"width": 844, "height": 390},
    TABLET,
    DESK,
    {"width": 1920, "height": 1080},
)
# By turns: with few seats each size in one of them, with many in the other.
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
# Each game with as few and as many seats as it has.
TABLES = [
    ("ascenseur-52", 3),
    ("ascenseur-52", 6),
    ("auf-ab", 3),
    ("auf-ab", 4),
    ("dnpup", 2),
    ("dnpup", 5),
]
# As long as a name may be, and wide.
LONG_NAME = "Wilhelmina Wmmmwwwmm-Wom"
# What the browser counts as jumps in a deal, or while a page comes: all of it, also right after a
# tap. No deal of any game had more than 0.007 in any window (`python -m tests.system.page_speed`).
MOST_SHIFT = 0.02

# Players with all that is told of them, facts, the line, what can be pressed, melds: each where it
# can be read.
PIECES = (
    ".badge, .who-face, .who, .dealer, .count, .badge .facts > *, .total, .fan, .middle .facts > *,"
    " .discarded, .prompt-line, .action, .bids button, .zone, .steps .cards, .past, .laid"
)
FAULTS = """(pieces) => {
  const [width, height] = [innerWidth, innerHeight];
  const root = document.scrollingElement;
  const faults = [];
  const scrolls = root.scrollHeight > height + 1 || root.scrollWidth > width + 1;
  if (scrolls) faults.push("the page scrolls");
  const boxes = (selector) => [...document.querySelectorAll(`[data-kind] :is(${selector})`)]
    .map((node) => ({ node, box: node.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 0 && box.height > 0);
  const name = (node) =>
    `${node.getAttribute("class")?.split(" ")[0]} “${node.textContent.replaceAll("\\n", " ")}”`;
  const found = boxes(pieces);
  for (const { node, box } of [...found, ...boxes(".held, [data-region=hand]")]) {
    const out = Math.max(-box.left, box.right - width, -box.top, box.bottom - height);
    if (out > 1) faults.push(`outside the window: ${name(node)}`);
  }
  const whole = `.prompt, .prompt:not(.long) > span, .guide p, .action, .mine .facts, .mine .who,
    .state:has(.points), .zone`;
  for (const { node } of boxes(whole)) {
    // Only a long name may be cut.
    if (node.matches(".who") && node.textContent.length > 5) continue;
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = node;
    const cut = scrollHeight > clientHeight + 2 || scrollWidth > clientWidth + 2;
    if (cut) faults.push(`cut off: ${name(node)}`);
  }
  for (const [i, { node, box }] of found.entries()) {
    for (const other of found.slice(i + 1)) {
      const wide = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
      const high = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
      // The cards of a trick may touch each other. A badge holds its parts, the number of cards
      // lies on their fan, and the fan may be held behind the badge.
      const trick = [node, other.node].every((each) => each.matches(".laid, .steps .cards"));
      const within = node.contains(other.node) || node.closest(".left")?.contains(other.node);
      const lowest = [node, other.node].some((each) => getComputedStyle(each).zIndex === "-1");
      const behind = lowest && node.closest(".badge") === other.node.closest(".badge");
      const over = wide > 2 && high > 2 && !trick && !within && !behind;
      if (over) faults.push(`${name(node)} over ${name(other.node)}`);
    }
  }
  return faults;
}"""

# Every jump since it was last asked for, with what jumped.
WATCH_SHIFTS = """
window.shifts = [];
const described = ({ node, previousRect: was, currentRect: is }) =>
  `${node?.className ?? node?.textContent ?? "gone"} ${was.x},${was.y} to ${is.x},${is.y}`;
window.shiftObserver = new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries()) {
    window.shifts.push({ value, what: sources.map(described) });
  }
});
window.shiftObserver.observe({ type: "layout-shift" });
"""
FACES = """() => [...document.querySelectorAll(".others .who-face")]
  .map((face) => Math.round(face.getBoundingClientRect().top))"""
PAINTED = """() => new Promise((done) => {
  requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)));
})"""

# How many cards lay in the trick, and whether the result was there, each time that changed; and all
# that the large button has said.
WATCH_RESULT = """
window.seen = [];
window.offered = new Set();
new MutationObserver(() => {
  window.offered.add(document.querySelector(".action.large")?.textContent ?? "");
  const laid = document.querySelectorAll(".laid").length;
  const now = `${laid} ${document.querySelector(".result") ? "result" : ""}`.trim();
  if (window.seen.at(-1) !== now) window.seen.push(now);
}).observe(document, { childList: true, subtree: true });
"""


def faults(person: Person, sizes: tuple[ViewportSize, ...] = SIZES) -> dict[str, list[str]]:
    """What lies over something or outside the window, by the size of the window."""
    found = {}
    for size in sizes:
        person.page.set_viewport_size(size)
        person.page.evaluate(PAINTED)
        found[f"{size['width']}x{size['height']}"] = person.page.evaluate(FAULTS, PIECES)
    return {size: faults for size, faults in found.items() if faults}


def faces(person: Person) -> list[list[int]]:
    """How high the faces of the others are, at every size of the window."""
    found = []
    for size in SIZES:
        person.page.set_viewport_size(size)
        # What follows the window does so in the next frame.
        person.page.evaluate(PAINTED)
        found.append(person.page.evaluate(FACES))
    return found


def shifts(person: Person) -> list[dict[str, Any]]:
    """The jumps since the last time."""
    person.page.evaluate(PAINTED)
    jumps: list[dict[str, Any]] = person.page.evaluate("shifts.splice(0)")
    return jumps


# So that what is looked at stays until the player goes on.
NOTHING_BY_ITSELF = """localStorage["funicular.settings"] ??= '{"passAlone":false}'"""


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_over_a_deal_nothing_jumps_and_all_is_in_the_window(
    game: str, seats: int, people: People, server: Server
) -> None:
    ada = people.come(server, Screen("fr", SIZES[0], motion=True))
    ada.page.add_init_script(WATCH_SHIFTS)
    ada.page.add_init_script(NOTHING_BY_ITSELF)
    options = {"schedule": [5, 5]} if game.startswith("ascenseur") else {}
    ada.opens(game, seats, options=options)
    player = Player(ada)
    jumps: list[dict[str, Any]] = []
    for turn in itertools.count():
        wanted = player.wanted()
        jumps += shifts(ada)
        if wanted != "move":
            break
        if turn == 0:
            at_first = faces(ada)
        if turn < len(SIZES):
            # Loaded anew, so that what a change of the window moves is not counted.
            assert faults(ada) == {}
            ada.page.set_viewport_size(SIZES[turn])
            theme = THEMES[(turn + seats) % 2]
            ada.page.emulate_media(color_scheme=theme)
            ada.page.reload()
            player.turn().wait_for()
            assert faint_labels(ada.page) == [], f"{SIZES[turn]}, {theme}"
            shifts(ada)
        player.move()
    assert sum(jump["value"] for jump in jumps) < MOST_SHIFT, jumps
    # The result lies over the middle, never over one's own cards and actions.
    result, mine = ada.page.locator(".result"), ada.page.locator(".mine")
    if result.is_visible():
        for size in SIZES:
            ada.page.set_viewport_size(size)
            ada.page.evaluate(PAINTED)
            lower, upper = mine.bounding_box(), result.bounding_box()
            assert lower
            assert upper
            assert upper["y"] + upper["height"] <= lower["y"] + 1
            # As low as it can be, so that the faces with their signs are seen above it.
            assert upper["y"] + upper["height"] >= lower["y"] - 12
            assert upper["x"] >= 0
            assert upper["x"] + upper["width"] <= size["width"]
        # Nor has anybody moved meanwhile.
        assert faces(ada) == at_first


def test_the_result_comes_after_the_last_trick_was_seen_and_swept(
    people: People, server: Server
) -> None:
    ada = people.come(server)
    ada.page.add_init_script(WATCH_RESULT)
    ada.opens("ascenseur-52", 4, options={"schedule": [1, 1]}, pace="quick")
    Player(ada).play_deal()
    seen = ada.page.evaluate("seen")
    assert seen[seen.index("4") :] == ["4", "0", "0 result"]
    # A card that was played is not offered once more, to be prepared, before it is seen to leave.
    offered = ada.page.evaluate("[...offered]")
    assert not [text for text in offered if ada.like("web.board.prepare").match(text)]
    # It can be put aside, and the way on stays.
    ada.press("web.score.aside")
    expect(ada.page.locator(".result li")).to_have_count(0)
    ada.press("web.score.show")
    expect(ada.page.locator(".result li")).to_have_count(4)
    ada.press("web.score.next")
    expect(ada.page.locator(".result")).to_have_count(0)


def test_the_panel_folds_away_and_stays_so(people: People, server: Server) -> None:
    ada = people.come(server)
    ada.opens("auf-ab", 3)
    board = ada.page.locator("[data-kind]")
    panel = ada.find("button", "web.room.panel")
    expect(ada.page.get_by_role("tabpanel")).to_be_visible()
    panel.click()
    expect(ada.page.get_by_role("tabpanel")).to_have_count(0)
    box = board.bounding_box()
    assert box
    assert box["width"] == DESK["width"]
    ada.page.reload()
    expect(panel).to_have_attribute("aria-expanded", "false")


@pytest.mark.parametrize("seats", [3, 4])
def test_nor_where_much_lies_side_by_side(seats: int, people: People, server: Server) -> None:
    ada = people.come(server, Screen("fr"))
    # It stays to be looked at, also where nothing can be laid on it.
    ada.context.add_init_script(
        """localStorage.setItem("funicular.settings", '{"passAlone": false}')"""
    )
    wide_trick(ada, seats)
    expect(ada.page.locator(".steps li")).to_have_count(3)
    Player(ada).turn().wait_for()
    assert faults(ada) == {}
    # A tablet upright has room for them below the badges.
    ada.page.set_viewport_size(TABLET)
    card = ada.page.locator(".steps .last .card").first.bounding_box()
    assert card
    assert card["width"] > 40


@pytest.mark.parametrize(("game", "seats"), [("auf-ab", 4), ("dnpup", 5)])
def test_nor_when_a_deal_is_over_and_the_result_is_put_aside(
    game: str, seats: int, people: People, server: Server
) -> None:
    ada = people.come(server, Screen("fr"), name=LONG_NAME)
    end_of_a_deal(ada, game, seats)
    ada.press("web.score.aside")
    assert faults(ada) == {}


@pytest.mark.parametrize(
    ("game", "seats"), [("ascenseur-52", 4), ("ascenseur-52", 6), ("dnpup", 5)]
)
def test_the_result_of_a_deal_leaves_all_badges_in_sight(
    game: str, seats: int, people: People, server: Server
) -> None:
    ada = people.come(server, Screen("fr", PHONE), name=LONG_NAME)
    options = {"schedule": [1, 1]} if game == "ascenseur-52" else {}
    ada.opens_and_plays(game, seats, lambda table, _: table["phase"] == "scored", options=options)
    expect(ada.page.locator(".result li")).to_have_count(seats)
    badges_in_sight(ada, seats)


def test_nor_does_it_grow_over_them_while_one_waits_for_somebody(
    people: People, server: Server
) -> None:
    ada, bob = (people.come(server, Screen("fr", PHONE), name) for name in (LONG_NAME, "Bob"))
    opened = server.open_table(
        "ascenseur-52", 6, LONG_NAME, start=False, options={"schedule": [1, 1]}
    )
    path = f"/api/tables/{opened['table']}"

    def tell(token: str, **command: object) -> Any:  # noqa: ANN401 - JSON
        message = {"type": "do", "id": secrets.token_hex(8), "command": command}
        return server.told(f"{path}/commands", message, token)

    name = "Bartholomée-Marguerite"
    token = tell(opened["invite"], do="sit", name=name, nonce="0" * 32, seat=1)["token"]
    tell(opened["token"], do="start")
    bob.sits_at(opened | {"token": token}, "ascenseur-52")
    while server.told(path, secret=token)["table"]["phase"] == "playing":
        for each in (opened["token"], token):
            deal = server.told(path, secret=each)["deal"]
            if deal["legal"]:
                tell(each, do="move", move=deal["legal"][0], turn=deal["turn"])
    ada.sits_at(opened, "ascenseur-52")
    ada.press("web.score.next")
    expect(ada.find("button", "web.score.go-on")).to_be_visible()
    badges_in_sight(ada, 6)


def badges_in_sight(ada: Person, seats: int) -> None:
    """None of the others lies under the result, on any screen."""
    for size in SIZES:
        ada.page.set_viewport_size(size)
        result = ada.page.locator(".result").bounding_box()
        badges = [each.bounding_box() for each in ada.page.locator(".others .badge").all()]
        assert result
        assert len(badges) == seats - 1
        # Around a large table two sit as low as the middle, beside what lies there.
        for badge in badges:
            assert badge
            beside = not result["x"] < badge["x"] + badge["width"] < result["x"] + result["width"]
            assert beside or badge["y"] + badge["height"] <= result["y"] + 1, size


def test_nor_in_a_replay(people: People, server: Server) -> None:
    ada = people.come(server, Screen("fr", PHONE))
    replay(ada)
    for size in (PHONE, DESK):
        ada.page.set_viewport_size(size)
        found = ada.page.evaluate(FAULTS, PIECES)
        assert [fault for fault in found if " over " in fault] == []


def test_nor_while_a_page_is_loaded_by_a_slow_phone_on_a_slow_line(
    people: People, server: Server
) -> None:
    ada = people.come(server, Screen("fr", PHONE))
    ada.page.add_init_script(WATCH_SHIFTS)
    opened = server.open_table("ascenseur-52", 4, ada.name, options={"schedule": [7, 3]})
    ada.remembers(opened["table"], "ascenseur-52", opened["invite"], opened["token"])
    # What comes last on each of them.
    pages = {
        "/": ".tables section",
        "/rules/auf-ab": ".rules .card",
        "/learn/dnpup": ".held",
        f"/r/{finished(server)}?deal=2&move=12": ".score table",
        f"/t/{opened['table']}": ".held",
    }
    devtools = ada.context.new_cdp_session(ada.page)
    # So that the fonts come after the text, and what is read is seen while it is made.
    devtools.send("Network.enable")
    devtools.send("Network.setCacheDisabled", {"cacheDisabled": True})
    line = {"latency": 20, "downloadThroughput": 400_000, "uploadThroughput": 100_000}
    devtools.send("Network.emulateNetworkConditions", {"offline": False, **line})
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": 3})
    for path, last in pages.items():
        ada.go(path)
        ada.page.locator(last).last.wait_for()
        expect(ada.page.locator(".awaited")).to_have_count(0)
        ada.page.wait_for_function("document.fonts.status === 'loaded'")
        jumps = shifts(ada)
        assert sum(jump["value"] for jump in jumps) < MOST_SHIFT, (path, jumps)


# Which lines of the guidance are not seen, cut, scrolled away or behind something: once the cards
# have made room, or after ten seconds of frames. -1 where there is no guidance.
HIDDEN = """async () => {
  const hidden = () => {
    const guidance = document.querySelector(".guide p");
    if (!guidance) return -1;
    const range = document.createRange();
    range.selectNodeContents(guidance);
    return [...range.getClientRects()].filter(({ left, top, width, height }) => {
      const there = document.elementFromPoint(left + width / 2, top + height / 2);
      return there?.closest(".guide") == null;
    }).length;
  };
  for (let frames = 0; frames < 600 && hidden() !== 0; frames++)
    await new Promise(requestAnimationFrame);
  return hidden();
}"""
# Not by a style in the page, which its policy forbids.
WIDER = """() => {
  const wider = { "letter-spacing": "0.12em", "word-spacing": "0.16em", "line-height": "1.5" };
  for (const each of document.querySelectorAll("*"))
    for (const name in wider) each.style.setProperty(name, wider[name], "important");
}"""
LARGER = "document.documentElement.style.setProperty('font-size', '200%', 'important')"


@pytest.mark.parametrize("size", [(360, 640), (390, 844)], ids=str)
@pytest.mark.parametrize("change", [WIDER, LARGER], ids=["wider", "larger"])
def test_no_line_of_the_guidance_is_lost(
    visitors: Visitors, size: tuple[int, int], change: str
) -> None:
    """WCAG 1.4.12 and 1.4.4: with wider spacing, and with letters of twice the size."""
    ada = visitors.at(Screen("en", ViewportSize(width=size[0], height=size[1])))
    ada.page.evaluate(NOTHING_BY_ITSELF)
    ada.opens("auf-ab", 4)
    Player(ada).turn().wait_for()
    expect(ada.page.locator(".guide")).to_be_visible()
    ada.page.evaluate(change)
    assert ada.page.evaluate(HIDDEN) == 0
