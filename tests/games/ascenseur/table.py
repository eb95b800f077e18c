"""Short ways to set up a deal of Ascenseur and to play it, so that a test reads like its rule."""

from collections.abc import Sequence
from typing import Any

import funicular
from funicular.games.ascenseur.game import Ascenseur
from funicular.games.ascenseur.state import State

# Three hands of three cards and hearts as trumps, for rules that need any deal at all.
HANDS = ("AS KS 2H", "3S 4S 5D", "6S 7H 8C")


def ascenseur(seats: int = 3, name: str = "ascenseur-52", **options: Any) -> Ascenseur:  # noqa: ANN401 - options
    """The game, known to be an Ascenseur."""
    game = funicular.game(name, seats=seats, **options)
    assert isinstance(game, Ascenseur)
    return game


def start(
    hands: Sequence[str] = HANDS,
    *,
    dealer: int = 2,
    upcard: str | None = "9H",
    name: str = "ascenseur-52",
    **options: Any,  # noqa: ANN401 - options
) -> State:
    """A deal: by default seat 0 bids and leads first."""
    game = ascenseur(len(hands), name, **options)
    return game.start(hands, dealer=dealer, upcard=upcard)


def play(state: State, *moves: str) -> State:
    """These moves by whoever's turn it is."""
    game = Ascenseur(state.setup)
    for text in moves:
        state = state.play(state.to_act[0], game.parse_move(text))
    return state


def bid(state: State, *bids: int) -> State:
    """These bids in turn."""
    return play(state, *(f"bid {tricks}" for tricks in bids))


def cards(state: State, *texts: str) -> State:
    """These cards in turn."""
    return play(state, *(f"play {text}" for text in texts))


def may(state: State) -> list[str]:
    """What the seat in turn may do."""
    return [str(move) for move in state.legal_moves(state.to_act[0])]
