"""The match against OpenSpiel is fair: same cards for both sides, and nobody is told more."""

from pathlib import Path

import msgspec
import pytest

from bench.open_spiel_deal import SITTINGS, Contest, Decision, Played, Sitting, play, share_of
from bench.open_spiel_match import add_to, kept, report
from funicular.games.ascenseur.moves import BIDS

pytest.importorskip("pyspiel")

QUICK = Contest(cards=2, milliseconds=1)


def test_each_side_sits_in_every_seat_once() -> None:
    for seat in range(4):
        assert {sides[seat] for sides in SITTINGS} == {"ours", "theirs"}


def test_a_share_adds_up_what_one_side_did() -> None:
    decisions = [
        Decision("ours", BIDS[0], 0.25, 0.125),
        Decision("theirs", BIDS[1], 4.0, 4.0),
        Decision("ours", BIDS[1], 0.5, 0.25),
    ]
    sitting = Sitting(SITTINGS[0], [11, 1, 10, 2], [True, False, True, False], decisions)
    ours = share_of("ours", [sitting])
    assert (ours.seats, ours.points, ours.made, ours.decisions) == (2, 21, 2, 2)
    assert (ours.on_the_clock, ours.longest, ours.of_the_processor) == (0.75, 0.5, 0.375)
    theirs = share_of("theirs", [sitting])
    assert Played(0, {"ours": ours, "theirs": theirs}).difference == 21 / 2 - 3 / 2


@pytest.mark.parametrize("worlds", [0, 2])
def test_a_deal_is_played_by_both_sides(worlds: int) -> None:
    played = play(msgspec.structs.replace(QUICK, worlds=worlds), 3)
    for share in played.shares.values():
        assert share.seats == 4
        assert share.decisions > 0
        # A bid made is worth ten points and its tricks, a missed one its tricks.
        assert 10 * share.made <= share.points <= 10 * share.made + 2 * 2 * QUICK.cards


def test_a_match_goes_on_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    assert kept(file, QUICK) == []
    played = play(QUICK, 0)
    file.write_bytes(b"\n".join(map(msgspec.json.encode, (QUICK, played))) + b"\n")
    assert kept(file, QUICK) == [played]
    with pytest.raises(SystemExit, match="another contest"):
        kept(file, msgspec.structs.replace(QUICK, seed=1))


def test_a_report_says_what_was_played() -> None:
    text = report(QUICK, [play(QUICK, deal) for deal in range(5)])
    assert "2 cards, 5 deals" in text
    assert "the true state" in text
    assert "nan" not in text


def test_reports_gather_on_one_page(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    add_to(page, "## one\n")
    add_to(page, "## two\n")
    title, *rest = page.read_text().splitlines()
    assert title.startswith("# `strong` against OpenSpiel")
    assert rest == ["", "## one", "", "## two"]
