"""Coming back in the middle of a trick: everything is as it was, and nothing is told twice."""

from __future__ import annotations

import json
import re
import signal
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from funicular.live.connection import MOVED_CLOSE
from tests.system.browser.listening import Listener
from tests.system.browser.people import People, Person, Screen
from tests.system.browser.playing import Player
from tests.system.browser.serving import Server
from tests.system.browser.sights import seen, story
from tests.system.browser.test_settings import SIDEWAYS

SIX_CARDS = {"schedule": [6]}


def in_mid_deal(people: People, server: Server) -> tuple[Person, Player, Listener]:
    """Somebody who has bid, played twice and said something."""
    ada = people.come(server)
    ada.patient = True
    listener = Listener(ada)
    ada.opens("ascenseur-52", 4, options=SIX_CARDS)
    player = Player(ada)
    for _ in range(3):
        player.wanted()
        player.move()
    player.wanted()
    ada.page.get_by_role("tab", name=ada.says("web.room.tab.chat")).click()
    ada.find("textbox", "web.chat.say").fill("What a trick!")
    ada.press("web.chat.send")
    expect(ada.page.get_by_text("What a trick!")).to_have_count(1)
    return ada, player, listener


def assert_no_card_twice(lines: list[str]) -> None:
    """A line of the log that names a card is never there twice."""
    cards = [line for line in lines if re.search("[♠♥♦♣]", line)]
    assert sorted(cards) == sorted(set(cards))


def still_plays(player: Player) -> None:
    """The deal goes on to its end."""
    player.play_deal()


def test_after_a_reload(people: People, server: Server) -> None:
    ada, player, _ = in_mid_deal(people, server)
    before = seen(ada)
    ada.page.reload()
    player.turn().wait_for()
    # The log says cards in words once these have come.
    story(ada)
    expect(ada.page.get_by_role("tabpanel")).to_match_aria_snapshot(before["story"])
    assert seen(ada) == before
    still_plays(player)


def test_after_the_network_was_cut(people: People, server: Server) -> None:
    ada, player, listener = in_mid_deal(people, server)
    before, heard = seen(ada), listener.catch_up()
    ada.context.set_offline(True)
    expect(ada.page.get_by_text(ada.says("web.net.offline"))).to_be_visible()
    ada.context.set_offline(False)
    expect(ada.page.get_by_text(ada.says("web.net.offline"))).to_be_hidden()
    player.turn().wait_for()
    assert seen(ada) == before
    assert not set(listener.heard[heard:]) & set(listener.told)
    still_plays(player)


def test_a_card_played_without_a_network_is_played_once_it_is_back(
    people: People, server: Server
) -> None:
    ada, player, _ = in_mid_deal(people, server)
    before = story(ada)
    ada.context.set_offline(True)
    expect(ada.page.get_by_text(ada.says("web.net.offline"))).to_be_visible()
    left = player.cards.count()
    player.move()
    ada.context.set_offline(False)
    expect(player.cards).to_have_count(left - 1)
    player.wanted()
    now = story(ada)
    assert now[-len(before) :] == before
    assert_no_card_twice(now)
    still_plays(player)


def test_what_did_not_come_while_the_server_was_away_comes_later(
    people: People, server: Server
) -> None:
    ada = people.come(server)
    ada.patient = True
    ada.page.clock.install()
    ada.context.route(re.compile("assets/(faces|RulesPanel)-"), lambda route: route.abort())
    ada.opens("ascenseur-52", 3)
    Player(ada).turn().wait_for()
    expect(ada.page.locator("[data-face='']")).not_to_have_count(0)
    ada.press("web.home.rules")
    away = ada.page.get_by_text(ada.says("web.net.unreachable"))
    expect(away).to_be_visible()
    ada.context.unroute_all()
    ada.page.clock.run_for(20_000)
    expect(away).to_have_count(0)
    expect(ada.page.locator("[data-face='']")).to_have_count(0)
    # What is to be read may be missing too.
    ada.context.route("**/api/rules/*", lambda route: route.abort())
    ada.press("web.home.rules")
    expect(ada.page.get_by_role("dialog").get_by_role("alert")).to_have_text(
        ada.says("web.net.unreachable")
    )
    ada.page.keyboard.press("Escape")
    ada.context.unroute_all()
    ada.press("web.home.rules")
    expect(ada.page.locator("#S1")).to_be_visible()


