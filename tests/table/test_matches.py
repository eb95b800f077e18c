"""Playing at a table: starting, moving, going on, another match, taking back."""

from __future__ import annotations

import random
from typing import Any

import pytest

from funicular.core.errors import IllegalMove
from funicular.games.auf_ab.state import State
from funicular.lang import languages
from funicular.lang.reader import ENGLISH
from funicular.table import commands as ask
from funicular.table.render import show_deal, show_lines, show_table
from funicular.table.undo import undo_kind
from tests.kit.variants import VARIANTS, Variant
from tests.table.sitting import HOST, NONCE, AtTable
from tests.table.test_seats import code, refused

OTHER_NONCE = "f" * 32


def two_people(**settings: Any) -> tuple[AtTable, str, str]:  # noqa: ANN401 - any of Opened
    at = AtTable(seats=3, **settings)
    return at, at.sit("Zoé", HOST), at.sit("Max")


def alone(  # any field of Opened may be set
    game: str = "ascenseur-52",
    seats: int = 3,
    **settings: Any,  # noqa: ANN401
) -> tuple[AtTable, str]:
    at = AtTable(game, seats, **settings)
    zoe = at.sit("Zoé", HOST)
    at.do(HOST, ask.Start())
    return at, zoe


def until_turn(at: AtTable, seat: int) -> None:
    while at.phase == "playing" and seat not in at.table.to_act:
        at.move(at.table.to_act[0])


def test_starting_fills_the_empty_seats_with_bots_and_deals() -> None:
    at, _ = alone()
    assert [place.kind for place in at.table.places] == ["person", "bot", "bot"]
    assert at.phase == "playing"
    assert at.table.nonces == (NONCE, "", "")
    assert code(at, HOST, ask.Start()) == "forbidden"


@pytest.mark.parametrize("game", ["auf-ab", "dnpup", "ascenseur-52", "ascenseur-32"])
def test_a_whole_match_and_another_with_the_same_seats(game: str) -> None:
    at, zoe = alone(game)
    while at.phase != "over":
        if at.phase == "scored":
            at.do(zoe, ask.Ready())
        at.finish_deal()
    first = show_table(at.table, at.presence, zoe, "en")
    assert first.result is not None
    assert first.result.replay == "table-1"
    assert first.proof.seed is not None
    assert first.proof.next is not None
    assert code(at, zoe, ask.Ready()) == "malformed"
    at.do(zoe, ask.Ready(OTHER_NONCE))
    assert at.phase == "playing"
    assert at.table.begun == 2
    second = show_table(at.table, at.presence, zoe, "en").proof
    assert second.commitment == first.proof.next
    assert second.nonces == (OTHER_NONCE, "", "")
    assert second.seed is None


@pytest.mark.parametrize(
    ("game", "options"),
    [("auf-ab", {}), *((f"ascenseur-{n}", {"schedule": [9]}) for n in (32, 52))],
)
def test_a_move_chosen_in_one_trick_is_refused_in_the_next(
    game: str, options: dict[str, Any]
) -> None:
    """As a pass tapped twice, of which the second was made in the next trick."""
    at, zoe = alone(game, options=options)
    chosen = tricks = refused_moves = 0

    def tricks_over() -> int:
        told = at.table.match.states[-1].view(None).events
        return sum(event.ends_trick for event in told)

    while at.phase == "playing":
        seat = at.table.to_act[0]
        if seat == 0 and tricks_over() > tricks:
            deal = show_deal(at.table, 0, "en")
            assert deal is not None
            assert code(at, zoe, ask.MakeMove(deal.legal[0], chosen)) == "stale"
            refused_moves += 1
        at.move(seat)
        if seat == 0:
            chosen, tricks = at.table.turns[0], tricks_over()
    assert refused_moves > 0


