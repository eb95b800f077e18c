"""Who may be given hints: alone among bots always, among people where all agreed beforehand."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from funicular.table import commands as ask
from funicular.table.decision import CannotDo
from funicular.table.hints import hints_allowed, seat_to_help, why_no_hints
from funicular.table.presence import Presence
from funicular.table.render import public_table, show_table, what_public_table_shows
from tests.table.sitting import HOST, NONCE, AtTable

START = ask.Start("ab" * 16)


def begun(*, hints: bool, agrees: bool | None = None) -> tuple[AtTable, str]:
    """A match of two people and bots; Ada agrees to hints, or does not, or says nothing."""
    at = AtTable(hints=hints)
    at.sit("Zoé", HOST)
    ada = at.sit("Ada")
    if agrees is not None:
        at.do(ada, ask.AnswerHints(agrees))
    at.do(HOST, START)
    return at, ada


def refused(at: AtTable, guest: str | None) -> str:
    reason = why_no_hints(at.table, guest)
    assert reason is not None
    return reason.key


def test_alone_among_bots_hints_are_always_allowed() -> None:
    at = AtTable()
    at.sit("Zoé", HOST)
    at.do(HOST, START)
    assert hints_allowed(at.table, HOST)


def test_those_who_watch_get_none() -> None:
    at = AtTable()
    at.sit("Zoé", HOST)
    at.do(HOST, START)
    assert refused(at, None) == "table.hints.watching"
    assert refused(at, "somebody") == "table.hints.watching"


def test_among_people_there_are_none_unless_the_table_was_opened_with_them() -> None:
    at, ada = begun(hints=False)
    assert refused(at, HOST) == refused(at, ada) == "table.hints.not-offered"
    with pytest.raises(CannotDo):
        at.do(ada, ask.AnswerHints(yes=True))


def test_all_have_to_agree_before_the_match() -> None:
    at, ada = begun(hints=True)
    assert refused(at, HOST) == refused(at, ada) == "table.hints.not-agreed"
    # And not a moment later.
    with pytest.raises(CannotDo):
        at.do(ada, ask.AnswerHints(yes=True))


def test_where_all_agreed_both_get_them_and_nobody_can_withdraw() -> None:
    at, ada = begun(hints=True, agrees=True)
    assert hints_allowed(at.table, HOST)
    assert hints_allowed(at.table, ada)
    for guest in (HOST, ada):
        with pytest.raises(CannotDo):
            at.do(guest, ask.AnswerHints(yes=False))
    assert at.read_again() == at.table


def test_anybody_may_withdraw_before_the_match() -> None:
    at = AtTable(hints=True)
    at.sit("Zoé", HOST)
    ada = at.sit("Ada")
    at.do(ada, ask.AnswerHints(yes=True))
    at.do(HOST, ask.AnswerHints(yes=False))
    at.do(HOST, START)
    assert refused(at, ada) == "table.hints.not-agreed"


def test_saying_the_same_again_writes_nothing() -> None:
    at = AtTable(hints=True)
    at.sit("Zoé", HOST)
    assert at.do(HOST, ask.AnswerHints(yes=True)).entries == ()


def test_a_person_who_sits_down_later_stops_them_until_they_agree() -> None:
    at, ada = begun(hints=True, agrees=True)
    bob = at.sit("Bob")
    assert refused(at, HOST) == refused(at, bob) == "table.hints.waiting"
    at.do(bob, ask.AnswerHints(yes=True))
    assert hints_allowed(at.table, HOST)
    assert hints_allowed(at.table, bob)
    # Allowed, but until the next deal a bot has the seat.
    with pytest.raises(CannotDo) as found:
        seat_to_help(at.table, bob)
    assert found.value.phrase.key == "table.from-next-deal"
    with pytest.raises(CannotDo):
        at.do(ada, ask.AnswerHints(yes=False))


def test_whoever_joins_one_that_plays_alone_stops_them_for_good() -> None:
    at = AtTable()
    at.sit("Zoé", HOST)
    at.do(HOST, START)
    at.sit("Ada")
    assert refused(at, HOST) == "table.hints.not-offered"


def test_nobody_is_alone_because_another_has_just_left() -> None:
    at, ada = begun(hints=False)
    at.do(ada, ask.Stand())
    assert refused(at, HOST) == "table.hints.not-offered"
    at.presence = Presence(frozenset({0}))
    at.finish_deal()
    at.do(HOST, ask.Ready())
    # From the next deal on it is a match against bots.
    assert hints_allowed(at.table, HOST)


def test_one_who_left_without_agreeing_is_not_named() -> None:
    at, _ = begun(hints=True, agrees=True)
    bob = at.sit("Bob")
    at.finish_deal()
    for guest in (HOST, bob):
        at.do(guest, ask.Ready())
    at.presence = Presence(frozenset({0, 1, 2}))
    at.do(HOST, START)
    assert at.table.was_dealt_in(at.table.seat_of(bob) or 0)
    at.do(bob, ask.Stand())
    assert refused(at, HOST) == "table.hints.left"


def test_a_hint_is_for_ones_own_turn_and_not_while_the_game_is_paused() -> None:
    at = AtTable()
    at.sit("Zoé", HOST)
    with pytest.raises(CannotDo):
        seat_to_help(at.table, HOST)
    at.do(HOST, START)
    while at.table.to_act != (0,):
        with pytest.raises(CannotDo) as found:
            seat_to_help(at.table, HOST)
        assert found.value.code == "not-your-turn"
        at.move(at.table.to_act[0])
    assert seat_to_help(at.table, HOST) == 0
    at.do(HOST, ask.Pause())
    with pytest.raises(CannotDo):
        seat_to_help(at.table, HOST)


def test_everybody_sees_who_has_agreed() -> None:
    at = AtTable(hints=True)
    at.sit("Zoé", HOST)
    ada = at.sit("Ada")
    before = what_public_table_shows(at.table, at.presence)
    shown = public_table(at.table, at.presence, "en")
    assert [chair.agrees_to_hints for chair in shown.chairs] == [True, False, False, False]
    at.do(ada, ask.AnswerHints(yes=True))
    assert what_public_table_shows(at.table, at.presence) != before
    at.do(HOST, START)
    mine = show_table(at.table, at.presence, ada, "en")
    assert (mine.hints_offered, mine.hints_on, mine.hints) == (True, True, True)
    assert not show_table(at.table, at.presence, None, "en").hints


def test_who_comes_back_under_another_key_has_not_agreed() -> None:
    at = AtTable(hints=True)
    at.sit("Zoé", HOST)
    ada = at.sit("Ada")
    at.do(ada, ask.AnswerHints(yes=True))
    at.do(ada, ask.Stand())
    at.do(None, ask.Sit("Ada", NONCE))
    at.do(HOST, START)
    assert refused(at, HOST) == "table.hints.not-agreed"
    assert replace(at.table, seq=0) == replace(at.read_again(), seq=0)
