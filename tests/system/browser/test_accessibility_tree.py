"""A whole match of every game by ear: only roles, names, states, and what live regions say.

Nothing is looked up by a class or an attribute of the page's own, and what is done next follows
from what was said last. All that the server tells is heard once and in order, cards by their names,
up to the winner; and nothing that the page does on the way is forbidden by the policy of its
answers.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, expect

from tests.system.browser.listening import Listener
from tests.system.browser.people import DESK, PHONE, People, Person, Screen
from tests.system.browser.policy import attentive, forbidden
from tests.system.browser.serving import Server


class Ear:
    """Somebody who plays by what is said."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.page = person.page
        self.listener = Listener(person)
        self.rng = random.Random(1)

    def like(self, *keys: str) -> list[re.Pattern[str]]:
        return [self.person.like(key) for key in keys]

    def says(self, text: str, *keys: str) -> bool:
        """Whether this is one of these sentences, whatever their values."""
        return any(pattern.match(text) for pattern in self.like(*keys))

    @property
    def hand(self) -> Locator:
        return self.page.get_by_role("toolbar", name=self.person.says("web.board.hand"))

    def button(self, *keys: str, able: bool = True) -> Locator:
        names = "|".join(pattern.pattern for pattern in self.like(*keys))
        return self.page.get_by_role("button", name=re.compile(names), disabled=not able)

    def choose(self, card: Locator) -> str:
        """Choose a card, and hear that it is chosen; its name."""
        name = card.get_attribute("aria-label")
        activate(card)
        chosen = self.listener.wait_for(*self.like("web.speech.chosen"))
        assert name is not None
        assert name in chosen
        return name

    def types(self, text: str) -> None:
        field = self.person.find("textbox", "web.typed.field")
        field.fill(text)
        field.press("Enter")

    def any_able(self) -> Locator:
        able = self.hand.get_by_role("button", disabled=False)
        return able.nth(self.rng.randrange(able.count()))


def activate(what: Locator) -> None:
    """What a screen reader does with a button: it has no pointer."""
    what.dispatch_event("click")


ASCENSEUR = "web.speech.ascenseur.{}"


def ascenseur(ear: Ear, said: str) -> None:
    """Bid what is not barred; follow the suit that was said to be led."""
    if ear.says(said, ASCENSEUR.format("bid")):
        group = ear.page.get_by_role("group", name=ear.person.says("web.board.ascenseur.your-bid"))
        activate(group.get_by_role("button", disabled=False).first)
        return
    play = ear.person.says("web.board.ascenseur.play", card=ear.choose(ear.any_able()))
    button = ear.listener.wait_for(*ear.like("web.speech.button"))
    assert button == ear.person.says("web.speech.button", text=play)
    activate(ear.page.get_by_role("button", name=play, exact=True))


def typing(ear: Ear, said: str) -> None:
    """The same by the menu alone: ask for the hand, and write what is to be played."""
    if not ear.page.get_by_role("textbox").count():
        activate(ear.person.find("button", "web.speech.ask"))
        for _ in "twice":
            ear.types("hello")
            ear.listener.wait_for(*ear.like("web.typed.unknown"))
    if ear.says(said, ASCENSEUR.format("bid")):
        ear.types("bid 0")
        return
    activate(ear.person.find("button", "web.speech.question.hand"))
    hand = ear.listener.wait_for(*ear.like("web.speech.hand"))
    # The last of those that may be played, or of all where all may.
    ear.types(re.split(r"[:;] ", hand)[-1])


def auf_ab(ear: Ear, said: str) -> None:
    """Pass on one's own meld; lay something where something beats what lies there."""
    own = ear.says(said, "web.speech.auf-ab.own")
    if own and ear.button("web.board.by-itself").count() == 0:
        activate(ear.person.find("button", "web.board.auf-ab.pass"))
    if own or ear.person.says("web.speech.auf-ab.nothing") in said:
        # Where there is no choice it passes by itself, and that is said.
        return
    ear.choose(ear.any_able())
    whole = ear.button("web.board.whole-group")
    if whole.count():
        activate(whole)
    activate(ear.button("web.board.auf-ab.lay").first)


def dnpup(ear: Ear, _: str) -> None:
    """Play or add a card that may be played, with all that are like it; else flip."""
    if ear.hand.get_by_role("button", disabled=False).count() == 0:
        activate(ear.button("web.board.dnpup.flip"))
        return
    card = ear.any_able()
    value = ear.choose(card).split(",")[0]
    whole = ear.button("web.board.whole-group")
    if whole.count():
        activate(whole)
    act = ear.button("web.board.dnpup.play", "web.board.dnpup.add", "web.board.dnpup.add-zone")
    if act.count() == 0:
        # The card fits several melds: one of those whose value is the card's.
        melds = ear.page.get_by_role("button", name=re.compile(rf", {value}, "), pressed=False)
        activate(melds.filter(visible=True).last)
    activate(act.first)


@dataclass(frozen=True)
class Match:
    """What is played on what screen, and what is said at a turn."""

    game: str
    seats: int
    options: dict[str, object]
    screen: Screen
    play: Callable[[Ear, str], None]
    turns: tuple[str, ...]


