"""Laying the hand open at a table: moves like any other in the log, and nothing told before."""

from __future__ import annotations

import random

import msgspec
import pytest

from funicular.core.game import Deal
from funicular.core.record import record_of
from funicular.games.ascenseur.state import State
from funicular.table import commands as ask
from funicular.table.decision import CannotDo, Chance
from funicular.table.entries import Claimed, Committed, Moved
from funicular.table.notices import Notice
from funicular.table.render import show_lines, show_table
from funicular.table.snapshot import freeze, thaw
from funicular.table.undo import undo_kind
from tests.table.sitting import HOST, NONCE, AtTable

HANDS = (("AH", "KH", "QH"), ("3C", "2D", "2S"), ("TS", "9S", "8D"))


def seated(*people: str, deals: int = 2) -> tuple[AtTable, list[str]]:
    """Three at a table, bots in the empty seats, with these hands; seat 0 bids and leads."""
    at = AtTable(seats=3, options={"schedule": [3] * deals})
    hands = tuple(map(" ".join, HANDS))
    at.chance = Chance(
        at.chance.secret,
        lambda table: Deal(hands, dealer=(2 + len(table.match.states)) % 3, upcard="9H"),
    )
    guests = [at.sit(people[0], HOST), *(at.sit(name) for name in people[1:])]
    at.do(HOST, ask.Start(NONCE))
    return at, guests


def bids(at: AtTable, *tricks: int) -> None:
    for seat, number in enumerate(tricks):
        at.play(seat, f"bid {number}")


def tricks_won(at: AtTable) -> tuple[int, ...]:
    """How many tricks each seat has taken in the deal at hand."""
    state = at.table.match.states[-1]
    assert isinstance(state, State)
    return state.won


def claim(at: AtTable, guest: str, seat: int) -> None:
    at.do(guest, ask.ClaimTricks(at.table.turns[seat]))


def test_all_remaining_tricks_end_the_deal_at_once_with_moves_like_any_other() -> None:
    at, (ada, *_) = seated("Ada", "Ben")
    bids(at, 3, 0, 1)
    begun = len(at.log)
    claim(at, ada, 0)
    first, *moves = at.log[begun:]
    assert first == Claimed(0, "all")
    assert [move.seat for move in moves if isinstance(move, Moved)] == [0, 1, 2] * 3
    assert all(isinstance(move, Moved) for move in moves)
    # Ben did not make his moves himself; the bot in seat 2 needs nobody's leave.
    assert {(move.seat, move.kept) for move in moves if isinstance(move, Moved)} == {
        (0, False),
        (1, True),
        (2, False),
    }
    assert at.phase == "scored"
    assert tricks_won(at) == (3, 0, 0)
    record = record_of(at.table.match, at.table.names)
    assert len(record.deals[0].moves) == 3 + 9
    assert at.read_again() == at.table


def test_the_last_deal_of_a_match_may_end_so_too() -> None:
    at, (ada, *_) = seated("Ada", deals=1)
    bids(at, 3, 0, 1)
    claim(at, ada, 0)
    assert at.phase == "over"
    assert isinstance(at.log[-1], Committed)


def test_all_are_shown_the_hand_and_told_in_words_until_the_next_deal() -> None:
    at, (ada, ben) = seated("Ada", "Ben")
    bids(at, 3, 0, 1)
    before = show_table(at.table, at.presence, ada, "en")
    assert before.claim == "all"
    assert show_table(at.table, at.presence, ben, "en").claim is None
    claim(at, ada, 0)
    for guest in (ada, ben, None):
        table = show_table(at.table, at.presence, guest, "en")
        (shown,) = table.claims
        assert (shown.seat, shown.tricks, shown.told) == (0, "all", 4)
        assert set(shown.cards) == set(HANDS[0])
        assert table.claim is None
    line = show_lines(at.table, 0, "fr")[-1]
    assert line.text == "Ada étale son jeu (D♥, R♥, A♥) et fait tous les plis qui restent."
    at.do(ada, ask.Ready())
    at.do(ben, ask.Ready())
    assert at.phase == "playing"
    assert at.table.claims == ()


def test_with_no_more_tricks_the_others_play_on_and_the_cards_go_by_themselves() -> None:
    at, (_ada, ben, _) = seated("Ada", "Ben", "Eve")
    bids(at, 3, 0, 1)
    at.play(0, "play AH")
    claim(at, ben, 1)
    assert at.log[-2] == Claimed(1, "none")
    assert isinstance(at.log[-1], Moved)
    for seat in (2, 0, 2, 0):
        assert at.table.to_act == (seat,)
        at.move(seat)
    # Ben's second card went with Ada's second lead, the third with her third.
    assert [move.seat for move in at.log if isinstance(move, Moved)][3:] == [0, 1, 2] * 2 + [0, 1]
    at.move(2)
    assert at.phase == "scored"
    assert tricks_won(at)[1] == 0
    assert at.read_again() == at.table


