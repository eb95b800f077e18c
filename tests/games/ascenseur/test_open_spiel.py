"""Ascenseur beside OpenSpiel's `oh_hell`, an independent program: same moves, turns and scores.

There a card is `rank * suits + suit` with the suits in the order C D S H, and bid n comes after
the cards. Chance first says the number of tricks and the dealer, then deals the cards one by one
to seats 0, 1, 2, …, then turns one up. It always turns one, so deals without a stock are not here.
"""

import random
from typing import Any

import pytest

from funicular.core.game import Move
from funicular.games.ascenseur.cards import Card
from funicular.games.ascenseur.game import Ascenseur
from funicular.games.ascenseur.moves import Bid, Play
from funicular.games.ascenseur.options import HOUSE_RULES
from funicular.games.ascenseur.state import State
from tests.games.ascenseur.table import ascenseur

pyspiel = pytest.importorskip("pyspiel")

SUITS_THERE = "CDSH"


def card_there(card: Card, lowest: int) -> int:
    return (card.rank - lowest) * 4 + SUITS_THERE.index(card.suit)


def move_there(move: Move, deck: int) -> int:
    if isinstance(move, Bid):
        return deck + move.tricks
    assert isinstance(move, Play)
    return card_there(move.card, 0 if deck == 52 else 5)


def start_there(state: State, peer: Any) -> Any:  # noqa: ANN401 - pyspiel ships no types
    """The same deal in OpenSpiel; cards that are removed here are never dealt there."""
    deck = state.setup.options.deck
    lowest = 0 if deck == 52 else 5
    there = peer.new_initial_state()
    there.apply_action(state.cards)
    there.apply_action(state.dealer)
    hands = [state.hand(seat) for seat in range(state.setup.seats)]
    for place in range(state.cards):
        for hand in hands:
            there.apply_action(card_there(hand[place], lowest))
    assert state.upcard is not None
    there.apply_action(card_there(state.upcard, lowest))
    return there


def play_side_by_side(game: Ascenseur, state: State, peer: Any, rng: random.Random) -> None:  # noqa: ANN401 - pyspiel ships no types
    there = start_there(state, peer)
    deck = game.options.deck
    while state.to_act:
        (seat,) = state.to_act
        assert there.current_player() == seat
        legal = state.legal_moves(seat)
        assert sorted(move_there(move, deck) for move in legal) == sorted(there.legal_actions())
        move = rng.choice(legal)
        state = state.play(seat, move)
        there.apply_action(move_there(move, deck))
    assert there.is_terminal()
    assert list(state.points or ()) == there.returns()


def play_every_size(game: Ascenseur, peer: Any) -> None:  # noqa: ANN401 - theirs has no types
    """A deal of every size that turns a card up, with every dealer."""
    rng = random.Random(game.seats)
    for size in range(1, game.options.peak + 1):
        if game.turns_a_card(size):
            for dealer in range(game.seats):
                state = game.deal(rng, dealer=dealer, cards=size)
                play_side_by_side(game, state, peer, rng)


SCORING: list[tuple[str, dict[str, Any]]] = [
    ("", HOUSE_RULES["oh-hell"]),
    ("points_per_trick=3", {**HOUSE_RULES["oh-hell"], "trick_points": 3}),
    ("off_bid_penalty=true", {"bonus": 10, "trick_points": 1, "penalty": 1}),
    (
        "off_bid_penalty=true,points_per_trick=5",
        {"bonus": 10, "trick_points": 5, "penalty": 5, "missed_scores_tricks": False},
    ),
]


@pytest.mark.parametrize(("parameters", "options"), SCORING, ids=lambda given: str(given)[:40])
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("removed", ["", None], ids=["all cards", "without twos"])
def test_52_cards_move_for_move(
    seats: int, removed: str | None, parameters: str, options: dict[str, Any]
) -> None:
    game = ascenseur(seats, removed=removed, **options)
    peer = pyspiel.load_game(f"oh_hell(players={seats},{parameters})".replace(",)", ")"))
    play_every_size(game, peer)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_32_cards_move_for_move(seats: int) -> None:
    game = ascenseur(seats, "ascenseur-32", **HOUSE_RULES["oh-hell"])
    peer = pyspiel.load_game(f"oh_hell(players={seats},num_cards_per_suit=8)")
    play_every_size(game, peer)


def test_other_scores_than_theirs_would_be_noticed() -> None:
    game = ascenseur(3)
    rng = random.Random(0)
    with pytest.raises(AssertionError):
        play_side_by_side(
            game, game.deal(rng, cards=3), pyspiel.load_game("oh_hell(players=3)"), rng
        )