def test_that_the_line_is_down_can_be_read_on_a_phone_on_its_side(
    people: People, server: Server
) -> None:
    ada = people.come(server, Screen("fr", SIDEWAYS))
    ada.patient = True
    ada.opens("ascenseur-52", 4)
    Player(ada).turn().wait_for()
    ada.context.set_offline(True)
    mark = ada.page.get_by_text(ada.says("web.net.offline"))
    expect(mark).to_be_visible()
    assert mark.evaluate("({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth")
    # It is said once: what else would open now is for other pages to say.
    expect(ada.page.get_by_text(ada.says("web.offline.now"))).to_have_count(0)
    ada.context.set_offline(False)
    expect(mark).to_have_count(0)
    ada.page.get_by_role("banner").get_by_role("link").click()
    expect(ada.page.get_by_role("article")).to_have_count(4)
    ada.context.set_offline(True)
    expect(ada.page.get_by_text(ada.says("web.offline.now")).first).to_be_visible()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_after_a_restart_of_the_server(how: signal.Signals, people: People, tmp_path: Path) -> None:
    with Server(tmp_path) as own:
        ada, player, listener = in_mid_deal(people, own)
        before, heard = seen(ada), listener.catch_up()
        own.end(how)
        expect(ada.page.get_by_text(ada.says("web.net.offline"))).to_be_visible()
        own.start()
        expect(ada.page.get_by_text(ada.says("web.net.offline"))).to_be_hidden()
        player.turn().wait_for()
        assert seen(ada) == before
        assert not set(listener.heard[heard:]) & set(listener.told)
        still_plays(player)


class Line:
    """A line between page and server that can lose what the server says, and break."""

    def __init__(self, person: Person) -> None:
        self.deaf = False
        self.moves: list[dict[str, Any]] = []
        self._routes: list[WebSocketRoute] = []
        person.page.route_web_socket("**/socket", self._connect)

    def _connect(self, page: WebSocketRoute) -> None:
        server = page.connect_to_server()
        self._routes.append(page)

        def to_server(message: str | bytes) -> None:
            said = json.loads(message)
            if said["type"] == "do" and said["command"]["do"] == "move":
                self.moves.append(said)
            server.send(message)

        def to_page(message: str | bytes) -> None:
            if not self.deaf:
                page.send(message)

        page.on_message(to_server)
        server.on_message(to_page)

    @property
    def connections(self) -> int:
        """How many there have been."""
        return len(self._routes)

    def breaks(self, code: int = 4999) -> None:
        self.deaf = False
        self._routes[-1].close(code=code)


def test_a_move_whose_answer_was_lost_is_made_once(people: People, server: Server) -> None:
    ada = people.come(server)
    ada.patient = True
    line = Line(ada)
    ada.opens("ascenseur-52", 4, options=SIX_CARDS)
    player = Player(ada)
    player.wanted()
    player.move()
    player.wanted()
    line.deaf = True
    left = player.cards.count()
    player.move()
    line.breaks()
    expect(player.cards).to_have_count(left - 1)
    player.wanted()
    first, again = line.moves[-2:]
    assert first == again
    assert_no_card_twice(story(ada))


def test_a_table_that_moves_to_another_server_takes_nothing_along(
    people: People, server: Server
) -> None:
    """What was chosen stays chosen, and nothing is shown or said again."""
    ada = people.come(server)
    ada.patient = True
    line, listener = Line(ada), Listener(ada)
    ada.opens("ascenseur-52", 4, options=SIX_CARDS)
    player = Player(ada)
    for _ in range(2):
        player.wanted()
        player.move()
    player.wanted()
    player.playable.first.click()
    chosen = player.hand.locator("[aria-pressed=true]")
    expect(chosen).to_have_count(1)
    before, heard, left = seen(ada), listener.catch_up(), player.cards.count()
    line.breaks(code=MOVED_CLOSE)
    while line.connections < 2:
        ada.page.wait_for_timeout(20)
    expect(chosen).to_have_count(1)
    assert seen(ada) == before
    assert not set(listener.heard[heard:]) & set(listener.told)
    # It goes out at the new place.
    player.note_turn()
    chosen.click()
    expect(player.cards).to_have_count(left - 1)
    player.wanted()
    assert_no_card_twice(story(ada))
    still_plays(player)
