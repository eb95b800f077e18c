"""Clocks, pauses, other devices, and tables that nobody comes back to."""

from __future__ import annotations

from typing import Any

import pytest

from funicular.games.records import read_record
from funicular.table import commands as ask
from funicular.table.deals import commitment, verify
from funicular.table.decide import closed, moved
from funicular.table.decision import NOTHING, CannotDo
from funicular.table.entries import Closed, Moved, Readied
from funicular.table.render import show_table
from funicular.table.table import Table
from funicular.table.wire import Clock
from tests.table.sitting import HOST, NONCE, AtTable

TOKEN = "7e" * 16


def begun(**settings: Any) -> tuple[AtTable, str]:  # noqa: ANN401 - any field of Opened
    at = AtTable(clock=Clock(turn=10, bank=30), options={"bidding": "simultaneous"}, **settings)
    zoe = at.sit("Zoé", HOST)
    at.do(HOST, ask.Start())
    return at, zoe


def bids(at: AtTable, guest: str, seconds: float) -> None:
    seat = at.table.seat_of(guest)
    assert seat is not None
    play = ask.MakeMove("bid 0", at.table.turns[seat])
    at.do(guest, play, spent=seconds)


def test_a_move_within_its_turn_costs_nothing() -> None:
    at, zoe = begun()
    bids(at, zoe, 9.96)
    assert at.table.banks == (30.0,) * 4
    (entry,) = [each for each in at.log if isinstance(each, Moved)]
    assert entry.spent == 10.0


def test_what_a_move_takes_beyond_comes_from_the_bank() -> None:
    at, zoe = begun()
    bids(at, zoe, 22.5)
    assert at.table.banks == (17.5, 30.0, 30.0, 30.0)
    shown = show_table(at.table, at.presence, zoe, "en")
    # A bot has no bank.
    assert [chair.bank for chair in shown.chairs] == [17.5, None, None, None]
    assert at.read_again() == at.table


def test_a_bank_is_never_below_nothing_and_full_for_the_next_match() -> None:
    at, zoe = begun(deals=1)
    bids(at, zoe, 1000.0)
    assert at.table.banks[0] == 0.0
    at.finish_deal()
    at.do(zoe, ask.Ready(nonce="ab" * 16))
    assert at.phase == "playing"
    assert at.table.banks == (30.0,) * 4


def test_without_a_clock_nothing_is_written_of_time() -> None:
    at = AtTable(options={"bidding": "simultaneous"})
    zoe = at.sit("Zoé", HOST)
    at.do(HOST, ask.Start())
    bids(at, zoe, 500.0)
    assert all(each.spent == 0.0 for each in at.log if isinstance(each, Moved))
    assert at.table.banks == ()


def test_a_bots_move_counts_only_for_the_turn_it_was_made_for() -> None:
    """Another server, or the person, may have been quicker."""
    at, zoe = begun()
    turn = at.table.turns[0]
    bids(at, zoe, 1.0)
    assert moved(at.table, 0, ask.MakeMove("bid 1", turn), at.chance) == NOTHING


def test_nobody_moves_while_the_game_is_paused() -> None:
    at, zoe = begun()
    other = at.sit("Max", seat=1)
    at.do(other, ask.Pause())
    assert at.table.paused == 1
    assert show_table(at.table, at.presence, zoe, "en").paused == 1
    with pytest.raises(CannotDo) as refused:
        bids(at, zoe, 0.0)
    assert refused.value.code == "forbidden"
    assert "Max" in refused.value.say(at.reader)
    assert moved(at.table, 2, ask.MakeMove("bid 0", at.table.turns[2]), at.chance) == NOTHING
    # Asked twice, it is the same pause; and anybody may end it.
    before = len(at.log)
    at.do(zoe, ask.Pause())
    assert (at.table.paused, len(at.log)) == (1, before)
    at.do(zoe, ask.Resume())
    bids(at, zoe, 0.0)
    at.do(zoe, ask.Resume())
    assert at.table.paused is None


