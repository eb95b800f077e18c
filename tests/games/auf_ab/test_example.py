"""The example printed with the rules, from the deal to the two points, as a golden record (A38)."""

from __future__ import annotations

from pathlib import Path

import pytest

from funicular.games.auf_ab.cards import Direction
from funicular.lang import Reader
from tests.games.auf_ab.sheet import (
    BLEU,
    HANDS,
    NAMES,
    ROUGE,
    THREE,
    TRICKS,
    VERT,
    example,
    legal,
    play,
    texts,
)

GOLDEN = Path(__file__).with_name("example.fr.txt")

# Every hand that the sheet lists after a trick, as it prints them; the line break in "2-0" apart.
LISTED = {
    2: {
        BLEU: "9-5 9-4 9-3 9-0, 8-8 8-3, 6-5 6-0, 5-3",
        VERT: "9-8, 8-6 8-4 8-0, 7-3 7-1 7-0, 6-4, 4-0, 3-3, 2-0, 1-1",
        ROUGE: "9-9 9-7 9-6, 8-5, 7-6, 6-3 6-2, 4-3",
    },
    3: {
        BLEU: "0-6, 3-5 3-8, 5-6, 8-8",
        VERT: "0-2 0-4 0-7 0-8, 1-1 1-7, 3-3 3-7, 4-6 4-8, 6-8, 8-9",
        ROUGE: "2-6, 3-4 3-6, 5-8, 6-7 6-9, 7-9, 9-9",
    },
    5: {
        ROUGE: "9-7, 8-5, 6-2",
        BLEU: "6-5 6-0",
        VERT: "9-8, 8-6 8-0, 7-3 7-1 7-0, 4-0, 3-3, 2-0, 1-1",
    },
    6: {
        VERT: "9-8, 8-6 8-0, 7-3 7-1 7-0, 1-1",
        ROUGE: "9-7, 8-5",
        BLEU: "6-5 6-0",
    },
    7: {VERT: "9-8, 8-6 8-0, 1-1", ROUGE: "9-7, 8-5", BLEU: "6-5 6-0"},
}


def low_first(card: str) -> str:
    return "-".join(sorted(card.split("-")))


def test_one_card_is_set_aside() -> None:
    dealt = {card for hand in HANDS for card in hand.split()}
    assert {card.text for card in THREE.deck} - dealt == {"6-6"}


def test_red_holds_the_lowest_double_and_could_have_announced_five() -> None:
    start = example(0)
    assert start.to_act == (ROUGE,)
    assert {"0-0 0-1 0-3 0-5 x4", "0-0 0-1 0-3 0-5 x5"} <= set(legal(start))


def test_every_move_of_the_sheet_is_in_the_legal_list() -> None:
    state = example(0)
    for moves in TRICKS:
        for text in moves.split(", "):
            assert text in legal(state)
            state = play(state, text)
    assert state.to_act == ()


@pytest.mark.parametrize(
    ("tricks", "direction", "leader"),
    [
        (0, "rising", ROUGE),
        (1, "rising", ROUGE),
        (2, "falling", BLEU),
        (3, "rising", BLEU),
        (4, "rising", ROUGE),
        (5, "falling", ROUGE),
        (6, "falling", VERT),
        (7, "falling", VERT),
        (8, "falling", VERT),
    ],
)
def test_direction_and_leader_of_each_trick(tricks: int, direction: Direction, leader: int) -> None:
    state = example(tricks)
    assert (state.direction, state.leader, state.to_act) == (direction, leader, (leader,))


@pytest.mark.parametrize("tricks", LISTED)
def test_hands_that_the_sheet_lists(tricks: int) -> None:
    state = example(tricks)
    for seat, listed in LISTED[tricks].items():
        cards = [low_first(card) for card in listed.replace(",", "").split()]
        assert texts(state.hand(seat)) == sorted(cards)


def test_two_points_to_green() -> None:
    state = example()
    assert state.points == (0, 0, 2)
    assert [texts(state.hand(seat)) for seat in (ROUGE, BLEU, VERT)] == [["7-9"], ["0-6"], []]


def test_transcript_reads_like_the_sheet() -> None:
    written = THREE.transcript(example(), Reader("fr", NAMES))
    assert written + "\n" == GOLDEN.read_text(encoding="utf-8")


def test_transcript_lists_the_hands_that_the_sheet_lists_and_no_others() -> None:
    written = THREE.transcript(example(), Reader("fr", NAMES))
    after_the_deal = written.split("\n\n")[1:]
    for trick, paragraph in enumerate(after_the_deal, start=1):
        lines = [line for line in paragraph.splitlines() if "\u00a0: " in line and line[-1] == "."]
        listed = [line for line in lines if line.split("\u00a0")[0] in NAMES]
        assert listed == [
            f"{NAMES[seat]}\u00a0: {cards}." for seat, cards in LISTED.get(trick, {}).items()
        ]


def test_transcript_in_english() -> None:
    written = THREE.transcript(example(), Reader("en", ("Red", "Blue", "Green")))
    fourth = """\
Fourth trick (Rising)
Blue       Green     Red
3-5 3-8    4-6 4-8   6-7 6-9
8-8        pass      9-9
all pass
No change card was laid: the direction is still Rising."""
    assert fourth in written.split("\n\n")
    assert written.endswith(
        "Green is out of cards, wins the deal and scores 2 points,"
        " since the other players still hold 2 cards."
    )


def test_transcript_of_a_trick_under_way_shows_passes_as_they_came() -> None:
    written = THREE.transcript(example(5, then="2-6 x1, pass, 0-4 x1, pass"), Reader("fr", NAMES))
    last = """\
Sixième pli (Descente)
Rouge   Bleu    Vert
6-2     passe   4-0
passe"""
    assert written.split("\n\n")[-1] == last


def test_transcript_before_the_first_lead_is_the_deal() -> None:
    written = THREE.transcript(example(0), Reader("fr", NAMES))
    assert written == GOLDEN.read_text(encoding="utf-8").split("\n\n")[0]
