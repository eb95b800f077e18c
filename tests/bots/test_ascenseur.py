"""What players complain about in Ascenseur bots does not happen to `casual`."""

from __future__ import annotations

import random

import pytest

import funicular
from funicular.bots.ascenseur.odds import spread
from funicular.core.game import State


def played(state: State, *moves: str) -> State:
    """The state after these moves, each by whoever is to act."""
    game = funicular.game_of(state.setup)
    for move in moves:
        state = state.play(state.to_act[0], game.parse_move(move))
    return state


def choice(state: State, level: str = "casual") -> str:
    """What the bot to act does."""
    view = state.view(state.to_act[0])
    return str(funicular.bot(level).choose(view, random.Random(0)))


def start(hands: list[str], *, dealer: int, upcard: str) -> State:
    return funicular.game("ascenseur-52", seats=4).start(hands, dealer=dealer, upcard=upcard)


def test_bids_one_on_the_ace_of_trumps() -> None:
    state = start(["AS", "2H", "3D", "4C"], dealer=3, upcard="9S")
    assert choice(state) == "bid 1"


def test_bids_nothing_on_a_low_plain_card() -> None:
    state = start(["3H", "2S", "3D", "4C"], dealer=3, upcard="9S")
    assert choice(state) == "bid 0"


def test_leads_the_highest_trump_when_it_needs_every_trick() -> None:
    state = start(["AS KS 2S", "2H 3H 4H", "3D 4D 5D", "4C 5C 6C"], dealer=3, upcard="9S")
    state = played(state, "bid 3", "bid 0", "bid 0", "bid 1")
    assert choice(state) == "play AS"


def test_cashes_the_master_trump_with_two_cards_left_when_it_needs_the_trick() -> None:
    state = start(["AS 3H", "2H KH", "3D 4D", "4C 5C"], dealer=3, upcard="9S")
    assert choice(played(state, "bid 2", "bid 0", "bid 0", "bid 1")) == "play AS"


def test_throws_a_dangerous_card_under_a_trick_it_does_not_want() -> None:
    state = start(["AH 2C", "KH 3C", "AD 4D", "5C 6C"], dealer=2, upcard="9S")
    state = played(state, "bid 1", "bid 1", "bid 1", "bid 0", "play 5C", "play 2C", "play 3C")
    assert choice(state) == "play AD"


@pytest.mark.parametrize("level", ["beginner", "casual"])
def test_wins_with_what_it_has_while_tricks_are_needed(level: str) -> None:
    state = start(["AH", "KH", "2D", "5C"], dealer=3, upcard="9S")
    state = played(state, "bid 1", "bid 1", "bid 0", "bid 0")
    assert choice(state, level) == "play AH"


def test_the_odds_of_all_numbers_of_tricks_add_up_to_one() -> None:
    odds = spread([0.5, 0.25, 1.0])
    assert odds == pytest.approx([0.0, 0.375, 0.5, 0.125])
