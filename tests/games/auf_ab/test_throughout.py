"""What holds at every point of a deal of Auf & Ab: moves, their order, views, events, notes."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from funicular.core.errors import IllegalMove
from funicular.core.wire import from_json, to_json
from funicular.games.auf_ab.cards import Card
from funicular.games.auf_ab.game import AufAb
from funicular.games.auf_ab.moves import PASS, AufAbMove, Lay
from funicular.games.auf_ab.state import State
from funicular.games.auf_ab.view import View
from funicular.lang import ENGLISH, Reader
from tests.games.auf_ab.sheet import FOUR, THREE, VERT, example, random_play, texts


def melds_by_hand(state: State, seat: int) -> set[str]:
    """Every legal move, found by trying all sets of cards in all sizes."""
    tries = [
        Lay(cards, size)
        for count in range(8)
        for cards in combinations(state.hand(seat), count)
        for size in range(10)
    ]
    accepted = set()
    moves: list[AufAbMove] = [*tries, PASS]
    for move in moves:
        try:
            state.play(seat, move)
        except IllegalMove:
            continue
        accepted.add(str(move))
    return accepted


@pytest.mark.parametrize("game", [THREE, FOUR])
def test_play_accepts_exactly_the_legal_moves(game: AufAb) -> None:
    for state in random_play(game, 41):
        for seat in state.to_act:
            if len(state.hand(seat)) < 8:
                moves = texts(state.legal_moves(seat))
                assert len(moves) == len(set(moves))
                assert melds_by_hand(state, seat) == set(moves)


@pytest.mark.parametrize("game", [THREE, FOUR])
def test_moves_are_listed_by_number_then_cards_then_size_and_pass_last(game: AufAb) -> None:
    for state in random_play(game, 42):
        for seat in state.to_act:
            moves = state.legal_moves(seat)
            melds = [move for move in moves if isinstance(move, Lay)]
            assert melds == sorted(
                melds,
                key=lambda meld: (
                    meld.cards[0].number(state.direction),
                    sum(card.bit for card in meld.cards),
                    meld.size,
                ),
            )
            assert [*melds, PASS][: len(moves)] == list(moves)


@pytest.mark.parametrize("game", [THREE, FOUR])
def test_a_view_has_the_moves_of_its_seat_and_survives_json(game: AufAb) -> None:
    for state in random_play(game, 43):
        for seat in (*range(game.seats), None):
            view = state.view(seat)
            assert from_json(to_json(view), View) == view
            assert view.to_act == state.to_act
            if seat is None:
                assert (view.hand, view.dealt, view.legal_moves()) == ((), (), ())
            else:
                assert view.hand == state.hand(seat)
                assert view.legal_moves() == state.legal_moves(seat)


def test_events_and_moves_can_be_told_in_both_languages() -> None:
    french = Reader("fr", ("Rouge", "Bleu", "Vert"), seat=VERT)
    told = [french.say(event.phrase) for event in example().view(VERT).events]
    assert told[:2] == [
        "Chacun reçoit 18 cartes. Rouge a le plus petit double et attaque.",
        "Rouge pose 0-0 0-1 0-3 0-5, le double compté une fois.",
    ]
    assert told[4:6] == [
        "Rouge pose 4-4 4-5 4-7, le double compté deux fois.",
        "Bleu passe.",
    ]
    assert "La carte de changement 1-8 inverse le sens\u00a0: on passe en descente." in told
    assert told[-2:] == [
        "Vous posez 0-8 6-8.",
        "Vous n’avez plus de cartes et marquez 2 points.",
    ]
    english = [ENGLISH.say(event.phrase) for event in example().view(None).events]
    assert english[-1] == "seat 2 is out of cards and scores 2 points."
    moves = (Lay((Card.parse("8-8"),), 2), PASS)
    assert [ENGLISH.say(move.phrase) for move in moves] == [
        "lay 8-8, the double counted twice",
        "pass",
    ]


def test_score_cells_show_points_or_cards_left() -> None:
    cells = THREE.score_cells(example())
    assert [ENGLISH.say(cell.text) for cell in cells] == ["1 left", "1 left", "+2"]
    assert [cell.points for cell in cells] == [0, 0, 2]
    assert [cell.note and ENGLISH.say(cell.note) for cell in cells] == ["1 left", "1 left", None]
    assert ENGLISH.say(THREE.score_cells(example(0))[0].text) == "18 left"


def test_a_transcript_numbers_tricks_beyond_the_twentieth() -> None:
    """Single cards only, and only by whoever has most left: so a deal gets its longest."""
    state = FOUR.deal(random.Random(3))
    while state.to_act:
        seat = state.to_act[0]
        moves = state.legal_moves(seat)
        singles = [move for move in moves if isinstance(move, Lay) and move.size == 1]
        behind = state.left[seat] == max(state.left) and len(state.trick) == 1
        lays = singles and (behind or not state.trick)
        state = state.play(seat, singles[0]) if lays else state.play(seat, PASS)
    written = FOUR.transcript(state, ENGLISH)
    assert "\nTwentieth trick (" in written
    assert "\nTrick 21 (" in written
