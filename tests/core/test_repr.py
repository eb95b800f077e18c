"""What a programmer sees of a game, a match, a state and a view: the table, on a line."""

from __future__ import annotations

import random

import pytest

import funicular
from tests.kit import walk
from tests.kit.variants import VARIANTS, Variant


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_it_is_a_line_that_shows_the_cards_and_whose_turn_it_is(variant: Variant) -> None:
    game, rng = variant.game, random.Random(1)
    for state in walk(game.deal(rng), rng, 10_000):
        text = repr(state)
        assert len(text) < 450
        assert "\n" not in text
        for seat in range(game.seats):
            hand = " ".join(map(str, state.hand(seat)))
            assert hand in text
            assert hand in repr(state.view(seat))
        turn = f"{', '.join(map(str, state.to_act))} to act" if state.to_act else "over"
        assert text.endswith(f"; {turn}>")
        # What lies open, and no hand.
        assert repr(state.view(None)).partition("; ")[2] == text.partition("; ")[2]


def test_each_has_its_words() -> None:
    game = funicular.game("ascenseur-52", seats=3)
    state = game.start(["AS KS", "4C 3C", "4H 5H"], dealer=0, upcard="7D")
    assert repr(game) == "<Game ascenseur-52 for 3>"
    assert repr(game.match()) == "<Match of ascenseur-52 for 3: deal 0 of 33; 0 0 0>"
    state = state.play(1, game.parse_move("bid 1"))
    assert repr(state) == (
        "<State of ascenseur-52: KS AS | 3C 4C | 4H 5H; "
        "upcard 7D; bids ? 1 ?; won 0 0 0; trick -; 2 to act>"
    )
    assert repr(state.view(2)).startswith("<View of ascenseur-52 by seat 2: 4H 5H; upcard 7D;")
    target = funicular.game("auf-ab", seats=3).match(target=40).deal(random.Random(1))
    assert repr(target) == "<Match of auf-ab for 3: deal 1; 0 0 0>"


def test_a_record_says_whose_match_it_is_and_how_far_it_has_come() -> None:
    match, rng = funicular.game("auf-ab", seats=3).match(deals=2), random.Random(1)
    for _ in range(2):
        match = match.deal(rng)
        while match.to_act:
            seat = match.to_act[0]
            match = match.play(seat, rng.choice(match.states[-1].legal_moves(seat)))
    one, two, three = match.totals
    record = funicular.record_of(match, ("Ada", "Ben", "Cleo"))
    points = f"Ada {one}, Ben {two}, Cleo {three}"
    assert repr(record) == f"<Record of auf-ab for 3: 2 deals; {points}>"
