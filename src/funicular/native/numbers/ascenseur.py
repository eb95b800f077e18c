"""Ascenseur as numbers, and numbers as moves again.

A hand is a set of bits, on both sides of the border. A bid is its number of tricks, a card played
is `PLAY` plus its place in the deck.
"""

from __future__ import annotations

from typing import TypeAlias

from funicular.core.bits import bits_of
from funicular.core.errors import IllegalMove
from funicular.games.ascenseur.cards import ALL_CARDS, Card, deck_of
from funicular.games.ascenseur.events import BidMade, BidSealed, CardPlayed
from funicular.games.ascenseur.moves import BIDS, PLAYS, AscenseurMove, Bid
from funicular.games.ascenseur.options import Setup
from funicular.games.ascenseur.state import State
from funicular.games.ascenseur.view import View

# kPlay and kSealed in native/funicular/ascenseur/rules.hpp.
PLAY = 64
SEALED = 63
NO_CARD = -1

# Seats, the deck, simultaneous bidding, the hook, bonus, points a trick, penalty, whether a missed
# contract scores its tricks.
RulesNumbers: TypeAlias = tuple[int, int, bool, bool, int, int, int, bool]
# Cards dealt to each seat, the dealer, the upcard (-1: none), seat and move of every turn since.
TableNumbers: TypeAlias = tuple[int, int, int, list[tuple[int, int]]]
# The rules, the seat, the cards dealt to it, the table.
ViewNumbers: TypeAlias = tuple[RulesNumbers, int, int, TableNumbers]
# The rules, the cards dealt to each seat, the table.
StateNumbers: TypeAlias = tuple[RulesNumbers, list[int], TableNumbers]


def rules_of(setup: Setup) -> RulesNumbers:
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
    return move.tricks if isinstance(move, Bid) else PLAY + move.card.order


def move_of(code: int) -> AscenseurMove:
    """The move of a number."""
    return BIDS[code] if code < PLAY else PLAYS[ALL_CARDS[code - PLAY]]


def view_numbers(view: View) -> ViewNumbers:
    """What the view shows: the rules, whose it is, the cards dealt to it, and the table."""
    public, seat = view.public, view.seat
    if seat is None:
        raise IllegalMove("bot.not-its-turn")
    history = []
    for event in public.events:
        match event:
            case CardPlayed(seat=who, card=card):
                history.append((who, PLAY + card.order))
            case BidMade(seat=who) | BidSealed(seat=who):
                bid = view.sealed if who == seat else public.bids[who]
                history.append((who, SEALED if bid is None else bid))
            case _:
                pass
    table = _table(public.cards, public.dealer, public.upcard, history)
    return rules_of(view.setup), seat, bits_of(view.dealt), table


def state_numbers(state: State) -> StateNumbers:
    """The whole state: the rules, every seat's cards as dealt, and the table."""
    history = [(seat, code_of(move)) for seat, move in state.history]
    table = _table(state.cards, state.dealer, state.upcard, history)
    return rules_of(state.setup), list(state.dealt), table


def _table(
    cards: int, dealer: int, upcard: Card | None, history: list[tuple[int, int]]
) -> TableNumbers:
    return cards, dealer, NO_CARD if upcard is None else upcard.order, history