AT_ASCENSEUR = tuple(map(ASCENSEUR.format, ("bid", "lead", "follow")))
AT_AUF_AB = tuple(
    f"web.speech.auf-ab.{turn}"
    for turn in ("lead-rising", "lead-falling", "own", "follow-rising", "follow-falling")
)
AT_DNPUP = ("web.speech.dnpup.free", "web.speech.dnpup.turn")
MATCHES = [
    Match("ascenseur-52", 4, {"schedule": [2, 3]}, Screen("fr", PHONE), ascenseur, AT_ASCENSEUR),
    Match(
        "ascenseur-32",
        3,
        {"schedule": [2], "bidding": "simultaneous"},
        Screen("en", DESK),
        typing,
        AT_ASCENSEUR,
    ),
    Match("auf-ab", 4, {"deals": 1}, Screen("en", PHONE), auf_ab, AT_AUF_AB),
    Match("dnpup", 2, {"points_to_win": 1}, Screen("fr", DESK), dnpup, AT_DNPUP),
]


# Shortcuts are off, and speech is full, unless somebody wants it otherwise.
LISTENING = {"shortcuts": True, "speech": "brief"}
# Each key that asks something, and how the answer begins.
ASKED = {
    "h": "web.speech.hand",
    "t": "web.speech.empty",
    "w": "web.speech.player",
    "s": "web.speech.score",
    "l": "web.board.no-trick",
}


@pytest.mark.parametrize("match", MATCHES, ids=lambda match: match.game)
def test_a_match_by_ear_to_the_announced_winner(
    match: Match, people: People, server: Server
) -> None:
    ada = people.come(server, match.screen)
    console = attentive(ada)
    ear = Ear(ada)
    ada.opens(match.game, match.seats, options=match.options)
    turn, result = ear.like(*match.turns), re.compile(results(ada))
    while True:
        said = ear.listener.wait_for(*turn, result)
        if not result.search(said):
            match.play(ear, said)
            continue
        go_on = ada.find("button", "web.score.next")
        go_on.or_(ada.find("button", "web.end.rematch")).first.wait_for()
        if not go_on.is_visible():
            break
        activate(go_on)
    heard, told = ear.listener.heard, ear.listener.told
    winner = ada.page.get_by_role("heading", level=1).inner_text()
    assert [text for text in heard if text in {*told, winner}] == [*told, winner]
    expect(ada.find("link", "web.end.replay")).to_be_visible()
    assert forbidden(ada, console) == []


def test_what_is_tried_in_vain_is_said_every_time_and_questions_are_answered(
    people: People, server: Server
) -> None:
    ada = people.come(server)
    ada.context.add_init_script(f"localStorage['funicular.settings'] = '{json.dumps(LISTENING)}'")
    ear = Ear(ada)
    ada.opens("ascenseur-32", 3, options={"schedule": [2]})
    brief = ada.says("web.speech.ascenseur.bid-brief")
    ear.listener.wait_for(re.compile(f"^{re.escape(brief)}$"))
    for _ in "twice":
        activate(ear.button("web.board.ascenseur.play-card", able=False))
        ear.listener.wait_for(*ear.like("web.board.ascenseur.bid-first"))
    for key, said in ASKED.items():
        ada.page.keyboard.press(key)
        ear.listener.wait_for(*ear.like(said))
    ada.page.keyboard.press("a")
    expect(ada.find("textbox", "web.typed.field")).to_be_visible()
    ear.types("bid 1")
    expect(ear.hand.get_by_role("button", disabled=False).first).to_be_attached()
    ada.page.keyboard.press("Escape")
    expect(ada.find("textbox", "web.typed.field")).to_be_hidden()
    ear.choose(ear.any_able())
    # In brief, what the button does is not said with every card.
    assert not [text for text in ear.listener.heard if ear.says(text, "web.speech.button")]


def results(person: Person) -> str:
    """What is said of the points of a deal, anywhere in its sentence."""
    return person.like("web.speech.result-of").pattern.removeprefix("^")


def test_whoever_leaves_hears_no_more_of_the_table(people: People, server: Server) -> None:
    """Neither that moves are taken back nor the deal once more; the next page begins in silence."""
    ada = people.come(server, Screen("en", DESK))
    ear = Ear(ada)
    ada.opens("dnpup", 3)
    ear.listener.wait_for(*ear.like("web.speech.dnpup.turn", "web.speech.dnpup.free"))
    activate(ear.button("web.board.dnpup.flip"))
    ear.listener.catch_up()
    before = len(ear.listener.heard)
    ada.page.get_by_role("tab", name=ada.says("web.room.tab.table")).click()
    ada.press("web.room.leave")
    ada.press("web.room.leave-for-good")
    ada.page.get_by_role("heading", level=1, name="Funicular").wait_for()
    told = [text for text in ear.listener.heard[before:] if text in set(ear.listener.told)]
    assert len(told) == len(set(told))
    assert not any(ear.says(text, "web.speech.undone") for text in ear.listener.heard[before:])
    assert ada.page.get_by_role("log").all_inner_texts() == [""]


def test_a_lesson_is_not_read_on_another_page(people: People, server: Server) -> None:
    ada = people.come(server)
    ada.go("/learn/dnpup")
    log = ada.page.get_by_role("log")
    expect(log).not_to_have_text("")
    ada.page.locator("a.home").click()
    ada.page.get_by_role("heading", level=1, name="Funicular").wait_for()
    expect(log).to_have_text("")
