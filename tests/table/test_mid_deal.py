"""Sitting down, leaving and being removed in the middle of a deal: it shows and frees nothing."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from funicular.core.errors import BadRecord
from funicular.core.record import MOST_SEATINGS, Record, Seating
from funicular.core.wire import to_json
from funicular.games.records import read_record
from funicular.live.turn_clock import TurnClock
from funicular.table import commands as ask
from funicular.table.decision import CannotDo
from funicular.table.entries import Moved, TakenBack
from funicular.table.presence import Presence
from funicular.table.render import show_deal, show_lines, show_table
from funicular.table.seating import seating_told
from funicular.table.static_table import WHO_LOOKS, show_still, still_table
from funicular.table.undo import asked_now, undo_kind
from funicular.table.wire import Clock
from tests.table.sitting import HOST, NONCE, AtTable

SEALED = {"bidding": "simultaneous"}
OTHER_NONCE = "ab" * 16


def refusal(at: AtTable, guest: str | None, command: ask.AnyCommand) -> CannotDo:
    with pytest.raises(CannotDo) as caught:
        at.do(guest, command)
    return caught.value


def begun(*names: str, **settings: Any) -> tuple[AtTable, list[str]]:  # noqa: ANN401 - any field of Opened
    """These people, the first the host, in the first seats; bots in the others; cards dealt."""
    at = AtTable(seats=3, **({"options": SEALED} | settings))
    guests = [at.sit(name, None if place else HOST) for place, name in enumerate(names)]
    at.do(HOST, ask.Start())
    return at, guests


def seen(at: AtTable, guest: str | None) -> tuple[str, ...]:
    """The cards that this guest is shown as their own."""
    deal = show_deal(at.table, at.table.seat_seen_by(guest), "en")
    assert deal is not None
    return tuple(map(str, deal.sight.hand))


def bid_sealed(at: AtTable) -> None:
    for seat in at.table.to_act:
        at.move(seat)


# One hand.


def test_who_takes_a_bots_seat_during_a_deal_sees_what_a_watcher_sees() -> None:
    at, (zoe,) = begun("Zoé")
    max_ = at.sit("Max", seat=1)
    assert len(seen(at, zoe)) > 0
    assert at.table.seat_of(max_) == 1
    assert at.table.seat_seen_by(max_) is None
    assert show_deal(at.table, at.table.seat_seen_by(max_), "en") == show_deal(at.table, None, "en")
    chair = show_table(at.table, at.presence, zoe, "en").chairs[1]
    assert (chair.kind, chair.from_next_deal, chair.level) == ("person", True, "casual")


def test_until_the_next_deal_a_bot_plays_and_the_person_is_refused() -> None:
    at, (zoe,) = begun("Zoé")
    max_ = at.sit("Max", seat=1)
    for command in (ask.MakeMove("bid 0", at.table.turns[1]), ask.Undo(), ask.Answer(yes=True)):
        error = refusal(at, max_, command)
        assert error.code == "forbidden"
        assert "next deal" in error.say(at.reader)
    assert at.table.bot_plays(1)
    bid_sealed(at)
    assert [entry.kept for entry in at.log if isinstance(entry, Moved)] == [False] * 3
    at.finish_deal()
    at.do(zoe, ask.Ready())
    at.do(max_, ask.Ready())
    assert at.phase == "playing"
    assert len(seen(at, max_)) > 0
    assert not show_table(at.table, at.presence, max_, "en").chairs[1].from_next_deal
    assert at.table.places[1].level is None


def test_the_bot_that_plays_on_stays_as_strong_as_it_was() -> None:
    at, _ = begun("Zoé")
    at.do(HOST, ask.SeatBot(1, "expert"))
    max_ = at.sit("Max", seat=1)
    assert show_table(at.table, at.presence, None, "en").chairs[1].level == "expert"
    at.do(max_, ask.Stand())
    assert at.table.places[1].level == "expert"


def test_hopping_to_another_seat_and_home_shows_no_other_hand() -> None:
    at, (_zoe, max_) = begun("Zoé", "Max")
    own = seen(at, max_)
    at.do(max_, ask.Stand())
    at.do(max_, ask.Sit("Max", NONCE, 2))
    assert seen(at, max_) == ()
    at.do(max_, ask.Stand())
    assert any(guest.id == max_ for guest in at.table.guests)
    at.do(max_, ask.Sit("Max", NONCE, 1))
    # Home again, the cards are theirs as before, and so is the turn.
    assert any(guest.id == max_ for guest in at.table.guests)
    assert seen(at, max_) == own
    at.do(max_, ask.MakeMove("bid 0", at.table.turns[1]))
    assert at.read_again() == at.table


def test_a_host_who_removes_a_person_does_not_see_their_cards() -> None:
    at, (zoe, max_) = begun("Zoé", "Max")
    at.do(zoe, ask.Clear(1))
    at.do(zoe, ask.Stand())
    at.do(zoe, ask.Sit("Zoé", NONCE, 1))
    assert seen(at, zoe) == ()
    assert not any(guest.id == max_ for guest in at.table.guests)


def test_who_was_removed_is_a_stranger_and_who_left_is_known_until_the_next_deal() -> None:
    at, (zoe, max_) = begun("Zoé", "Max")
    token = at.do(max_, ask.Rekey()).token or ""
    at.do(max_, ask.Stand())
    assert at.table.guest_of(token) == max_
    # With the token of before they are themselves, though they have no seat.
    again = at.do(None, ask.Sit("Max", NONCE, 1, token))
    assert again.token == token
    assert at.table.seat_seen_by(max_) == 1
    at.do(max_, ask.Stand())
    at.finish_deal()
    at.do(zoe, ask.Ready())
    assert at.phase == "playing"
    assert at.table.guest_of(token) is None


def test_between_deals_the_cards_of_the_last_one_are_still_those_of_its_players() -> None:
    at, (_zoe,) = begun("Zoé", game="dnpup", options={})
    at.finish_deal()
    max_ = at.sit("Max", seat=1)
    assert at.phase in ("scored", "over")
    assert show_deal(at.table, at.table.seat_seen_by(max_), "en") == show_deal(at.table, None, "en")


def test_people_who_were_there_when_cards_were_dealt_see_them_and_nobody_else_does() -> None:
    """The documented exception: whoever sat down in two browsers before the deal has two hands."""
    at, (one, two) = begun("Zoé", "Zoé two")
    assert seen(at, one) != seen(at, two)
    assert seen(at, None) == ()


# Taking back.


def test_nobody_becomes_free_to_take_back_because_another_is_away() -> None:
    at, (zoe, max_) = begun("Zoé", "Max")
    at.do(zoe, ask.MakeMove("bid 1", at.table.turns[0]))
    at.leave(1)
    assert undo_kind(at.table, 0) == "ask"
    at.do(zoe, ask.Undo())
    assert not any(isinstance(entry, TakenBack) for entry in at.log)
    # The question waits for them, and is asked once.
    before = len(at.log)
    at.do(zoe, ask.Undo())
    assert len(at.log) == before
    assert show_table(at.table, at.presence, max_, "en").asking == asked_now(at.table)
    at.do(max_, ask.Answer(yes=True))
    assert at.table.match.states[-1].history == ()


@pytest.mark.parametrize("how", ["clear", "bot", "stand"])
def test_nor_because_another_is_gone(how: str) -> None:
    at, (zoe, max_) = begun("Zoé", "Max")
    at.do(zoe, ask.MakeMove("bid 1", at.table.turns[0]))
    at.do(zoe, ask.Undo())
    if how == "stand":
        at.do(max_, ask.Stand())
    else:
        at.do(zoe, ask.Clear(1) if how == "clear" else ask.SeatBot(1, "casual"))
    assert undo_kind(at.table, 0) == "no"
    assert asked_now(at.table) is None
    assert refusal(at, zoe, ask.Undo()).code == "forbidden"


def test_sealed_bids_that_were_shown_stay_shown_whoever_is_removed() -> None:
    at, (zoe, _) = begun("Zoé", "Max")
    bid_sealed(at)
    at.do(zoe, ask.Clear(1))
    assert undo_kind(at.table, 0) == "no"
    assert refusal(at, zoe, ask.Undo()).code == "forbidden"


def test_those_who_are_left_can_still_agree() -> None:
    at, (zoe, _, ida) = begun("Zoé", "Max", "Ida")
    at.do(zoe, ask.MakeMove("bid 1", at.table.turns[0]))
    at.do(zoe, ask.Undo())
    at.do(zoe, ask.Clear(1))
    asking = asked_now(at.table)
    assert asking is not None
    assert asking.waiting == (2,)
    at.do(ida, ask.Answer(yes=True))
    assert at.table.match.states[-1].history == ()


def test_silence_is_no_consent() -> None:
    """One agrees and the other, who had still to answer, is removed."""
    at, (zoe, max_, _) = begun("Zoé", "Max", "Ida")
    at.do(zoe, ask.MakeMove("bid 1", at.table.turns[0]))
    at.do(zoe, ask.Undo())
    at.do(max_, ask.Answer(yes=True))
    at.do(zoe, ask.Clear(2))
    assert asked_now(at.table) is None
    assert len(at.table.match.states[-1].history) == 1


def test_alone_among_bots_one_takes_back_freely_though_somebody_sits_down_meanwhile() -> None:
    at, (zoe,) = begun("Zoé")
    at.do(zoe, ask.MakeMove("bid 1", at.table.turns[0]))
    max_ = at.sit("Max", seat=1)
    assert undo_kind(at.table, 0) == "free"
    assert undo_kind(at.table, at.table.seat_of(max_)) == "no"
    at.do(zoe, ask.Undo())
    assert at.table.match.states[-1].history == ()


# Clocks.


def test_no_clock_runs_for_who_waits_and_nobody_winds_theirs_back_by_standing_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    at, (zoe,) = begun("Zoé", clock=Clock(turn=60, bank=0))
    at.sit("Max", seat=1)
    now = 100.0
    monkeypatch.setattr("funicular.live.turn_clock.monotonic", lambda: now)
    clock = TurnClock()
    clock.look(at.table)
    now = 130.0
    assert [(each.seat, each.spent) for each in clock.running()] == [(0, 30.0)]
    assert clock.spent(1) == 0.0
    at.do(zoe, ask.Stand())
    clock.look(at.table)
    assert clock.running() == ()
    now = 131.0
    at.do(zoe, ask.Sit("Zoé", NONCE, 0))
    clock.look(at.table)
    assert clock.left(at.table) == {0: 30.0}


# Nonces.


def over(*names: str) -> tuple[AtTable, list[str]]:
    at, guests = begun(*names, deals=1, options={})
    at.finish_deal()
    assert at.phase == "over"
    return at, guests


def test_a_rematch_needs_a_number_of_everybody_who_is_there() -> None:
    at, (zoe, max_) = over("Zoé", "Max")
    error = refusal(at, zoe, ask.Start(OTHER_NONCE))
    assert error.code == "forbidden"
    assert "Max" in error.say(at.reader)
    assert "Zoé" not in error.say(at.reader)
    at.do(max_, ask.Ready("cd" * 16))
    at.do(zoe, ask.Start(OTHER_NONCE))
    assert at.table.nonces == (OTHER_NONCE, "cd" * 16, "")


def test_a_moment_away_does_not_cost_ones_number() -> None:
    at, (zoe, _) = over("Zoé", "Max")
    at.do(zoe, ask.Ready(OTHER_NONCE))
    at.leave(1)
    assert at.phase == "over"
    # Away for longer than the grace: it goes on without them, and their number is empty.
    at.presence = Presence(at.presence.present, kept=frozenset({1}))
    at.do(zoe, ask.Ready(OTHER_NONCE))
    assert at.phase == "playing"
    assert at.table.nonces == (OTHER_NONCE, "", "")


def test_the_host_may_remove_whom_nobody_wants_to_wait_for() -> None:
    at, (zoe, _) = over("Zoé", "Max")
    at.do(zoe, ask.Clear(1))
    at.do(zoe, ask.Start(OTHER_NONCE))
    assert at.table.nonces == (OTHER_NONCE, "", "")


def test_a_number_given_before_the_seed_was_drawn_does_not_count_for_it() -> None:
    at, (zoe,) = begun("Zoé", deals=1, options={})
    max_ = at.sit("Max", seat=1)
    at.finish_deal()
    assert at.phase == "over"
    assert "Max" in refusal(at, zoe, ask.Start(OTHER_NONCE)).say(at.reader)
    # Who sits down now has seen the commitment.
    ida = at.sit("Ida", seat=2)
    at.do(max_, ask.Ready("cd" * 16))
    at.do(ida, ask.Ready("ef" * 16))
    at.do(zoe, ask.Ready(OTHER_NONCE))
    assert at.table.nonces == (OTHER_NONCE, "cd" * 16, "ef" * 16)


# Notices.


def notices(at: AtTable, lang: str = "en", since: int = 0) -> list[tuple[str | None, str | None]]:
    return [(line.notice, line.text) for line in show_lines(at.table, since, lang) if line.notice]


def test_everybody_is_told_of_every_change_of_a_seat_once_and_in_order() -> None:
    at, (zoe, max_) = begun("Zoé", "Max")
    before = at.table.seq
    at.do(max_, ask.Rename("Maxi"))
    at.do(max_, ask.Rename("Maxi"))
    at.do(max_, ask.Rekey())
    at.do(max_, ask.Stand())
    at.do(max_, ask.Sit("Max", NONCE, 1))
    at.do(zoe, ask.Clear(1))
    at.do(zoe, ask.SeatBot(2, "expert"))
    at.sit("Ida", seat=1)
    told = notices(at, since=before)
    kinds = ["renamed", "rekeyed", "left", "back", "cleared", "bot", "waits"]
    assert [kind for kind, _ in told] == kinds
    texts = [text or "" for _, text in told]
    assert texts[0] == "Max is now called Maxi."
    assert "Maxi has left; the bot" in texts[2]
    assert "The host has removed Max" in texts[4]
    assert "(expert)" in texts[5]
    assert "next deal" in texts[6]
    french = [text or "" for _, text in notices(at, "fr", before)]
    assert len(french) == len(texts)
    assert not set(french) & set(texts)
    # Resumable, like what was said.
    numbers = [line.seq for line in show_lines(at.table, before, "en")]
    assert numbers == sorted(set(numbers))
    assert [line.seq for line in show_lines(at.table, numbers[2], "en")] == numbers[3:]
    # No secret is in them, and the log alone comes to the same.
    assert all(guest.key[:12] not in str(told) for guest in at.table.guests)
    assert at.read_again() == at.table


def test_while_people_gather_they_are_told_too() -> None:
    at = AtTable(seats=3)
    zoe = at.sit("Zoé", HOST)
    max_ = at.sit("Max")
    at.do(max_, ask.Sit("Max", NONCE, 2))
    at.do(max_, ask.Stand())
    at.sit("Ida", seat=1)
    at.do(zoe, ask.Clear(1))
    kinds = [kind for kind, _ in notices(at)]
    # Moving to another seat is one thing, and told once.
    assert kinds == ["sat", "sat", "sat", "left", "sat", "cleared"]


# The record.


def test_the_record_says_who_played_when() -> None:
    at, (zoe, max_) = begun("Zoé", "Max", deals=2)
    at.move(0)
    at.do(max_, ask.Stand())
    at.sit("Ida", seat=1)
    at.finish_deal()
    at.do(zoe, ask.Ready())
    at.do(at.table.places[1].guest, ask.Ready())
    at.finish_deal()
    assert at.phase == "over"
    record = at.table.played[-1].record
    assert isinstance(record.seating, tuple)
    found = [(each.deal, each.moves, each.seat, each.what, each.name) for each in record.seating]
    bots = at.table.names[2]
    assert found[:3] == [
        (0, 0, 0, "began", "Zoé"),
        (0, 0, 1, "began", "Max"),
        (0, 0, 2, "began", bots),
    ]
    assert [each[:4] for each in found[3:]] == [(1, 1, 1, "left"), (1, 1, 1, "waits")]
    assert found[-1][-1] == "Ida"
    assert record.seating[2].level == "casual"
    # It reads again, and so do records that lack it.
    match, _ = read_record(record.to_json())
    assert match == at.table.match
    old = msgspec.structs.replace(record, seating=msgspec.UNSET)
    assert b"seating" not in to_json(old)
    read_record(old.to_json())


def test_a_replay_tells_it_as_the_table_did() -> None:
    at, (zoe, max_) = begun("Zoé", "Max", deals=2)
    before = at.table.seq
    at.do(max_, ask.Rename("Maxi"))
    at.do(max_, ask.Rekey())
    at.do(max_, ask.Stand())
    at.do(max_, ask.Sit("Max", NONCE, 1))
    at.do(zoe, ask.Clear(1))
    at.do(zoe, ask.SeatBot(1, "expert"))
    at.sit("Ida", seat=2)
    at.do(zoe, ask.SeatBot(2, "beginner"))
    told = [text for _, text in notices(at, "fr", before)]
    assert [change.text for change in seating_told(at.table.seating, "fr")] == told
    # Of a level that only another program knows.
    odd = Seating(deal=0, moves=0, seat=0, what="bot", name="Hal", level="genius")
    assert "(genius)" in seating_told((odd,), "en")[0].text


def test_changes_between_moves_that_were_taken_back_stay_in_order() -> None:
    at, (zoe,) = begun("Zoé", deals=1)
    at.do(zoe, ask.MakeMove("bid 1", at.table.turns[0]))
    at.move(1)
    at.sit("Max", seat=1)
    at.do(zoe, ask.Undo())
    at.finish_deal()
    (change,) = [each for each in at.table.played[-1].seating if each.what == "waits"]
    assert (change.deal, change.moves) == (1, 0)
    read_record(at.table.played[-1].record.to_json())


@pytest.mark.parametrize(
    "wrong",
    [
        {"seat": 3},
        {"deal": 2},
        {"moves": 99},
        {"deal": 0, "moves": 1},
    ],
)
def test_a_change_that_cannot_have_happened_is_refused(wrong: dict[str, int]) -> None:
    at, _ = begun("Zoé", deals=1)
    at.finish_deal()
    record = at.table.played[-1].record
    usual = {"deal": 1, "moves": 0, "seat": 0, "what": "renamed", "name": "Zoé"}
    bad = msgspec.convert(usual | wrong, Seating)
    with pytest.raises(BadRecord, match="Change of seat 1 "):
        read_record(msgspec.structs.replace(record, seating=(bad,)).to_json())


def test_changes_out_of_order_too_many_or_with_other_words_are_refused() -> None:
    at, _ = begun("Zoé", deals=1)
    at.finish_deal()
    record = at.table.played[-1].record
    one = Seating(deal=1, moves=1, seat=0, what="renamed", name="Zoé")
    early = Seating(deal=0, moves=0, seat=0, what="renamed", name="Zoé")
    with pytest.raises(BadRecord):
        read_record(msgspec.structs.replace(record, seating=(one, early)).to_json())
    for seating in ((one,) * (MOST_SEATINGS + 1), (msgspec.structs.replace(one, level="a b"),)):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(
                to_json(msgspec.structs.replace(record, seating=seating)), type=Record
            )


def test_no_table_keeps_more_changes_than_a_record_has_room_for() -> None:
    at, (zoe,) = begun("Zoé", deals=1)
    for number in range(MOST_SEATINGS + 5):
        at.do(zoe, ask.Rename(f"Zoé {number}"))
    seating = at.table.seating
    assert len(seating) == MOST_SEATINGS
    assert [each.what for each in seating[:3]] == ["began"] * 3
    assert seating[-1].name == f"Zoé {MOST_SEATINGS + 4}"


# Tables to be looked at.


def test_at_a_table_of_a_lesson_everybody_was_dealt_in() -> None:
    at, _ = begun("Zoé")
    still = still_table("still", at.table.match, ("a", "b", "c"), seat=1)
    assert still.seat_seen_by(WHO_LOOKS) == 1
    assert not any(chair.from_next_deal for chair in show_still(still, "en").chairs)
