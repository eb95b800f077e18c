"""Ascenseur by its compiled twin: numbers go in (`numbers.ascenseur`), codes come back as moves."""

from __future__ import annotations

import random

from funicular.games.ascenseur.cards import ALL_CARDS, cards_in
from funicular.games.ascenseur.game import Ascenseur
from funicular.games.ascenseur.moves import AscenseurMove
from funicular.games.ascenseur.state import State
from funicular.games.ascenseur.view import View
from funicular.games.ascenseur.worlds import evidence, fill_in
from funicular.native import _ascenseur
from funicular.native.evaluated import (
    EvaluationRequest,
    Measurement,
    kernel_arguments,
    measurement,
)
from funicular.native.judged import Judged, best_move, judged_moves
from funicular.native.numbers.ascenseur import (
    deal_numbers,
    environment_numbers,
    move_of,
    state_numbers,
    view_numbers,
)


def choose(
    view: View, rng: random.Random, *, playouts: int | None = None, seconds: float | None = None
) -> AscenseurMove:
    """The move that a search from this view thinks best."""
    return best_move(_assess(view, rng, playouts, seconds), move_of)


def assess(
    view: View, rng: random.Random, *, playouts: int | None = None, seconds: float | None = None
) -> tuple[Judged[AscenseurMove], ...]:
    """Every legal move with what a search from this view thinks it is worth."""
    return judged_moves(_assess(view, rng, playouts, seconds), move_of)


def evaluate(
    view: View, rng: random.Random, request: EvaluationRequest
) -> Measurement[AscenseurMove]:
    """What every legal move brings when all seats play on like `casual`."""
    arguments = kernel_arguments(request)
    return measurement(
        _ascenseur.evaluate(view_numbers(view), rng.getrandbits(64), *arguments), move_of
    )


def assess_at_random(
    view: View, rng: random.Random, *, playouts: int
) -> tuple[Judged[AscenseurMove], ...]:
    """The same by the plainest search there is, random play in any world: to compare with."""
    seed = rng.getrandbits(64)
    assessment = _ascenseur.assess_at_random(view_numbers(view), seed, playouts, None)
    return judged_moves(assessment, move_of)


def choose_knowing(
    state: State,
    seat: int,
    rng: random.Random,
    *,
    playouts: int | None = None,
    seconds: float | None = None,
) -> AscenseurMove:
    """The move that the same search thinks best when it sees all the cards."""
    seed = rng.getrandbits(64)
    assessment = _ascenseur.assess_knowing(state_numbers(state), seat, seed, playouts, seconds)
    return best_move(assessment, move_of)


def casual(view: View) -> AscenseurMove:
    """What the twin of the casual bot does."""
    return move_of(_ascenseur.casual(view_numbers(view)))


def worlds(view: View, rng: random.Random, number: int) -> list[State]:
    """States drawn uniformly from all that the view allows, this many."""
    proof = evidence(view)
    return [
        fill_in(
            view,
            proof,
            [cards_in(hand) for hand in hands],
            tuple(None if bid < 0 else bid for bid in bids),
        )
        for hands, bids in _ascenseur.worlds(view_numbers(view), number, rng.getrandbits(64))
    ]


def worlds_checksum(view: View, rng: random.Random, number: int) -> int:
    """Draw worlds and keep only a number that depends on all of them: for measuring."""
    return _ascenseur.worlds_checksum(view_numbers(view), number, rng.getrandbits(64))


def playouts(game: Ascenseur, cards: int, number: int, seed: int) -> tuple[int, ...]:
    """The points of each seat over whole random deals, this many."""
    _, points = _ascenseur.playouts(deal_numbers(game, cards), number, seed)
    return tuple(points)


def tables(game: Ascenseur, sizes: tuple[int, ...], tables: int, threads: int) -> _ascenseur.Tables:
    """Tables to be stepped together; each deal has any of these sizes of a hand."""
    for cards in sizes:
        game.check_size(cards)
    return _ascenseur.tables(environment_numbers(game, sizes), tables, threads)


def dealt_at(game: Ascenseur, tables: _ascenseur.Tables, row: int) -> tuple[State, list[int]]:
    """A table as it was dealt, and the numbers of the moves since."""
    (hands, dealer, upcard), history = tables.table(row)
    turned = None if upcard < 0 else ALL_CARDS[upcard]
    return State.begin(game.setup, tuple(hands), dealer, turned), history


def solve(state: State) -> tuple[int, ...]:
    """The points of each seat if all play best from here, all cards face up, each for itself."""
    return tuple(_ascenseur.solve(state_numbers(state)))


def legal_codes(state: State) -> list[int]:
    """The twin's list of legal moves in this state, as codes."""
    return _ascenseur.legal(state_numbers(state))


def _assess(
    view: View, rng: random.Random, playouts: int | None, seconds: float | None
) -> _ascenseur.Assessment:
    return _ascenseur.assess(view_numbers(view), rng.getrandbits(64), playouts, seconds)
