"""Ascenseur for the compiled twin: views, states and moves as the numbers it takes, and back.

A hand is the same set of bits on both sides. A bid is its number of tricks, a card played is
`PLAY` plus its place in the deck.
"""

from __future__ import annotations

import random

from funicular.core.bits import bits_of
from funicular.core.errors import IllegalMove
from funicular.games.ascenseur.cards import ALL_CARDS, Card, cards_in, deck_of
from funicular.games.ascenseur.events import BidMade, BidSealed, CardPlayed
from funicular.games.ascenseur.game import Ascenseur
from funicular.games.ascenseur.moves import BIDS, PLAYS, AscenseurMove, Bid
from funicular.games.ascenseur.options import Setup
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

NO_CARD = -1


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
    return measurement(_ascenseur.evaluate(_seen(view), rng.getrandbits(64), *arguments), move_of)


def assess_at_random(
    view: View, rng: random.Random, *, playouts: int
) -> tuple[Judged[AscenseurMove], ...]:
    """The same by the plainest search there is, random play in any world: to compare with."""
    seed = rng.getrandbits(64)
    assessment = _ascenseur.assess_at_random(_seen(view), seed, playouts, None)
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
    assessment = _ascenseur.assess_knowing(_told(state), seat, seed, playouts, seconds)
    return best_move(assessment, move_of)


def casual(view: View) -> AscenseurMove:
    """What the twin of the casual bot does."""
    return move_of(_ascenseur.casual(_seen(view)))


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
        for hands, bids in _ascenseur.worlds(_seen(view), number, rng.getrandbits(64))
    ]


def worlds_checksum(view: View, rng: random.Random, number: int) -> int:
    """Draw worlds and keep only a number that depends on all of them: for measuring."""
    return _ascenseur.worlds_checksum(_seen(view), number, rng.getrandbits(64))


def playouts(game: Ascenseur, cards: int, number: int, seed: int) -> tuple[int, ...]:
    """The points of each seat over whole random deals, this many."""
    deal = (rules_of(game.setup), 0, cards, game.turns_a_card(cards))
    _, points = _ascenseur.playouts(deal, number, seed)
    return tuple(points)


def solve(state: State) -> tuple[int, ...]:
    """The points of each seat if all play best from here, all cards face up, each for itself."""
    return tuple(_ascenseur.solve(_told(state)))


def legal_codes(state: State) -> list[int]:
    """The twin's list of legal moves in this state, as codes."""
    return _ascenseur.legal(_told(state))


def rules_of(setup: Setup) -> _ascenseur.RulesNumbers:
    """The options in force, as far as a deal depends on them."""
    options = setup.options
    return (
        setup.seats,
        bits_of(deck_of(options.deck, options.removed)),
        setup.simultaneous,
        options.hook,
        options.bonus,
        options.trick_points,
        options.penalty,
        options.missed_scores_tricks,
    )


def code_of(move: AscenseurMove) -> int:
    """The number of a move."""
    return move.tricks if isinstance(move, Bid) else _ascenseur.PLAY + move.card.order


def move_of(code: int) -> AscenseurMove:
    """The move of a number."""
    return BIDS[code] if code < _ascenseur.PLAY else PLAYS[ALL_CARDS[code - _ascenseur.PLAY]]


def _assess(
    view: View, rng: random.Random, playouts: int | None, seconds: float | None
) -> _ascenseur.Assessment:
    return _ascenseur.assess(_seen(view), rng.getrandbits(64), playouts, seconds)


def _seen(view: View) -> _ascenseur.ViewNumbers:
    """What the view shows: the rules, whose it is, the cards dealt to it, and the table."""
    public, seat = view.public, view.seat
    if seat is None:
        raise IllegalMove("bot.not-its-turn")
    history = []
    for event in public.events:
        match event:
            case CardPlayed(seat=who, card=card):
                history.append((who, _ascenseur.PLAY + card.order))
            case BidMade(seat=who) | BidSealed(seat=who):
                bid = view.sealed if who == seat else public.bids[who]
                history.append((who, _ascenseur.SEALED if bid is None else bid))
            case _:
                pass
    table = _table(public.cards, public.dealer, public.upcard, history)
    return rules_of(view.setup), seat, bits_of(view.dealt), table


def _told(state: State) -> _ascenseur.StateNumbers:
    """The whole state: the rules, every seat's cards as dealt, and the table."""
    history = [(seat, code_of(move)) for seat, move in state.history]
    table = _table(state.cards, state.dealer, state.upcard, history)
    return rules_of(state.setup), list(state.dealt), table


def _table(
    cards: int, dealer: int, upcard: Card | None, history: list[tuple[int, int]]
) -> _ascenseur.TableNumbers:
    return cards, dealer, NO_CARD if upcard is None else upcard.order, history
