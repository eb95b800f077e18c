"""Several people at one table."""

from __future__ import annotations

import itertools
import time
from pathlib import Path

from playwright.sync_api import expect

from tests.system.browser.people import ON_A_PHONE, PHONE, People, Person, Screen
from tests.system.browser.playing import Player
from tests.system.browser.serving import Server
from tests.system.browser.sights import covered_by_a_request
from tests.system.browser.test_layout import SIZES

LONGEST = 60


def invited(
    people: People, server: Server, game: str, seats: int, **wishes: object
) -> list[Person]:
    """Ada opens a table, Bob comes by her link on his phone, and she begins."""
    ada = people.come(server)
    ada.opens(game, seats, start=False, **wishes)
    link = ada.find("textbox", "web.room.link").input_value()
    bob = people.come(server, ON_A_PHONE, "Bob")
    bob.page.goto(link)
    bob.find("textbox", "web.home.name").fill("Bob")
    bob.press("web.room.join")
    expect(
        ada.page.get_by_role("button", name=f"{ada.says('web.room.remove')} Bob")
    ).to_be_visible()
    ada.page.get_by_role("button", name=ada.like("web.room.start-bots")).or_(
        ada.find("button", "web.room.start")
    ).first.click()
    return [ada, bob]


def play_together(players: list[Player]) -> None:
    """Whoever is to move moves, until all see the end of the deal."""
    deadline = time.monotonic() + LONGEST
    while not all(player.sees_the_end() for player in players):
        assert time.monotonic() < deadline, "nobody moves any more"
        for player in players:
            if player.may_move():
                player.move()


def test_two_browsers_at_one_table_play_a_deal_to_its_end(people: People, server: Server) -> None:
    both = invited(people, server, "ascenseur-52", 3, options={"schedule": [3, 2]})
    players = [Player(person, seed) for seed, person in enumerate(both)]
    play_together(players)
    # Each waits for the other.
    ada, bob = both
    ada.press("web.score.next")
    expect(ada.page.get_by_text(ada.says("web.score.waiting", names="Bob"))).to_be_visible()
    bob.press("web.score.next")
    expect(ada.page.get_by_text(ada.says("web.score.waiting", names="Bob"))).to_be_hidden()
    play_together(players)
    headings = [person.page.get_by_role("heading", level=1).inner_text() for person in both]
    assert all(headings)


def test_the_invitation_can_be_copied_or_pointed_at(people: People, server: Server) -> None:
    ada = people.come(server)
    link = ada.opens("dnpup", 3, start=False)
    expect(ada.page.get_by_role("img", name=ada.says("web.room.qr"))).to_be_visible()
    ada.press("web.room.copy")
    expect(ada.page.get_by_text(ada.says("web.room.copied"))).to_be_visible()
    assert ada.page.evaluate("navigator.clipboard.readText()") == server.address + link


def test_words_and_reactions_arrive_and_can_be_muted(people: People, server: Server) -> None:
    ada, bob = invited(people, server, "auf-ab", 3)
    ada.page.get_by_role("tab", name=ada.says("web.room.tab.chat")).click()
    navigation = bob.page.get_by_role("navigation").get_by_role("button")
    expect(navigation.first).to_be_visible()
    before = [button.bounding_box() for button in navigation.all()]
    ada.find("textbox", "web.chat.say").fill("Good luck, Bob!")
    ada.press("web.chat.send")
    # He sees it beside her without having the chat open, and reads it there.
    bubble = bob.page.locator(".badge .bubble")
    expect(bubble).to_have_text("Ada: Good luck, Bob!")
    said, mine = bubble.bounding_box(), bob.page.locator(".mine").bounding_box()
    assert said
    assert mine
    assert said["y"] + said["height"] <= mine["y"], "not over his cards"
    badge = bubble.locator("xpath=..").bounding_box()
    assert badge
    assert badge["y"] <= said["y"], "beside her"
    assert said["y"] + said["height"] <= badge["y"] + badge["height"] + 4, "not over the table"
    assert [said["x"] >= 0, said["x"] + said["width"] <= PHONE["width"]] == [True, True]
    # How much is unread lies over the button, and moves none of them.
    expect(navigation.filter(has_text=bob.says("web.chat.unread"))).to_have_count(1)
    assert [button.bounding_box() for button in navigation.all()] == before
    bob.page.get_by_role("button", name=bob.says("web.room.tab.chat")).click()
    chat = bob.page.get_by_role("dialog")
    expect(chat.get_by_text("Good luck, Bob!", exact=True)).to_be_visible()
    chat.get_by_role("button", name=bob.says("web.chat.reaction.thanks")).click()
    heard = ada.page.get_by_role("tabpanel").get_by_role("paragraph")
    expect(heard.filter(has_text=ada.says("web.chat.reaction.thanks"))).to_have_count(1)
    chat.get_by_label(bob.says("web.settings.muted")).check()
    expect(chat.get_by_text("Good luck, Bob!", exact=True)).to_be_hidden()
    ada.find("textbox", "web.chat.say").fill("Still there?")
    ada.press("web.chat.send")
    expect(ada.page.get_by_text("Still there?")).to_be_visible()
    expect(bob.page.get_by_text("Still there?")).to_have_count(0)


