"""Hearing a page as a screen reader does: what is added to its live regions, in order."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import TYPE_CHECKING

from playwright.sync_api import WebSocket

from funicular.lang import catalogue

if TYPE_CHECKING:
    from tests.system.browser.people import Person

# Behind a modal dialog nothing is read out; a region that comes with its text is not either.
LISTEN = """
window.heard = [];
new MutationObserver((changes) => {
  for (const { target, addedNodes, type } of changes) {
    const at = target.nodeType === Node.ELEMENT_NODE ? target : target.parentElement;
    const region = at?.closest("[role=log], [role=status], [role=alert], [aria-live]");
    const dialog = document.querySelector("dialog:modal");
    if (!region || (dialog && !dialog.contains(region))) continue;
    const added = type === "characterData" ? [target] : [...addedNodes];
    window.heard.push(...added.map((node) => node.textContent.trim()).filter(Boolean));
  }
}).observe(document, { subtree: true, childList: true, characterData: true });
"""
FIRST = """
([from, patterns]) => window.heard
  .slice(from)
  .findIndex((text) => patterns.some((each) => new RegExp(each).test(text)))
"""

SUITS = {"♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs"}


class Listener:
    """What somebody hears of a page, and what the server has told it."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.told: list[str] = []
        self._read = 0
        person.page.add_init_script(LISTEN)
        person.page.on("websocket", self._follow)

    def _follow(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._note)

    def _note(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        # What a welcome tells had happened before one came.
        if message["type"] == "update" and (deal := message.get("deal")):
            self.told += [
                aloud(deal["kind"], self.person.lang, each["text"]) for each in deal["told"]
            ]

    @property
    def heard(self) -> list[str]:
        """All that was heard since the page was loaded."""
        heard: list[str] = self.person.page.evaluate("window.heard")
        return heard

    def catch_up(self) -> int:
        """Waits until all that was told has been heard; how much was heard by then."""
        self.person.page.wait_for_function(
            "(told) => told.every((text) => window.heard.includes(text))", arg=self.told
        )
        return len(self.heard)

    def wait_for(self, *patterns: re.Pattern[str]) -> str:
        """The next sentence like one of these; those before it have been listened to."""
        sources = [self._read, [pattern.pattern for pattern in patterns]]
        self.person.page.wait_for_function(f"(asked) => ({FIRST})(asked) >= 0", arg=sources)
        self._read += 1 + int(self.person.page.evaluate(FIRST, sources))
        return self.heard[self._read - 1]


def aloud(kind: str, lang: str, text: str) -> str:
    """A sentence with the names of its cards."""
    pattern, named = {
        "ascenseur": (r"(10|[2-9]|[A-Z])([♠♥♦♣])", _french),
        "auf-ab": (r"\b\d-\d(?: \d-\d)*", _domino),
        "dnpup": (r"\b\d+/\d+(?: \d+/\d+)*", _two_way),
    }[kind]
    return re.sub(pattern, lambda found: named(found[0], lang), text)


def _say(lang: str, key: str, **values: object) -> str:
    return str(catalogue(lang).sentences[key]).format(**values)


@cache
def _ranks(lang: str) -> dict[str, str]:
    return {_say(lang, f"web.cards.index.{rank}"): rank for rank in "23456789TJQKA"}


def _french(card: str, lang: str) -> str:
    rank = _say(lang, f"web.cards.rank.{_ranks(lang)[card[:-1]]}")
    suit = _say(lang, f"web.cards.suit.{SUITS[card[-1]]}")
    return _say(lang, "web.cards.french", rank=rank, suit=suit)


def _domino(cards: str, lang: str) -> str:
    def one(card: str) -> str:
        low, high = map(int, card.split("-"))
        form = "double" if low == high else "change" if low + high == 9 else "plain"
        return _say(lang, f"web.cards.auf-ab.{form}", low=low, high=high)

    return "; ".join(map(one, cards.split(" ")))


def _two_way(cards: str, lang: str) -> str:
    def one(card: str) -> str:
        active, inactive = map(int, card.split("/"))
        form = "star" if {active, inactive} == {1, 5} else "plain"
        return _say(lang, f"web.cards.dnpup.{form}", active=active, inactive=inactive)

    return "; ".join(map(one, cards.split(" ")))
