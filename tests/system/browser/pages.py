"""Every page and every state of one that a person comes to, and the way there."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from funicular.core.record import parse_record
from funicular.core.wire import to_json
from funicular.games.records import replay_record
from funicular.review.kept_review import KEPT_WORLDS
from funicular.review.puzzles.collection import puzzles_of
from tests.kit.reviews_handed_in import review_handed_in
from tests.system.browser.logged import come_back_late
from tests.system.browser.playing import Player

if TYPE_CHECKING:
    from tests.system.browser.people import Person, Role
    from tests.system.browser.serving import Server

Way = Callable[["Person"], None]


# The deals of a match that is over.
FINISHED = [3, 5, 2]


@cache
def finished(server: Server) -> str:
    """A match of this server that is over."""
    return server.finished_match("ascenseur-52", 4, options={"schedule": FINISHED})


def home(person: Person) -> None:
    person.go("/")
    expect(person.page.get_by_role("article")).to_have_count(4)


def choose_game(person: Person, number: int) -> None:
    """Open the sheet of a game on the first page."""
    home(person)
    card = person.page.get_by_role("article").nth(number)
    card.get_by_role("heading").get_by_role("button").click()
    expect(person.find("button", "web.home.more")).to_be_visible()


def open_form(person: Person, number: int) -> None:
    """Open the form with all options of a game."""
    choose_game(person, number)
    person.press("web.home.more")


def game_sheet(person: Person) -> None:
    choose_game(person, 2)


def settings(person: Person) -> None:
    home(person)
    person.press("web.settings.title")
    expect(person.find("dialog", "web.settings.title")).to_be_visible()


def new_table(person: Person) -> None:
    open_form(person, 2)
    person.page.get_by_text(person.says("web.new.options")).click()


def new_table_with_a_clock(person: Person) -> None:
    open_form(person, 0)
    own = person.page.get_by_text(person.says("web.new.clock.own"), exact=True)
    own.click()
    expect(person.page.get_by_label(person.says("web.new.clock.turn"))).to_be_visible()
    own.evaluate("element => element.closest('fieldset').scrollIntoView({ block: 'center' })")


def waiting_room(person: Person) -> None:
    person.opens("auf-ab", 4, start=False)
    expect(person.find("textbox", "web.room.link")).to_be_visible()


def bidding(person: Person) -> None:
    person.opens("ascenseur-52", 4, options={"schedule": [7, 3]})
    Player(person).turn().wait_for()


def match_under_way(person: Person) -> None:
    """The first page while it is one's turn at a table."""
    bidding(person)
    home(person)
    expect(person.page.get_by_text(person.says("web.room.your-turn"), exact=True)).to_be_visible()


def ascenseur(person: Person) -> None:
    bidding(person)
    play_on(person, 3)


def auf_ab(person: Person) -> None:
    third_move(person, "auf-ab", 4)


def dnpup(person: Person) -> None:
    third_move(person, "dnpup", 4)


def dnpup_for_two(person: Person) -> None:
    third_move(person, "dnpup", 2)


def six_at_the_table(person: Person) -> None:
    third_move(person, "ascenseur-52", 6, options={"schedule": [8]})


def third_move(person: Person, game: str, seats: int, **wishes: object) -> None:
    """Come to a table where one has moved twice: what a page shows then does not depend on the way.

    That it shows the same as one that was there all the time is tested in `test_resuming.py`.
    """
    person.opens_and_plays(game, seats, lambda _, moves: moves == 2, **wishes)
    Player(person).wanted()


def watching(person: Person) -> None:
    """Somebody else's table, without a seat."""
    opened = person.server.open_table("dnpup", 3, "Bob", lang=person.lang)
    person.remembers(opened["table"], "dnpup", opened["invite"], None)
    person.go(f"/t/{opened['table']}#{opened['invite']}")
    expect(person.page.get_by_text(person.says("web.room.watching"))).to_be_visible()


def talking(person: Person) -> None:
    """The chat, with something said in it."""
    auf_ab(person)
    chat = person.says("web.room.tab.chat")
    # At a desk it is a tab of the panel, on a phone a button.
    role: Role = "tab" if person.page.get_by_role("tab").count() else "button"
    person.page.get_by_role(role, name=chat).click()
    person.find("textbox", "web.chat.say").fill("Bonne chance !")
    person.press("web.chat.send")
    expect(person.page.get_by_role("paragraph").filter(has_text="Bonne chance !")).to_be_visible()


def asking(person: Person) -> None:
    """The questions to the table, after a typed move that nobody understands."""
    bidding(person)
    person.find("button", "web.speech.ask").focus()
    person.page.keyboard.press("Enter")
    field = person.page.get_by_label(person.says("web.typed.field"))
    field.fill("xyzzy")
    field.press("Enter")
    expect(person.page.get_by_role("dialog")).to_contain_text("xyzzy")


