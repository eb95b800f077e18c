"""The example of the rule sheet as data, with its misprint corrected (A38), and ways to reach
positions that a test needs.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

from funicular.games.auf_ab.cards import ALL_CARDS
from funicular.games.auf_ab.game import AufAb
from funicular.games.auf_ab.state import State

THREE = AufAb.of("auf-ab", 3, {})
FOUR = AufAb.of("auf-ab", 4, {})

ROUGE, BLEU, VERT = range(3)
NAMES = ("Rouge", "Bleu", "Vert")
HANDS = (
    "0-0 0-1 0-3 0-5 1-2 1-8 1-9 2-6 3-4 3-6 4-4 4-5 4-7 5-8 6-7 6-9 7-9 9-9",
    "0-6 0-9 1-3 1-4 1-5 1-6 2-3 2-4 2-8 3-5 3-8 3-9 4-9 5-6 5-9 7-7 7-8 8-8",
    "0-2 0-4 0-7 0-8 1-1 1-7 2-2 2-5 2-7 2-9 3-3 3-7 4-6 4-8 5-5 5-7 6-8 8-9",
)
# A line a trick. Each move is whoever's turn it is.
TRICKS = (
    "0-0 0-1 0-3 0-5 x4, 1-3 1-4 1-5 1-6 x4, 2-2 2-5 2-7 2-9 x4, 4-4 4-5 4-7 x4, pass, pass, pass",
    "1-2 1-8 1-9 x3, 2-3 2-4 2-8 x3, 5-5 5-7 x3, pass, 7-7 7-8 x3, pass, pass",
    "0-9 3-9 4-9 5-9 x4, pass, pass, pass",
    "3-5 3-8 x2, 4-6 4-8 x2, 6-7 6-9 x2, 8-8 x2, pass, 9-9 x2, pass, pass",
    "3-4 3-6 x2, pass, pass, pass",
    "2-6 x1, pass, 0-4 x1, pass, 3-3 x1, 0-2 x1, pass",
    "0-7 1-7 3-7 x3, pass, pass, pass",
    "8-9 x1, 5-8 x1, 5-6 x1, 1-1 x1, pass, pass, pass",
    "0-8 6-8 x2",
)


def play(state: State, moves: str) -> State:
    """Play moves written one after the other, each by whoever's turn it is."""
    for text in moves.split(", "):
        state = state.play(state.to_act[0], THREE.parse_move(text))
    return state


def example(tricks: int = len(TRICKS), then: str = "") -> State:
    """The sheet's deal after so many of its tricks, and then some moves more."""
    state = THREE.start(HANDS)
    for moves in TRICKS[:tricks]:
        state = play(state, moves)
    return play(state, then) if then else state


def deal(*hands: str, aside: str = "", seed: int | None = None) -> State:
    """A deal in which each seat holds at least these cards; the rest come in order or shuffled."""
    game = {3: THREE, 4: FOUR}[len(hands)]
    given = {card for hand in (*hands, aside) for card in hand.split()}
    rest = [card.text for card in ALL_CARDS if card.text not in given]
    if seed is not None:
        random.Random(seed).shuffle(rest)
    full = []
    for hand in hands:
        missing = game.setup.cards - len(hand.split())
        full.append([*hand.split(), *rest[:missing]])
        del rest[:missing]
    return game.start(full)


def texts(values: Iterable[object]) -> list[str]:
    """Moves or cards as they are written."""
    return [str(value) for value in values]


def legal(state: State) -> list[str]:
    """What the seat to act may do, as text."""
    return texts(state.legal_moves(state.to_act[0]))


def random_play(game: AufAb, seed: int) -> list[State]:
    """Every state of a random deal."""
    rng = random.Random(seed)
    states = [game.deal(rng)]
    while states[-1].to_act:
        seat = states[-1].to_act[0]
        states.append(states[-1].play(seat, rng.choice(states[-1].legal_moves(seat))))
    return states
