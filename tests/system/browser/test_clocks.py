"""Clocks, pauses and given-up matches in the browser."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.system.browser.logged import come_back_late
from tests.system.browser.pages import open_form
from tests.system.browser.people import ON_A_PHONE, People, Person, Screen
from tests.system.browser.playing import Player
from tests.system.browser.sights import announced, covered_by_a_request
from tests.system.browser.test_company import invited
from tests.system.browser.test_layout import SIZES

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, ViewportSize, WebSocket

    from tests.system.browser.serving import Server

LONG = {"turn": 3600, "bank": 90}
# The shortest there is.
SHORT = {"turn": 5, "bank": 0}

# Counts the turns of one's own from now on.
COUNT_TURNS = """() => {
  window.turnsSeen = new Set();
  const look = () => {
    const turn = document.querySelector("[data-turn]")?.dataset.turn;
    if (turn) window.turnsSeen.add(turn);
  };
  look();
  const wanted = { subtree: true, childList: true, attributeFilter: ["data-turn"] };
  new MutationObserver(look).observe(document.body, wanted);
}"""


def clock(person: Person, seat: int = 0) -> Locator:
    """The clock at this seat's plate."""
    return person.page.locator(f".badge[data-seat='{seat}']").get_by_role("timer")


def seconds(person: Person) -> int:
    """What one's own clock shows for this move."""
    minutes, rest = clock(person).inner_text().split()[0].split(":")
    return 60 * int(minutes) + int(rest)


def warnings(person: Person) -> int:
    """How often a screen reader was told that time is short."""
    return sum(bool(person.like("web.clock.soon").match(line)) for line in announced(person))


class PageTime:
    """The time of a page, which passes when the test says so."""

    # A page asks a server that is silent for three seconds, and leaves it after three more.
    STEP = 3_000

    def __init__(self, page: Page) -> None:
        """Stop it."""
        self._page = page
        self._heard = 0
        page.clock.install()
        page.on("websocket", self._follow)

    def _follow(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._hear)

    def _hear(self, _: object) -> None:
        self._heard += 1

    def run_for(self, milliseconds: int) -> None:
        """Let so much pass, in steps in which the server, whose time is its own, is heard."""
        for begun in range(0, milliseconds, self.STEP):
            self._page.clock.run_for(min(self.STEP, milliseconds - begun))
            before = self._heard
            while self._heard == before:
                self._page.wait_for_timeout(20)


def timed(
    people: People, server: Server, wanted: object, screen: Screen | None = None
) -> tuple[Player, PageTime]:
    """A person at a table with a clock, whose turn it is, in a page whose time is ours."""
    ada = people.come(server, screen or Screen())
    time = PageTime(ada.page)
    ada.opens("ascenseur-52", 3, options={"schedule": [4]}, clock=wanted)
    player = Player(ada)
    player.turn().wait_for()
    return player, time


def test_the_clock_of_a_turn_goes_down_and_the_reserve_is_there_to_read(
    people: People, server: Server
) -> None:
    player, time = timed(people, server, LONG)
    before = seconds(player.person)
    time.run_for(10_000)
    assert before - seconds(player.person) >= 9
    expect(clock(player.person)).to_contain_text("1:30")
    # A bot has none.
    expect(player.page.get_by_role("timer")).to_have_count(1)


def test_after_the_turn_the_reserve_goes_and_at_the_end_more_than_colour_says_so(
    people: People, server: Server
) -> None:
    player, time = timed(people, server, {"turn": 5, "bank": 30})
    ada = player.person
    time.run_for(8_000)
    assert seconds(ada) == 0
    expect(clock(ada)).to_contain_text("0:2")
    expect(clock(ada)).not_to_contain_text("!")
    assert warnings(ada) == 0
    time.run_for(18_000)
    assert warnings(ada) == 1
    time.run_for(6_000)
    expect(clock(ada)).to_contain_text("!")
    assert warnings(ada) == 1


def test_who_does_nothing_has_that_one_move_made_by_a_bot(people: People, server: Server) -> None:
    ada = people.come(server, ON_A_PHONE)
    ada.opens("ascenseur-52", 3, options={"schedule": [4]}, clock=SHORT)
    player = Player(ada)
    player.turn().wait_for()
    ada.page.evaluate(COUNT_TURNS)
    expect(clock(ada)).to_contain_text("!")
    player.note_turn()
    expect(ada.page.get_by_text(ada.says("web.clock.out")).first).to_be_visible()
    # The seat is still hers: the next move is for her to make.
    assert player.wanted() == "move"
    said = warnings(ada)
    turns = ada.page.evaluate("window.turnsSeen.size")
    assert 1 <= said <= turns, "once a turn, not every second"