def test_a_nonce_counts_once() -> None:
    """A match that the host starts anew needs another, and not the one of the match before."""
    at, zoe = alone(deals=1)
    at.finish_deal()
    assert code(at, zoe, ask.Start()) == "malformed"
    assert code(at, zoe, ask.Start(NONCE)) == "malformed"
    assert code(at, zoe, ask.Ready(NONCE)) == "malformed"
    at.do(zoe, ask.Start(OTHER_NONCE))
    assert at.table.nonces == (OTHER_NONCE, "", "")


def test_the_host_gives_a_nonce_when_the_commitment_has_been_seen() -> None:
    at = AtTable(seats=3)
    at.sit("Zoé", HOST)
    at.do(HOST, ask.Start(OTHER_NONCE))
    assert at.table.nonces == (OTHER_NONCE, "", "")


def test_the_next_deal_waits_for_all_who_are_there() -> None:
    at, zoe, max_ = two_people()
    at.do(HOST, ask.Start())
    assert code(at, zoe, ask.Ready()) == "forbidden"
    at.finish_deal()
    assert at.phase == "scored"
    at.do(zoe, ask.Ready())
    assert at.phase == "scored"
    assert show_table(at.table, at.presence, max_, "en").chairs[0].ready
    at.leave(1)
    assert at.phase == "playing"


def test_the_host_need_not_wait() -> None:
    at, _, _ = two_people()
    at.do(HOST, ask.Start())
    at.finish_deal()
    at.do(HOST, ask.Start())
    assert at.phase == "playing"


def test_a_move_names_its_decision_and_a_stale_one_changes_nothing() -> None:
    at, zoe = alone()
    until_turn(at, 0)
    assert code(at, zoe, ask.MakeMove("bid 0", at.table.turns[0] - 1)) == "stale"
    assert isinstance(refused(at, zoe, ask.MakeMove("play AS", at.table.turns[0])), IllegalMove)
    at.do(zoe, ask.MakeMove("bid 0", at.table.turns[0]))
    assert code(at, zoe, ask.MakeMove("bid 0", at.table.turns[0])) == "not-your-turn"


def test_no_move_before_the_match_or_between_deals() -> None:
    at = AtTable(seats=3)
    zoe = at.sit("Zoé", HOST)
    assert code(at, zoe, ask.MakeMove("bid 0", 0)) == "forbidden"
    at.do(HOST, ask.Start())
    at.finish_deal()
    assert code(at, zoe, ask.MakeMove("bid 0", at.table.turns[0])) == "forbidden"


def test_alone_among_bots_one_takes_back_freely() -> None:
    at, zoe = alone("auf-ab")
    until_turn(at, 0)
    assert code(at, zoe, ask.Undo()) == "forbidden"
    before = show_deal(at.table, 0, "en")
    assert before is not None
    at.move(0)
    until_turn(at, 0)
    assert undo_kind(at.table, 0) == "free"
    at.do(zoe, ask.Undo())
    again = show_deal(at.table, 0, "en")
    assert again is not None
    assert (again.sight, again.told, again.legal) == (before.sight, before.told, before.legal)
    assert again.turn > before.turn


def test_who_saw_what_was_taken_back_is_told_to_forget_it() -> None:
    at, zoe = alone("auf-ab")
    until_turn(at, 0)
    told = at.table.marks[-1][1]
    at.move(0)
    until_turn(at, 0)
    seen = at.table.seq
    assert at.table.told_at(seen) > told
    at.do(zoe, ask.Undo())
    assert at.table.told_at(seen) == told


def test_among_people_all_must_agree() -> None:
    at, zoe, max_ = two_people(options={"bidding": "simultaneous"})
    at.do(HOST, ask.Start())
    at.do(zoe, ask.MakeMove("bid 1", at.table.turns[0]))
    assert undo_kind(at.table, 0) == "ask"
    assert code(at, max_, ask.Answer(yes=True)) == "forbidden"
    at.do(zoe, ask.Undo())
    asking = show_table(at.table, at.presence, max_, "en").asking
    assert asking is not None
    assert (asking.seat, asking.waiting) == (0, (1,))
    at.do(max_, ask.Answer(yes=False))
    assert at.table.asking is None
    assert [seat for seat, _ in at.table.match.states[-1].history] == [0]
    at.do(zoe, ask.Undo())
    at.do(max_, ask.Answer(yes=True))
    assert at.table.match.states[-1].history == ()


