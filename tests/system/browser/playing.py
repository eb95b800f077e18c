"""Playing through the page: doing what it offers, and nothing else."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import TYPE_CHECKING, Literal

from playwright.sync_api import Error, Locator, expect

if TYPE_CHECKING:
    from tests.system.browser.people import Person

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
        rematch = rematch.or_(self.person.find("button", "web.whatif.again"))
        # After an attempt at a challenge there is no other match.
        rematch = rematch.or_(self.person.find("link", "web.challenge.compare"))
        turn.or_(next_deal).or_(rematch).first.wait_for()
        if next_deal.is_visible():
            return "next"
        return "over" if rematch.is_visible() else "move"

    def may_move(self) -> bool:
        """Whether it is this player's turn, right now."""
        return self.turn(self._moved_in).is_visible()

    def sees_the_end(self) -> bool:
        """Whether the deal is over for this player, right now."""
        return self._after_the_deal().first.is_visible()

    def move(self) -> None:
        """One move, whatever the game."""
        self.note_turn()
        # Nothing was prepared; cards that came back to the hand are not chosen still.
        expect(self.hand.locator("[aria-pressed=true]")).to_have_count(0)
        kind = self.page.locator("[data-kind]").get_attribute("data-kind")
        {"ascenseur": self._ascenseur, "auf-ab": self._auf_ab, "dnpup": self._dnpup}[kind or ""]()

    def move_in_few_taps(self) -> None:
        """A legal move that takes as few taps as any."""
        kind = self.turn().get_attribute("data-kind")
        if kind == "dnpup":
            # Which cards go together depends on the hand; to flip it needs no card.
            self.note_turn()
            self.person.press("web.board.dnpup.flip")
        elif kind == "ascenseur" or self.playable.count() == 0:
            self.move()
        else:
            self.note_turn()
            self.tap_a_card()
            expect(self.hand.locator("[aria-pressed=true]")).not_to_have_count(0)
            lay = self.offered("web.board.auf-ab.lay")
            # Where three of four like cards have to be laid, which ones takes more taps.
            if lay.count() > 0:
                lay.first.click()
            else:
                self.person.press("web.board.auf-ab.pass")

    def note_turn(self) -> None:
        """From now on another turn is awaited."""
        self._moved_in = self.turn().get_attribute("data-turn") or ""

    def forget_turn(self) -> None:
        """The same turn may come again, after a move that was taken back."""
        self._moved_in = ""

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

    def push(self, button: Locator, timeout: float | None = None) -> None:
        """Do what this button does, within so many milliseconds."""
        button.click(timeout=timeout)

    def _any(self, what: Locator) -> Locator:
        return what.nth(self.rng.randrange(what.count()))

    def tap_a_card(self) -> None:
        """Choose a card that may be played, and what goes with it in any case."""
        # In a fan a card is seen at its corner; the rest may lie under its neighbour.
        self._any(self.playable).click(position={"x": 8, "y": 16})

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
        if bids.count():
            self._any(bids).click()
        else:
            self.tap_a_card()
            self.offered("web.board.ascenseur.play").click()

    def _auf_ab(self) -> None:
        if self.playable.count() == 0:
            self._pass()
            return
        self.tap_a_card()
        self.choose_all_alike()
        self.push(self._any(self.offered("web.board.auf-ab.lay")))

    def _pass(self) -> None:
        """Pass; against bots it goes by itself where nothing can be laid."""
        now = self.page.locator(f"[data-turn='{self._moved_in}']")
        while now.count() == 1 and self.offered("web.board.by-itself").count() == 0:
            # It may begin to go by itself between the look and the press; then the button is grey.
            with suppress(Error):
                self.push(self.person.find("button", "web.board.auf-ab.pass"), timeout=1000)
                break
        expect(now).to_have_count(0)

    def choose_all_alike(self) -> None:
        """Choose all cards that go with those chosen."""
        whole = self.person.find("button", "web.board.whole-group")
        if whole.get_attribute("aria-disabled") == "false":
            self.push(whole)

    def _after_the_deal(self) -> Locator:
        return self.person.find("button", "web.score.next").or_(
            self.person.find("button", "web.end.rematch")
        )

    def _dnpup(self) -> None:
        if self.playable.count() == 0:
            self.push(self.person.find("button", "web.board.dnpup.flip"))
            return
        self.tap_a_card()
        self.choose_all_alike()
        act = self.offered(
            "web.board.dnpup.play", "web.board.dnpup.add", "web.board.dnpup.add-zone"
        )
        if act.locator("visible=true").count() == 0 or not act.first.is_enabled():
            # The card fits several melds: any of those that are marked will do.
            self.push(self._any(self.page.locator("button.zone.offered")))
        self.push(act.first)