def clocks(person: Person) -> None:
    """Two people at a table with a clock; the other one is away, as far as we see."""
    server = person.server
    opened = server.open_table(
        "ascenseur-52",
        4,
        person.name,
        lang=person.lang,
        start=False,
        options={"schedule": [7, 3]},
        clock={"turn": 3600, "bank": 300},
    )
    commands = f"/api/tables/{opened['table']}/commands"
    sit = {"do": "sit", "name": "Bob", "nonce": secrets.token_hex(16), "seat": 2}
    server.told(commands, {"type": "do", "id": "1", "command": sit}, opened["invite"])
    server.told(commands, {"type": "do", "id": "2", "command": {"do": "start"}}, opened["token"])
    person.remembers(opened["table"], "ascenseur-52", opened["invite"], opened["token"])
    person.go(f"/t/{opened['table']}#{opened['invite']}")
    expect(person.page.get_by_role("timer")).to_have_count(2)


def paused(person: Person) -> None:
    clocks(person)
    person.press("web.room.pause")
    expect(person.page.get_by_text(person.says("web.room.paused-you"))).to_be_visible()


def given_up(person: Person) -> None:
    come_back_late(person)
    expect(person.find("button", "web.end.again")).to_be_visible()


def between_deals(person: Person) -> None:
    person.opens_and_plays(
        "ascenseur-52",
        4,
        lambda table, _: table["phase"] == "scored",
        options={"schedule": [2, 2]},
    )
    expect(person.find("button", "web.score.next")).to_be_visible()


def result(person: Person) -> None:
    person.opens_and_plays(
        "ascenseur-52",
        4,
        lambda table, _: bool(table.get("result")),
        options={"schedule": [1, 2, 1]},
    )
    expect(person.find("button", "web.end.rematch")).to_be_visible()


def replay(person: Person) -> None:
    person.go(f"/r/{finished(person.server)}?deal=2&move=12")
    expect(
        person.page.get_by_role("group", name=person.says("web.replay.controls"))
    ).to_be_visible()
    expect(person.page.locator("[data-kind]")).to_be_visible()


def what_if(person: Person) -> None:
    """The end of a deal that was played on from a move of a replay, beside the original."""
    replay = finished(person.server)
    wish = {"replay": replay, "deal": 1, "ply": 6, "seat": 1, "name": person.name}
    wish |= {"lang": person.lang, "level": "casual", "pace": "instant"}
    opened = person.server.told("/api/what-if", wish)
    person.server.play_until(opened, lambda table, _: bool(table.get("result")))
    person.sits_at(opened, "ascenseur-52")
    expect(person.page.get_by_role("table")).to_have_count(2)


@cache
def reviewed(server: Server) -> str:
    """A match of this server whose review is kept."""
    name = finished(server)
    _, record = server.ask(f"/api/replays/{name}/record")
    match = replay_record(parse_record(to_json(record)))
    status = server.put(f"/api/replays/{name}/review", review_handed_in(match, KEPT_WORLDS[0]))
    assert status == 200
    return name


def review(person: Person) -> None:
    person.go(f"/review/{reviewed(person.server)}?seat=0")
    expect(person.page.get_by_text(person.says("web.review.from-link"))).to_be_visible()
    expect(person.find("heading", "web.review.curve")).to_be_visible()
    table = person.page.get_by_role("main").get_by_role(
        "button", name=person.says("web.review.show")
    )
    if table.count():
        table.first.click()
        expect(person.page.locator("[data-kind]")).to_be_visible()


def bring_a_record(person: Person) -> None:
    person.go("/r/")
    expect(person.page.get_by_role("heading", level=1)).to_be_visible()


def verify(person: Person) -> None:
    person.go(f"/verify/{finished(person.server)}")
    verdict = person.page.get_by_role("status").get_by_role("paragraph")
    expect(verdict).to_have_text(person.says("web.verify.all-good", n=len(FINISHED)))


def rules(person: Person) -> None:
    person.go("/rules/auf-ab")
    expect(person.page.get_by_role("heading", level=1)).to_be_visible()


def privacy(person: Person) -> None:
    person.go("/privacy")
    expect(person.page.get_by_role("table")).to_be_visible()


def profile(person: Person) -> None:
    """One's own, after a match, with the words that carry it to another device."""
    make_profile(person)
    play_for_profile(person)
    person.go("/profile")
    expect(person.page.locator("main a[href^='/r/']")).to_be_visible()
    person.press("web.profile.reveal")
    expect(person.page.locator(".phrase")).to_be_visible()


def best_of_each_game(person: Person) -> None:
    person.go("/profile/best")
    expect(person.find("radio", "web.profile.against-bots")).to_be_visible()


def make_profile(person: Person) -> str:
    """A profile under a name that nobody else has on this server; shows its rating."""
    name = f"Ada {secrets.token_hex(4)}"
    person.go("/profile")
    person.find("textbox", "web.profile.name").fill(name)
    person.find("checkbox", "web.profile.shows.rating").check()
    person.press("web.profile.make")
    expect(person.page.get_by_role("heading", level=1, name=name)).to_be_visible()
    return name


