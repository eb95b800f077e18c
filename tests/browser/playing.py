"""Playing through the page: doing what it offers, and nothing else."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Literal

from playwright.sync_api import Locator, expect

if TYPE_CHECKING:
    from tests.browser.people import Person

Wanted = Literal["move", "next", "over"]


class Player:
    """Somebody at a table, who moves at random among what can be pressed."""

    def __init__(self, person: Person, seed: int = 1) -> None:
        self.person = person
        self.page = person.page
        self.rng = random.Random(seed)
        self._moved_in = ""

    @property
    def hand(self) -> Locator:
        return self.page.get_by_role("toolbar", name=self.person.says("web.board.hand"))

    @property
    def cards(self) -> Locator:
        return self.hand.get_by_role("button")

    @property
    def playable(self) -> Locator:
        return self.hand.locator("[aria-disabled=false]")

    def turn(self, other_than: str = "") -> Locator:
        """The board, once it is this player's turn."""
        return self.page.locator(f"[data-turn]:not([data-turn=''], [data-turn='{other_than}'])")

    def wanted(self) -> Wanted:
        """What the page wants now: waits until it wants something."""
        turn = self.turn(self._moved_in)
        next_deal = self.person.find("button", "web.score.next")
        rematch = self.person.find("button", "web.end.rematch")
        turn.or_(next_deal).or_(rematch).first.wait_for()
        if next_deal.is_visible():
            return "next"
        return "over" if rematch.is_visible() else "move"

    def move(self) -> None:
        """One move, whatever the game."""
        board = self.turn()
        self._moved_in = board.get_attribute("data-turn") or ""
        kind = board.get_attribute("data-kind")
        {"ascenseur": self._ascenseur, "auf-ab": self._auf_ab, "dnpup": self._dnpup}[kind or ""]()

    def next_deal(self) -> None:
        button = self.person.find("button", "web.score.next")
        button.click()
        expect(button).to_be_hidden()

    def play_deal(self) -> Wanted:
        """Moves until the deal is over, and says what comes then."""
        while (wanted := self.wanted()) == "move":
            self.move()
        return wanted

    def play_match(self) -> None:
        while self.play_deal() == "next":
            self.next_deal()

    def _any(self, what: Locator) -> Locator:
        return what.nth(self.rng.randrange(what.count()))

    def offered(self, *keys: str) -> Locator:
        """The buttons with one of these sentences on them, whatever its numbers."""
        first, *others = (
            self.page.get_by_role("button", name=self.person.like(key)) for key in keys
        )
        for other in others:
            first = first.or_(other)
        return first

    def _ascenseur(self) -> None:
        bids = self.page.get_by_role(
            "group", name=self.person.says("web.board.ascenseur.your-bid")
        ).locator("[aria-disabled=false]")
        self._any(bids if bids.count() else self.playable).click()

    def _auf_ab(self) -> None:
        if self.playable.count() == 0:
            self.person.press("web.board.auf-ab.pass")
            return
        self._any(self.playable).click()
        # The card may have left at once, where it leaves no choice.
        whole = self.person.find("button", "web.board.whole-group")
        lay = self.offered("web.board.auf-ab.lay", "web.board.auf-ab.lay-as")
        self.turn(self._moved_in).or_(whole).or_(lay).or_(self._after_the_deal()).first.wait_for()
        if whole.is_visible():
            whole.click()
        if lay.first.is_visible():
            self._any(lay).click()

    def _after_the_deal(self) -> Locator:
        return self.person.find("button", "web.score.next").or_(
            self.person.find("button", "web.end.rematch")
        )

    def _dnpup(self) -> None:
        if self.playable.count() == 0:
            self.person.press("web.board.dnpup.flip")
            return
        self._any(self.playable).click()
        play = self.offered("web.board.dnpup.play")
        add = self.offered("web.board.dnpup.add", "web.board.dnpup.add-zone")
        play.or_(add).first.wait_for()
        whole = self.person.find("button", "web.board.whole-group")
        if whole.is_visible():
            whole.click()
        self._any(play if play.count() else add).click()
