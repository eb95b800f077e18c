"""Hints in words, for the browser's twin of `review/hint.py` to say the same.

    python -m tests.review.hint_vectors > client/tests/hint_vectors.json

The values are made up, so that every sentence is there, and every way in which a number can be
rounded.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import structs

import funicular
from funicular.bots.evaluation import DEAL_WON, Evaluation, MoveEvaluation
from funicular.bots.registry import BOTS
from funicular.core.game import View
from funicular.lang import languages
from funicular.review.hint import Hint
from funicular.web.lobby import client_words

# Halves, quarters, eighths, nothing and less than nothing.
SHARES = (0.0, 0.005, 0.125, 0.145, 0.375, 0.5, 0.615, 0.625, 0.995, 1.0)
VALUES = (-12.125, -1.5, -0.25, -0.04, 0.0, 0.05, 0.25, 0.5, 0.75, 1.15, 2.675, 14.5)
READERS = [funicular.Reader(lang, ("Ana", "Bo", "Cleo", "Dan")) for lang in languages()]
MOST_MOVES = 12
# How many of the moves are clearly behind the best.
CLEAR_SHARE = 0.7
# And how many chances are said to be certain, where they are 0 or 1.
CERTAIN_SHARE = 0.5


def positions(rng: random.Random) -> Iterator[View]:
    """Views of a few positions of every game."""
    for name in funicular.GAMES:
        match = funicular.game(name, seats=4).match().deal(rng)
        for _ in range(12):
            if not match.under_way:
                match = match.deal(rng)
            view = match.states[-1].view(match.to_act[0])
            legal = view.legal_moves()
            if len(legal) <= MOST_MOVES:
                yield view
            match = match.play(match.to_act[0], rng.choice(legal))


def made_up(view: View, rng: random.Random) -> Hint:
    """A hint with values as chance has them."""
    game = view.setup.name
    goal = BOTS[game].goal
    moves = [
        MoveEvaluation(
            move=move,
            value=rng.choice(VALUES),
            stderr=0.1,
            worlds=100,
            chances={goal: rng.choice(SHARES), DEAL_WON: 0.0},
            certain=frozenset({goal} if rng.random() < CERTAIN_SHARE else ()),
            quantiles=(),
            cost=float(rng.random() < CLEAR_SHARE),
            cost_stderr=0.1,
            line=(),
        )
        for move in view.legal_moves()
    ]
    best = max(range(len(moves)), key=lambda place: moves[place].value)
    moves[best] = structs.replace(moves[best], cost=0.0)
    evaluation = Evaluation(
        game=game,
        seat=0,
        objective="points",
        opponents="casual",
        moves=tuple(moves),
        best_place=best,
        playouts=1,
        exact=False,
    )
    return Hint(evaluation, view)


def vector(hint: Hint) -> dict[str, Any]:
    """What the browser is given, and what it must say of it."""
    found = hint.evaluation
    goal = BOTS[found.game].goal
    return {
        "goal": goal.replace(" ", "-"),
        "best": found.best_place,
        "moves": [
            {
                "value": each.value,
                "goal": each.chances[goal],
                "certain": goal in each.certain,
                "close": each.close,
            }
            for each in found.moves
        ],
        "spoken": {
            reader.lang: [reader.say(hint.view.phrase_of(each.move)) for each in found.moves]
            for reader in READERS
        },
        "text": {reader.lang: hint.text(reader) for reader in READERS},
    }


def vectors() -> dict[str, Any]:
    """All of them, and the words they are said in."""
    rng = random.Random(28)
    found = [made_up(each, rng) for each in positions(rng) for _ in range(2)]
    words = {
        lang: {
            key: text
            for key, text in client_words(lang).items()
            if key.startswith(("hint.", "number."))
        }
        for lang in languages()
    }
    return {"words": words, "hints": [vector(each) for each in found]}


if __name__ == "__main__":
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(vectors()), indent=1) + b"\n")