def play_for_profile(person: Person) -> None:
    """A short match against bots, played to its end for the profile of this browser."""
    opened = person.server.open_table(
        "ascenseur-52", 3, person.name, lang=person.lang, start=False, deals=2
    )
    with person.page.expect_response("**/claim") as claimed:
        person.sits_at(opened, "ascenseur-52")
    assert claimed.value.ok
    start = {"type": "do", "id": "start", "command": {"do": "start"}}
    person.server.told(f"/api/tables/{opened['table']}/commands", start, opened["token"])
    person.server.play_until(opened, lambda table, _: bool(table.get("result")))


def lesson(person: Person) -> None:
    person.go("/learn/dnpup")
    expect(person.find("button", "web.learn.next")).to_be_visible()
    expect(person.page.locator("[data-kind]")).to_be_visible()


def daily(person: Person) -> None:
    person.go("/daily")
    expect(person.find("button", "web.challenge.play")).to_be_visible()


# A duel that takes a moment: two deals of one card.
DUEL = {"game": "ascenseur-52", "seats": 3, "options": {"schedule": [1, 1]}, "players": 20}


@cache
def duel_of_some(server: Server) -> str:
    """A duel that two others have finished."""
    name: str = server.told("/api/challenges", DUEL)["id"]
    for other in ("Bo", "Cy"):
        secret = hashlib.sha256(other.encode()).hexdigest()[:32]
        wish = {"name": other, "lang": "en", "pace": "instant"}
        person = {"Funicular-Person": secret}
        status, opened = server.ask(f"/api/challenges/{name}/attempts", wish, **person)
        assert status == 201, opened
        server.play_until(opened, lambda table, _: bool(table.get("result")))
    return name


def attempt(person: Person, duel: str) -> dict[str, str]:
    """Begin an attempt from the page of a duel; what lets the browser in."""
    person.go(f"/duel/{duel}")
    with person.page.expect_response(re.compile("/attempts")) as answered:
        person.press("web.challenge.play")
    opened: dict[str, str] = answered.value.json()
    expect(person.page).to_have_url(re.compile(f"/t/{opened['table']}"))
    return opened


def duel_result(person: Person) -> None:
    duel = duel_of_some(person.server)
    opened = attempt(person, duel)
    pace = {"type": "do", "id": "pace", "command": {"do": "pace", "pace": "instant"}}
    person.server.told(f"/api/tables/{opened['table']}/commands", pace, opened["token"])
    person.server.play_until(opened, lambda table, _: bool(table.get("result")))
    person.go(f"/duel/{duel}")
    expect(person.find("heading", "web.challenge.leaders")).to_be_visible()
    expect(person.page.get_by_text(person.says("web.challenge.expert-plays"))).to_have_count(0)


def puzzles(person: Person) -> None:
    person.go("/puzzle")
    expect(person.page.get_by_role("heading", level=2).first).to_be_visible()


def puzzle(person: Person) -> None:
    """One that was answered wrong, and then shown."""
    asked = next(each for each in puzzles_of("ascenseur-52", 2) if each.best.startswith("bid "))
    person.go(f"/puzzle/{asked.id}")
    wrong = next(each.move for each in asked.values if each.move != asked.best)
    person.press("web.board.ascenseur.bid-button", n=int(wrong.removeprefix("bid ")))
    person.press("web.puzzle.show")
    expect(person.page.get_by_role("table")).to_be_visible()


def nowhere(person: Person) -> None:
    # The page comes with the status 404, of which a browser complains.
    person.patient = True
    person.go("/elsewhere")
    expect(person.page.get_by_role("heading", level=1)).to_be_visible()


def no_table(person: Person) -> None:
    """A table that is not there; one has a link to it and was there before."""
    person.patient = True
    person.remembers("missing", "dnpup", "x" * 22, None)
    person.go(f"/t/missing#{'x' * 22}")
    expect(person.find("button", "web.net.forget")).to_be_visible()


def play_on(person: Person, moves: int) -> None:
    """Make so many moves, and wait for one's turn, or for the end of the deal."""
    player = Player(person)
    for _ in range(moves):
        if player.wanted() == "move":
            player.move()
    player.wanted()


PAGES: dict[str, Way] = {
    way.__name__: way
    for way in (
        home,
        match_under_way,
        game_sheet,
        settings,
        new_table,
        new_table_with_a_clock,
        waiting_room,
        bidding,
        ascenseur,
        six_at_the_table,
        auf_ab,
        dnpup,
        dnpup_for_two,
        watching,
        talking,
        asking,
        clocks,
        paused,
        between_deals,
        result,
        given_up,
        replay,
        what_if,
        review,
        bring_a_record,
        verify,
        rules,
        privacy,
        profile,
        best_of_each_game,
        lesson,
        daily,
        duel_result,
        puzzles,
        puzzle,
        nowhere,
        no_table,
    )
}