def test_a_bot_keeps_the_seat_of_a_closed_tab_and_hands_it_back(
    people: People, tmp_path: Path
) -> None:
    with Server(tmp_path, grace=0.2) as hasty:
        ada, bob = invited(people, hasty, "ascenseur-52", 3, options={"schedule": [4]})
        table = bob.page.url
        bob.page.close()
        expect(ada.page.get_by_text(ada.says("web.board.away"))).to_be_visible()
        player = Player(ada)
        for _ in range(2):
            player.wanted()
            player.move()
        bob.page = bob.context.new_page()
        bob.page.goto(table)
        expect(ada.page.get_by_text(ada.says("web.board.away"))).to_be_hidden()
        expect(Player(bob).hand).to_be_visible()
        play_together([player, Player(bob)])


def moved_first(people: People, server: Server) -> tuple[Player, Player]:
    """Two play dnpup: who has just moved, and who is to move now."""
    players = [Player(person) for person in invited(people, server, "dnpup", 2)]
    deadline = time.monotonic() + LONGEST
    while not any(each.may_move() for each in players):
        assert time.monotonic() < deadline
    mover, other = sorted(players, key=Player.may_move, reverse=True)
    mover.move()
    other.turn().wait_for()
    return mover, other


def test_taking_back_among_people_needs_consent(people: People, server: Server) -> None:
    mover, other = moved_first(people, server)
    mover.forget_turn()
    mover.person.press("web.room.undo-ask")
    asks = other.page.get_by_text(other.person.says("web.room.asks", name=mover.person.name))
    expect(asks).to_be_visible()
    other.person.press("web.room.agree")
    mover.turn().wait_for()


def test_the_question_covers_no_card_and_its_answer_is_told(people: People, server: Server) -> None:
    """Whoever is to agree wants to see what was played; who has asked wants to know."""
    mover, other = moved_first(people, server)
    for answer in ("refused", "late"):
        mover.person.press("web.room.undo-ask")
        for player, size in itertools.product((mover, other), SIZES):
            player.page.set_viewport_size(size)
            assert covered_by_a_request(player.person) == [], size
        if answer == "refused":
            other.person.press("web.room.refuse")
        else:
            other.move()
        told = mover.person.says(f"web.room.undo-{answer}")
        expect(mover.page.get_by_text(told)).to_be_visible()
        expect(mover.page.locator(".strip")).to_have_count(0)


def test_french_and_english_at_one_table(people: People, server: Server) -> None:
    ada = people.come(server, Screen("fr"))
    link = ada.opens("dnpup", 3)
    watcher = people.come(server, name="Eve")
    watcher.go(link)
    ours = ada.page.get_by_role("region", name=ada.says("web.board.table"))
    theirs = watcher.page.get_by_role("region", name=watcher.says("web.board.table"))
    expect(ours).to_be_visible()
    expect(theirs).to_be_visible()


def test_who_sits_down_during_a_deal_looks_on_and_everybody_is_told(
    people: People, server: Server
) -> None:
    ada = people.come(server)
    link = ada.opens("ascenseur-52", 3, pace="calm", options={"schedule": [3, 2]})
    eva = people.come(server, Screen(lang="fr"), "Eva")
    eva.page.goto(server.address + link)
    eva.page.get_by_role("tab", name=eva.says("web.room.tab.table")).click()
    eva.page.get_by_role("textbox", name=eva.says("web.home.name")).fill("Eva")
    eva.page.get_by_role("button", name=eva.like("web.room.take")).first.click()
    # She is told, in her language, that a bot plays on; there is no hand and nothing to choose.
    expect(eva.page.get_by_text(eva.says("web.room.you-from-next-deal"))).to_be_visible()
    expect(eva.page.locator(".badge", has_text="Eva")).to_contain_text(
        eva.says("web.board.from-next-deal")
    )
    expect(eva.page.locator("[data-turn='']")).to_be_visible()
    # So is Ada, beside the name and in the chat, muted or not, and not over her cards.
    expect(ada.page.locator(".badge", has_text="Eva")).to_contain_text(
        ada.says("web.board.from-next-deal")
    )
    ada.page.get_by_role("tab", name=ada.says("web.room.tab.chat")).click()
    told = ada.says("table.notice.waits", name="Eva")
    expect(ada.page.get_by_role("tabpanel").get_by_text(told)).to_be_visible()
    ada.find("checkbox", "web.settings.muted").check()
    expect(ada.page.get_by_role("tabpanel").get_by_text(told)).to_be_visible()
    assert ada.page.locator(".toasts p").count() == 0