@pytest.mark.parametrize(
    ("name", "change"),
    [("turn", {"turn": 0}), ("not-your-turn", {}), ("paused", {})],
)
def test_a_claim_is_refused_like_a_move(name: str, change: dict[str, int]) -> None:
    at, (ada, ben) = seated("Ada", "Ben")
    bids(at, 3, 0, 1)
    guest, seat = (ben, 1) if name == "not-your-turn" else (ada, 0)
    if name == "paused":
        at.do(ada, ask.Pause())
    turn = change.get("turn", at.table.turns[seat])
    before = at.table
    with pytest.raises(CannotDo):
        at.do(guest, ask.ClaimTricks(turn))
    with pytest.raises(CannotDo):
        at.do(None, ask.ClaimTricks(at.table.turns[0]))
    assert at.table == before


def test_what_is_not_certain_is_refused_in_words_and_changes_nothing() -> None:
    at, (_ada, _ben, eve) = seated("Ada", "Ben", "Eve")
    bids(at, 3, 0, 1)
    at.play(0, "play AH")
    at.play(1, "play 3C")
    before = at.table
    with pytest.raises(CannotDo) as refused:
        claim(at, eve, 2)
    assert refused.value.code == "forbidden"
    assert "Not certain yet" in refused.value.say(at.reader)
    assert at.table == before


def test_games_without_claims_say_so() -> None:
    at = AtTable("auf-ab", 3)
    ada = at.sit("Ada", HOST)
    at.do(HOST, ask.Start(NONCE))
    while 0 not in at.table.to_act:
        at.move(at.table.to_act[0])
    with pytest.raises(CannotDo) as refused:
        claim(at, ada, 0)
    assert refused.value.say(at.reader) == "In this game nobody lays a hand open."


def test_a_deal_that_was_claimed_to_its_end_is_not_taken_back() -> None:
    at, (ada,) = seated("Ada")
    bids(at, 3, 0, 1)
    claim(at, ada, 0)
    assert undo_kind(at.table, 0) == "no"


def low_person() -> tuple[AtTable, str]:
    """A person with the lowest cards in seat 0 among bots; seat 1 has just led, seat 2 followed."""
    at = AtTable(seats=3, options={"schedule": [3, 3]})
    hands = ("3C 2D 2S", "TS 9S 8D", "AH KH QH")
    at.chance = Chance(at.chance.secret, lambda _: Deal(hands=hands, dealer=0, upcard="9H"))
    ada = at.sit("Ada", HOST)
    at.do(HOST, ask.Start(NONCE))
    at.play(1, "bid 1")
    at.play(2, "bid 3")
    at.play(0, "bid 0")
    at.play(1, "play TS")
    at.play(2, "play AH")
    return at, ada


def test_alone_among_bots_taking_back_goes_to_where_the_hand_was_laid_open() -> None:
    at, ada = low_person()
    before = at.table
    claim(at, ada, 0)
    at.play(2, "play KH")
    # Her own next card has gone by itself.
    assert at.table.to_act == (1,)
    at.play(1, "play 9S")
    assert at.table.claims
    assert undo_kind(at.table, 0) == "free"
    at.do(ada, ask.Undo())
    assert at.table.match == before.match
    assert at.table.claims == ()
    assert at.table.to_act == (0,)


def test_others_may_ask_to_take_back_a_move_that_only_open_cards_have_followed() -> None:
    at, (ada, ben, eve) = seated("Ada", "Ben", "Eve")
    bids(at, 3, 0, 1)
    at.play(0, "play AH")
    claim(at, ben, 1)
    assert undo_kind(at.table, 1) == "no"
    at.play(2, "play TS")
    at.play(0, "play KH")
    assert at.table.to_act == (2,)
    assert undo_kind(at.table, 0) == "ask"
    at.do(ada, ask.Undo())
    for guest in (ben, eve):
        at.do(guest, ask.Answer(yes=True))
    assert at.table.to_act == (0,)
    assert at.table.claims
    at.play(0, "play QH")
    # The open hand follows again.
    assert at.table.to_act == (2,)


def test_a_snapshot_keeps_the_open_hands() -> None:
    at, ada = low_person()
    claim(at, ada, 0)
    again = thaw(freeze(at.table), at.table.game)
    assert again == at.table
    assert isinstance(again.lines[-1], Notice)
    at.play(2, "play KH")
    assert msgspec.structs.replace(at.table, past=again.past).claims == again.claims


def test_a_bot_that_takes_over_an_open_hand_changes_nothing() -> None:
    at, (_ada, ben, _eve) = seated("Ada", "Ben", "Eve")
    bids(at, 3, 0, 1)
    at.play(0, "play AH")
    claim(at, ben, 1)
    at.do(ben, ask.Stand())
    rng = random.Random(2)
    while at.phase == "playing":
        assert at.table.to_act != (1,)
        at.move(at.table.to_act[0], rng)
    assert tricks_won(at)[1] == 0
