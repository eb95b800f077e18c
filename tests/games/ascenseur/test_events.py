"""What is told of a deal: every event has its sentence; a seat that waits has no move."""

import pytest

import funicular
from funicular.games.ascenseur.state import State
from tests.games.ascenseur.table import bid, cards, start


def deal_with_sealed_bids() -> State:
    state = start(["AS", "2H", "3H"], bidding="simultaneous", upcard="9S")
    return bid(state, 1, 0, 0)


def sentences(state: State, lang: str = "en") -> list[str]:
    reader = funicular.Reader(lang)
    return [reader.say(event.phrase) for event in state.view(None).events]


def test_a_deal_with_sealed_bids_is_told_in_sentences() -> None:
    state = cards(deal_with_sealed_bids(), "AS", "2H", "3H")
    said = " | ".join(sentences(state))
    assert state.points is not None
    assert len(set(sentences(state))) == len(sentences(state))
    for word in ("bid", "A♠", "trick", "Contract made"):
        assert word in said, said
    assert sentences(state, "fr") != sentences(state)


def test_when_nobody_makes_it_that_is_told() -> None:
    state = start(["AS", "2H", "3H"], upcard="9S", hook=False)
    over = cards(bid(state, 0, 1, 1), "AS", "2H", "3H")
    kept = cards(bid(state, 1, 0, 0), "AS", "2H", "3H")
    assert sentences(over)[-1] != sentences(kept)[-1]


def test_a_seat_that_waits_has_no_move_and_a_view_says_whose_turn_it_is() -> None:
    state = start(["AS", "2H", "3H"], upcard="9S")
    (acting,) = state.to_act
    waiting = (acting + 1) % 3
    assert state.legal_moves(waiting) == ()
    assert state.view(waiting).to_act == (acting,)
    with pytest.raises(ValueError, match="seat"):
        state.legal_moves(7)
    assert state.legal_moves(acting) == state.view(acting).legal_moves()