def test_a_pause_stops_the_clock_and_the_game_until_somebody_goes_on(
    people: People, server: Server
) -> None:
    player, time = timed(people, server, LONG)
    ada = player.person
    # By the keyboard alone.
    ada.find("button", "web.room.pause").press("Enter")
    expect(ada.page.get_by_text(ada.says("web.room.paused-you"))).to_be_visible()
    expect(player.turn()).to_have_count(0)
    before = seconds(ada)
    time.run_for(10_000)
    assert seconds(ada) == before
    ada.page.reload()
    expect(ada.page.get_by_text(ada.says("web.room.paused-you"))).to_be_visible()
    ada.find("button", "web.room.resume").first.click()
    player.turn().wait_for()
    before = seconds(ada)
    time.run_for(10_000)
    assert before - seconds(ada) >= 9
    player.play_deal()


def test_everybody_sees_who_has_stopped_the_game_and_anybody_seated_goes_on(
    people: People, server: Server
) -> None:
    ada, bob = invited(people, server, "dnpup", 3, clock=LONG)
    eve = people.come(server, Screen("fr"), "Eve")
    eve.page.goto(bob.page.url)
    bob.press("web.room.pause")
    expect(ada.page.get_by_text(ada.says("web.room.paused", name="Bob"))).to_be_visible()
    expect(eve.page.get_by_text(eve.says("web.room.paused", name="Bob"))).to_be_visible()
    expect(eve.find("button", "web.room.resume")).to_have_count(0)
    expect(ada.page.get_by_role("timer")).to_have_count(2)
    # In a pause one looks at the cards.
    for person, size in itertools.product((ada, bob, eve), SIZES):
        person.page.set_viewport_size(size)
        assert covered_by_a_request(person) == [], size
    ada.find("button", "web.room.resume").first.click()
    expect(bob.page.get_by_text(bob.says("web.room.paused-you"))).to_be_hidden()
    expect(bob.find("button", "web.room.pause")).to_be_visible()


def test_with_letters_of_twice_the_size_a_pause_is_read_and_every_button_is_there(
    people: People, server: Server
) -> None:
    """On a phone of 360 × 640 they leave as much room as usual letters on one half as wide."""
    half: ViewportSize = {"width": 180, "height": 320}
    ada = people.come(server, Screen("fr", half, scale=2), "Bartholomée-Marguerite")
    ada.opens("ascenseur-52", 4, options={"schedule": [3]})
    Player(ada).turn().wait_for()
    ada.press("web.room.pause")
    said = ada.page.locator(".strip p")
    expect(said).to_have_text(ada.says("web.room.paused-you"))
    assert said.evaluate("({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight")
    for button in ada.page.get_by_role("banner").get_by_role("button").all():
        box = button.bounding_box()
        assert box
        assert box["x"] + box["width"] <= half["width"]
    ada.find("button", "web.room.resume").first.click()
    expect(said).to_have_count(0)


def test_a_clock_is_chosen_when_a_table_is_opened(people: People, server: Server) -> None:
    ada = people.come(server, Screen("fr"))
    open_form(ada, 0)
    ada.page.get_by_text(ada.says("web.new.clock.quick"), exact=True).click()
    expect(ada.page.get_by_text(ada.says("web.new.clock.about"))).to_be_visible()
    ada.page.get_by_text(ada.says("web.new.clock.own"), exact=True).click()
    ada.page.get_by_label(ada.says("web.new.clock.turn")).fill("20")
    ada.page.get_by_label(ada.says("web.new.clock.bank")).fill("75")
    ada.press("web.new.create")
    text = ada.says("web.clock.text", n=20, reserve="1:15")
    expect(ada.page.get_by_text(text)).to_be_visible()


def test_a_match_given_up_has_no_winner_and_can_be_followed_by_another(
    people: People, server: Server
) -> None:
    ada = people.come(server)
    come_back_late(ada)
    expect(ada.page.get_by_role("heading", level=1)).to_have_text(ada.says("table.given-up"))
    expect(ada.page.get_by_text(ada.says("web.end.given-up"))).to_be_visible()
    expect(ada.page.get_by_role("img", name=ada.says("web.end.chart"))).to_be_visible()
    expect(ada.find("button", "web.end.rematch")).to_have_count(0)
    ada.press("web.end.look")
    expect(ada.page.get_by_text(ada.says("web.board.over"))).to_be_visible()
    ada.press("web.end.back")
    ada.find("link", "web.end.verify").click()
    verdict = ada.page.get_by_role("status").get_by_role("paragraph")
    expect(verdict).to_have_text(ada.like("web.verify.all-good"))
    ada.page.go_back()
    ada.press("web.end.again")
    Player(ada).turn().wait_for()