def test_there_is_nothing_to_pause_before_a_deal_and_for_who_watches() -> None:
    at = AtTable()
    zoe = at.sit("Zoé", HOST)
    for guest, command in ((zoe, ask.Pause()), (None, ask.Pause()), (None, ask.Resume())):
        with pytest.raises(CannotDo) as refused:
            at.do(guest, command)
        assert refused.value.code == "forbidden"


def test_who_sat_down_with_a_token_of_their_own_may_ask_again() -> None:
    at = AtTable()
    first = at.do(None, ask.Sit("Zoé", NONCE, token=TOKEN))
    assert first.token == TOKEN
    again = at.do(None, ask.Sit("Zoé", NONCE, token=TOKEN))
    assert (again.token, again.entries) == (TOKEN, ())
    assert at.table.people == (0,)


def test_another_key_ends_the_old_one() -> None:
    at = AtTable()
    zoe = at.do(None, ask.Sit("Zoé", NONCE, token=TOKEN))
    guest = at.table.guest_of(zoe.token or "")
    new = at.do(guest, ask.Rekey()).token
    assert new is not None
    assert at.table.guest_of(new) == guest
    assert at.table.guest_of(TOKEN) is None
    assert at.table.seat_of(guest) == 0
    # A client that did not hear the answer asks again with the token it has drawn.
    mine = "3c" * 32
    assert at.do(guest, ask.Rekey(mine)).token == mine
    assert at.do(guest, ask.Rekey(mine)).entries == ()
    assert mine not in str(at.log)
    with pytest.raises(CannotDo):
        at.do(None, ask.Rekey())


def test_who_is_ready_is_ready_after_a_restart_too() -> None:
    at, zoe = begun()
    other = at.sit("Max", seat=1)
    at.finish_deal()
    at.do(other, ask.Ready())
    again = at.read_again()
    assert again.ready_seats == (1,)
    before = len(at.log)
    at.do(other, ask.Ready())
    assert len(at.log) == before
    # Whoever takes the seat has not said so.
    at.do(HOST, ask.SeatBot(1, "casual"))
    assert at.table.ready == ()
    assert at.phase == "scored"
    at.do(zoe, ask.Ready())
    assert at.phase == "playing"


def test_a_table_nobody_comes_to_is_closed_and_its_record_stays() -> None:
    at, zoe = begun()
    bids(at, zoe, 0.0)
    seed, shown = at.table.seed, show_table(at.table, at.presence, zoe, "en").proof
    at.write(*closed(at.table, at.chance).entries)
    assert at.phase == "over"
    assert at.table.to_act == ()
    assert closed(at.table, at.chance) == NOTHING
    end = show_table(at.table, at.presence, zoe, "en")
    assert end.result is not None
    assert end.result.winners == ()
    assert "given up" in end.result.text
    assert (end.proof.seed, end.proof.commitment) == (seed, shown.commitment)
    assert end.proof.next == commitment(at.table.seed) != shown.commitment
    record = at.table.played[-1].record
    assert record.winners == ()
    match, _ = read_record(record.to_json())
    assert verify(record, match) == (True,)
    assert at.read_again() == at.table


def test_after_a_table_was_closed_people_may_come_back_and_play() -> None:
    at, zoe = begun()
    at.do(zoe, ask.Pause())
    at.write(*closed(at.table, at.chance).entries)
    assert at.table.paused is None
    at.do(zoe, ask.Ready(nonce="ab" * 16))
    assert at.phase == "playing"
    assert not at.table.closed
    assert at.table.begun == 2
    assert any(isinstance(entry, Readied) for entry in at.log)


@pytest.mark.parametrize("played", [False, True])
def test_a_table_without_a_match_under_way_just_rests(*, played: bool) -> None:
    at = AtTable(deals=1)
    zoe = at.sit("Zoé", HOST)
    if played:
        at.do(HOST, ask.Start())
        at.finish_deal()
    before: Table = at.table
    assert closed(before, at.chance).entries == (Closed(),)
    at.write(Closed())
    assert at.table.closed
    assert at.table.played == before.played
    assert at.table.phase == before.phase
    at.do(zoe, ask.Say("I am back"))
    assert not at.table.closed
