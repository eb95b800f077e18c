"""Hints: the best move and why, in both languages, and no more certain than they may be."""

from __future__ import annotations

import doctest
import random
from typing import Any

import pytest

import funicular
from funicular.review import hint as hint_module

FRENCH = funicular.Reader("fr")


def ascenseur(*hands: str, bids: tuple[str, ...] = (), upcard: str = "2S") -> Any:  # noqa: ANN401 - its own game's
    """Four players; seat 0 bids and leads first."""
    game = funicular.game("ascenseur-52", seats=4)
    state: Any = game.start(hands, dealer=3, upcard=upcard)
    for text in bids:
        state = state.play(state.to_act[0], game.parse_move(text))
    return state


def test_a_clear_choice_is_told_with_its_numbers() -> None:
    state = ascenseur("AS 2H", "3S 4H", "5S 7D", "9H 2C")
    advice = funicular.hint(state.view(0), random.Random(1), worlds=200)
    assert str(advice.move) == "bid 1"
    assert not advice.close
    assert len(advice.others) == 2
    share = advice.evaluation.best.chances["contract made"]
    # First in points, which decide; then what the game is about.
    assert str(advice).startswith("Bid 1 trick: 2 points on average (bid 2 tricks: 0, ")
    assert str(advice).endswith(f"It makes your contract in {100 * share:.0f}% of plausible deals.")
    french = advice.text(FRENCH)
    assert french.startswith("Annoncer 1 pli\u00a0: 2 points en moyenne (")
    assert "%" in french


def test_moves_alike_are_too_close_to_call() -> None:
    hands = ("AS KS QS 3S", "TS 4H 5H 6H", "JS 7D 8D 9D", "9S 2C 3C 4C")
    state = ascenseur(*hands, bids=("bid 4", "bid 0", "bid 0", "bid 1"))
    advice = funicular.hint(state.view(0), random.Random(1), worlds=100)
    assert advice.close
    assert str(advice).startswith("Too close to call: play Q♠, play ")
    assert "3♠" not in str(advice).partition(".")[0]
    # What makes them alike is said in the unit in which they are compared.
    assert str(advice).endswith(" points on average.")
    assert "%" not in str(advice)
    assert advice.text(FRENCH).startswith("Trop serré pour trancher")


def test_a_forced_move_needs_no_reason() -> None:
    state = ascenseur("AS", "2H", "4D", "9C", bids=("bid 1", "bid 0", "bid 0", "bid 1"))
    advice = funicular.hint(state.view(0), random.Random(1), worlds=10)
    assert str(advice) == "There is nothing to choose: play A♠."
    assert not advice.others


def test_where_chances_do_not_speak_for_a_move_points_do() -> None:
    # Which way the contract is lost: nobody makes it, and fewer points are lost one way.
    hands = ("2H 3H 4H", "AH KH QH", "AD KD QD", "AC KC QC")
    state = ascenseur(*hands, bids=("bid 3", "bid 1", "bid 1", "bid 1"))
    advice = funicular.hint(state.view(0), random.Random(1), worlds=50)
    assert str(advice).endswith(" points on average.")


def test_a_hint_for_winning_speaks_of_winning() -> None:
    state = ascenseur("AS KS", "3S 4H", "5S 7D", "9H 2C")
    advice = funicular.hint(state.view(0), random.Random(1), worlds=100, objective="win")
    assert ": that wins " in str(advice)


@pytest.mark.parametrize("name", funicular.GAMES)
def test_a_hint_never_uses_what_its_seat_may_not_know(name: str) -> None:
    rng = random.Random(8)
    game = funicular.game(name, seats=3)
    state: Any = game.deal(rng, dealer=0, cards=4) if game.schedule else game.deal(rng)
    for _ in range(12):
        seat = state.to_act[0]
        view = state.view(seat)
        twin = funicular.worlds(view, rng).view(seat)
        mine, other = (funicular.hint(each, random.Random(2), worlds=4) for each in (view, twin))
        assert mine.text().encode() == other.text().encode()
        assert mine.text(FRENCH).encode() == other.text(FRENCH).encode()
        state = state.play(seat, mine.move)


def test_the_examples_in_the_documentation_run() -> None:
    assert doctest.testmod(hint_module).failed == 0
