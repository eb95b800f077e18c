"""Playing by keyboard alone, with the focus where the page itself has put it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import Locator, expect

from tests.system.browser.playing import Player

if TYPE_CHECKING:
    from tests.system.browser.people import Person

MOST_STOPS = 60

# From the first key on, notes every time that nothing has the focus, or what cannot be seen has it.
# What disappears may leave the focus on the body for the rest of its own frame.
WATCH = """(() => {
  let pressed = "", frames = 0;
  window.focusLost = [];
  addEventListener("keydown", ({ key }) => (pressed = key), true);
  const look = () => {
    const active = document.activeElement;
    const lost = !active || active === document.body || !active.checkVisibility();
    frames = pressed && lost ? frames + 1 : 0;
    if (frames === 3) focusLost.push(`${document.title}, after ${pressed}`);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()"""


def watch_focus(person: Person) -> None:
    """Note from now on whenever nothing has the focus."""
    person.context.add_init_script(WATCH)


def focus_lost(person: Person) -> list[str]:
    """When nothing had the focus, since the page was loaded."""
    lost: list[str] = person.page.evaluate("focusLost")
    return lost


# Whether this has the focus, and else which way leads to it.
WAY = """(node) => {
  const active = document.activeElement;
  if (node === active) return "";
  const before = active.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_PRECEDING;
  return before && active !== document.body ? "Shift+Tab" : "Tab";
}"""


def tab_to(person: Person, target: Locator) -> None:
    """Press Tab until this has the focus, either way, as somebody who sees it move."""
    for _ in range(MOST_STOPS):
        if not (key := target.evaluate(WAY)):
            return
        person.page.keyboard.press(key)
    raise AssertionError(target)


class KeyPlayer(Player):
    """A player without a mouse: Tab is for buttons, the cards and bids come by themselves."""

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    @property
    def _focused_card(self) -> Locator:
        return self.hand.locator("button:focus")

    def next_deal(self) -> None:
        button = self.person.find("button", "web.score.next")
        sheet = self.page.locator("[data-focus-next=sheet]").locator(":focus")
        expect(sheet).to_have_count(1)
        tab_to(self.person, button)
        self.press("Space")
        expect(button).to_be_hidden()

    def tap_a_card(self) -> None:
        """Walk to the first card that may be played, and choose it."""
        # Who has passed or flipped stays at that button: the cards come after it.
        stayed = self.page.locator(".action:not(.large):focus")
        expect(self._focused_card.or_(stayed)).to_have_count(1)
        while stayed.count() or self.page.locator(".action:focus").count():
            self.press("Tab")
        self.press("Home")
        while self._focused_card.get_attribute("aria-disabled") != "false":
            self.press("ArrowRight")
        self.press("Space")

    def push(self, button: Locator, timeout: float | None = None) -> None:
        del timeout
        tab_to(self.person, button)
        self.press("Enter")

    def _ascenseur(self) -> None:
        bids = self.page.locator("[data-focus-next=bid]")
        if bids.is_visible():
            # The bids as a whole have the focus: no key bids by mistake.
            expect(bids).to_be_focused()
            self.press(bids.locator("[aria-disabled=false]").first.inner_text())
            return
        self.tap_a_card()
        # The same card again is played; its neighbour has the focus then, while there is one.
        left = self.cards.count() - 1
        self.press("Enter")
        expect(self.cards).to_have_count(left)
        if left:
            expect(self._focused_card).to_have_count(1)
