"""The small things at a table: why a card may not be played, taking back, looking again."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.system.browser.lossy_proxy import LosingLine
from tests.system.browser.pages import open_form
from tests.system.browser.people import People, Person
from tests.system.browser.playing import Player
from tests.system.browser.serving import Server
from tests.system.browser.sights import story


def play_until_a_card_is_illegal(player: Player) -> None:
    """To a turn where some card of the hand may not be played."""
    while True:
        wanted = player.wanted()
        if wanted == "next":
            player.next_deal()
        elif wanted == "over":
            raise AssertionError
        elif player.hand.locator("[aria-disabled=true]").count() > 0:
            return
        else:
            player.move()


def asked_why(person: Person) -> str:
    """The answer to tapping a card that may not be played."""
    player = Player(person)
    play_until_a_card_is_illegal(player)
    prompt = person.page.locator(".prompt")
    before = prompt.inner_text()
    left = player.cards.count()
    # Disabled only in what it says; it can be tapped, and answers.
    illegal = player.hand.locator("[aria-disabled=true]").first
    illegal.click(position={"x": 8, "y": 16}, force=True)
    expect(prompt).not_to_have_text(before)
    assert player.cards.count() == left
    return prompt.inner_text()


def test_an_illegal_card_says_why_in_the_words_of_the_rules(people: People, server: Server) -> None:
    ada = people.come(server)
    ada.opens("ascenseur-52", 4, options={"schedule": [8, 8, 8]})
    # S24: whoever can follow suit must.
    assert asked_why(ada).endswith("(S24)")


def test_a_move_that_is_made_is_not_offered_again(people: People, server: Server) -> None:
    """Not even in the moment between the answer and what shows it, which here is long."""
    ada = people.come(server)
    line = LosingLine(ada)
    ada.opens("auf-ab", 3)
    player = Player(ada)
    while player.wanted() == "move" and not player.playable.count():
        player.move()
    lay = player.offered("web.board.auf-ab.lay")
    player.tap_a_card()
    player.choose_all_alike()
    line.loses = "updates"
    lay.first.click()
    expect(lay).to_have_count(0)
    hand = player.cards.count()
    line.breaks()
    expect(player.cards).not_to_have_count(hand)
    player.wanted()


def test_a_move_against_bots_can_be_taken_back(people: People, server: Server) -> None:
    ada = people.come(server)
    ada.opens("ascenseur-52", 4, options={"schedule": [5]})
    player = Player(ada)
    player.wanted()
    player.move()
    player.wanted()
    before, hand = story(ada), player.cards.count()
    player.move()
    player.wanted()
    assert player.cards.count() == hand - 1
    ada.press("web.room.undo")
    expect(player.cards).to_have_count(hand)
    player.forget_turn()
    assert player.wanted() == "move"
    assert story(ada) == before


def likes(person: Person, setting: str) -> None:
    """Switch a setting on, as a player does."""
    person.press("web.settings.title")
    person.page.get_by_role("checkbox", name=person.says(f"web.settings.{setting}")).check()
    person.page.keyboard.press("Escape")


def test_one_tap_chooses_a_second_plays_and_one_is_enough_for_who_likes_it(
    people: People, server: Server
) -> None:
    ada = people.come(server)
    ada.opens("ascenseur-52", 4, options={"schedule": [5]})
    player = Player(ada)
    player.wanted()
    player.move()
    player.wanted()
    # The large button has its place before there is anything to do, and says why it does nothing.
    nothing = ada.find("button", "web.board.ascenseur.play-card")
    expect(nothing).to_have_attribute("aria-disabled", "true")
    nothing.click(force=True)
    expect(ada.page.locator(".prompt")).to_have_text(ada.says("web.board.choose-card"))
    left = player.cards.count()
    card = player.playable.first
    card.click(position={"x": 8, "y": 16})
    expect(card).to_have_attribute("aria-pressed", "true")
    expect(player.offered("web.board.ascenseur.play")).to_be_enabled()
    assert player.cards.count() == left
    player.note_turn()
    card.click(position={"x": 8, "y": 16})
    expect(player.cards).to_have_count(left - 1)
    player.wanted()
    likes(ada, "one-tap")
    player.tap_a_card()
    expect(player.cards).to_have_count(left - 2)


def test_a_move_is_prepared_before_ones_turn_taken_back_and_goes_out_when_it_comes(
    people: People, server: Server
) -> None:
    ada = people.come(server)
    ada.opens("ascenseur-52", 4, options={"schedule": [1, 1]})
    player = Player(ada)
    # The bid is wanted first: the card has to wait for its turn.
    player.wanted()
    card = player.cards.first
    prepared = player.offered("web.board.prepared")
    card.click()
    expect(player.offered("web.board.prepare")).to_be_enabled()
    card.click()
    prepared.click()
    expect(prepared).to_have_count(0)
    expect(player.cards).to_have_count(1)
    card.click()
    expect(prepared).to_be_visible()
    player.note_turn()
    # Whichever bid the hook leaves.
    bids = ada.page.get_by_role("group", name=ada.says("web.board.ascenseur.your-bid"))
    bids.locator("[aria-disabled=false]").first.click()
    expect(player.cards).to_have_count(0)
    assert player.play_deal() == "next"
    # Whoever likes it need not even do that where there is no choice.
    likes(ada, "forced-alone")
    player.next_deal()
    player.wanted()
    player.move()
    expect(player.cards).to_have_count(0)


def test_the_last_trick_can_be_looked_at(people: People, server: Server) -> None:
    ada = people.come(server)
    ada.opens("ascenseur-52", 4, options={"schedule": [5]})
    player = Player(ada)
    for _ in range(3):
        player.wanted()
        player.move()
    player.wanted()
    ada.press("web.room.last-trick")
    dialog = ada.page.get_by_role("dialog")
    expect(dialog.get_by_role("listitem")).to_have_count(4)
    expect(dialog.get_by_role("img")).to_have_count(4)


def test_a_rematch_keeps_the_seats_and_begins_anew(people: People, server: Server) -> None:
    ada = people.come(server)
    ada.opens("ascenseur-52", 4, options={"schedule": [1]})
    player = Player(ada)
    player.turn().wait_for()
    seats = ada.page.get_by_role("columnheader").all_inner_texts()
    player.play_match()
    ada.press("web.end.rematch")
    player.turn().wait_for()
    assert ada.page.get_by_role("columnheader").all_inner_texts() == seats
    player.play_match()


def test_a_table_is_opened_with_house_rules_in_the_form(people: People, server: Server) -> None:
    ada = people.come(server)
    open_form(ada, 2)
    form = ada.page.get_by_role("dialog")
    form.get_by_text(ada.says("form.house.oh-hell.label"), exact=True).click()
    form.get_by_text(ada.says("web.new.options")).click()
    form.get_by_label(ada.says("form.ascenseur.deals.label")).fill("2")
    form.get_by_text(ada.says("web.room.pace.instant"), exact=True).click()
    form.get_by_text(ada.says("web.new.level.beginner"), exact=True).click()
    ada.press("web.new.create")
    ada.page.get_by_role("button", name=ada.like("web.room.start-bots")).click()
    Player(ada).play_match()
    expect(ada.page.get_by_role("rowheader")).to_have_count(3)
