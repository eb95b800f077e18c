"""On the board nothing lies over anything else that has to be read, and nothing is cut off."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.system.browser.logged import end_of_a_deal, wide_trick
from tests.system.browser.pages import Way, between_deals, play_on, replay
from tests.system.browser.people import DESK, PHONE, People, Person, Screen
from tests.system.browser.playing import Player
from tests.system.browser.serving import Server

# Players, facts, the prompt, what can be pressed, the hand: each where it can be read.
PIECES = (
    ".badge, .middle .facts > *, .discarded, .prompt, .actions button, .bids button, .hand, .zone,"
    ".steps .cards, .laid"
)
FAULTS = """(pieces) => {
  const board = document.querySelector("[data-kind]").getBoundingClientRect();
  const found = [...document.querySelectorAll(`[data-kind] :is(${pieces})`)]
    .map((node) => ({ node, box: node.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 0 && box.height > 0);
  const name = ({ className, innerText }) =>
    `${className.split(" ")[0]} “${innerText.replaceAll("\\n", " ")}”`;
  const faults = [];
  found.forEach(({ node, box }, i) => {
    const out = Math.max(board.left - box.left, box.right - board.right,
      board.top - box.top, box.bottom - board.bottom);
    if (out > 1) faults.push(`cut off: ${name(node)}`);
    for (const other of found.slice(i + 1)) {
      const wide = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
      const high = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
      // The cards of a trick may touch each other.
      const trick = [node, other.node].every((each) => each.matches(".laid"));
      if (wide > 2 && high > 2 && !trick) faults.push(`${name(node)} over ${name(other.node)}`);
    }
  });
  return faults;
}"""
TABLES = [
    ("ascenseur-52", 3),
    ("ascenseur-52", 6),
    ("auf-ab", 3),
    ("auf-ab", 4),
    ("dnpup", 2),
    ("dnpup", 3),
    ("dnpup", 5),
]
LAPTOP: ViewportSize = {"width": 1280, "height": 720}
# A phone is a browser of its own; a window of one browser can be made larger.
SCREENS = {"phone": (PHONE,), "laptop and desk": (LAPTOP, DESK)}
Sizes = tuple[ViewportSize, ...]


def faults(person: Person, sizes: Sizes) -> dict[int, list[str]]:
    """What lies over something or is cut off, by the width of the window."""
    found = {}
    for size in reversed(sizes):
        person.page.set_viewport_size(size)
        person.page.locator("[data-kind]").wait_for()
        found[size["width"]] = person.page.evaluate(FAULTS, PIECES)
    return {width: faults for width, faults in found.items() if faults}


@pytest.mark.parametrize("sizes", SCREENS.values(), ids=SCREENS)
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_nothing_overlaps_and_nothing_is_cut_off(
    game: str, seats: int, sizes: Sizes, people: People, server: Server
) -> None:
    ada = people.come(server, Screen("fr", sizes[0]))
    ada.opens(game, seats, options={"schedule": [7]} if game.startswith("ascenseur") else {})
    for _ in range(4):
        play_on(ada, 1)
        assert faults(ada, sizes) == {}


@pytest.mark.parametrize("sizes", SCREENS.values(), ids=SCREENS)
@pytest.mark.parametrize("place", [between_deals, replay])
def test_nor_where_the_board_leaves_room_for_something_else(
    place: Way, sizes: Sizes, people: People, server: Server
) -> None:
    ada = people.come(server, Screen("fr", sizes[0]))
    place(ada)
    assert faults(ada, sizes) == {}


@pytest.mark.parametrize("sizes", SCREENS.values(), ids=SCREENS)
@pytest.mark.parametrize("seats", [3, 4])
def test_nor_where_much_lies_side_by_side(
    seats: int, sizes: Sizes, people: People, server: Server
) -> None:
    ada = people.come(server, Screen("fr", sizes[0]))
    wide_trick(ada, seats)
    expect(ada.page.locator(".steps li")).to_have_count(3)
    Player(ada).turn().wait_for()
    assert faults(ada, sizes) == {}


@pytest.mark.parametrize("sizes", SCREENS.values(), ids=SCREENS)
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_nor_when_a_deal_is_over(
    game: str, seats: int, sizes: Sizes, people: People, server: Server
) -> None:
    ada = people.come(server, Screen("fr", sizes[0]))
    end_of_a_deal(ada, game, seats)
    expect(ada.find("button", "web.score.next")).to_be_visible()
    assert faults(ada, sizes) == {}