def test_among_people_nothing_is_taken_back_once_something_was_shown() -> None:
    """Another's move, or sealed bids that are open now."""
    at, zoe, _ = two_people(options={"bidding": "simultaneous"})
    at.do(HOST, ask.Start())
    at.move(1)
    at.move(2)
    at.do(zoe, ask.MakeMove("bid 1", at.table.turns[0]))
    assert undo_kind(at.table, 0) == "no"
    assert undo_kind(at.table, 1) == "no"
    assert undo_kind(at.table, None) == "no"
    assert code(at, zoe, ask.Undo()) == "forbidden"


def test_everything_said_and_shown_is_in_the_readers_language() -> None:
    at, zoe = alone()
    until_turn(at, 0)
    at.do(zoe, ask.Say("Bonsoir"))
    said = [line for line in show_lines(at.table, 0, "en") if line.notice is None]
    assert [line.text for line in said] == ["Bonsoir"]
    assert show_lines(at.table, at.table.seq, "en") == ()
    english, french = (show_deal(at.table, 0, lang) for lang in ("en", "fr"))
    assert english is not None
    assert french is not None
    assert english.told[0].text != french.told[0].text
    assert english.sight == french.sight


def test_options_that_are_not_the_sheets_are_named() -> None:
    at, zoe = alone(options={"hook": False, "bonus": 10})
    house = show_table(at.table, at.presence, zoe, "en").house
    assert {(each.name, each.label, each.text) for each in house} == {
        ("hook", "The dealer is bound", "no"),
        ("bonus", "Contract made", "10"),
    }
    french = show_table(at.table, at.presence, zoe, "fr").house
    assert {each.text for each in french} == {"non", "10"}
    assert not {each.label for each in french} & {each.label for each in house}


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_every_option_of_every_game_has_a_name_and_its_value_words(
    variant: Variant, lang: str
) -> None:
    at, zoe = alone(variant.game_name, variant.seats, options=variant.options)
    for each in show_table(at.table, at.presence, zoe, lang).house:
        assert each.label
        assert each.text
        assert "form." not in each.label + each.text


def test_the_sheet_has_a_deal_once_it_has_scored() -> None:
    at, zoe = alone()
    assert show_table(at.table, at.presence, zoe, "en").sheet.rows == ()
    at.finish_deal(random.Random(5))
    sheet = show_table(at.table, at.presence, zoe, "en").sheet
    assert [row.number for row in sheet.rows] == [1]
    row = sheet.rows[0]
    assert sheet.totals == row.points
    for cell, points, detail in zip(row.cells, row.points, row.details, strict=True):
        contract = detail.contract
        assert contract is not None
        bid, won = contract.bid, contract.won
        assert cell == ENGLISH.say("ascenseur.score-cell", bid=bid, won=won, points=points)
        assert detail.note == ""
    assert len(sheet.schedule) == sheet.deals


def test_what_is_not_points_or_a_contract_is_a_note_in_the_readers_language() -> None:
    at, zoe = alone("auf-ab")
    at.finish_deal(random.Random(5))
    dealt = at.table.match.states[0]
    assert isinstance(dealt, State)
    for lang, left in (("en", "{} left"), ("fr", "reste {}")):
        row = show_table(at.table, at.presence, zoe, lang).sheet.rows[0]
        winner = row.points.index(max(row.points))
        notes = [detail.note for detail in row.details]
        assert notes[winner] == ""
        assert all(detail.contract is None for detail in row.details)
        counts = [left_over for left_over in dealt.left if left_over]
        assert [note for note in notes if note] == [left.format(count) for count in counts]
