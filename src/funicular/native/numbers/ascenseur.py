"""Ascenseur as numbers, and numbers as moves again.

A hand is a set of bits, on both sides of the border. A bid is its number of tricks, a card played
is `PLAY` plus its place in the deck.
"""

from __future__ import annotations

from functools import lru_cache

from funicular.core.bits import bits_of
from funicular.core.errors import IllegalMove
from funicular.games.ascenseur.cards import ALL_CARDS, LOWEST_RANK, RANKS, Card, deck_of
from funicular.games.ascenseur.events import BidMade, BidSealed, CardPlayed
from funicular.games.ascenseur.game import Ascenseur
from funicular.games.ascenseur.moves import BIDS, PLAYS, AscenseurMove, Bid
from funicular.games.ascenseur.options import Setup
from funicular.games.ascenseur.state import State
from funicular.games.ascenseur.view import View
from funicular.native.numbers.packing import packed, wide

# kPlay and kSealed in native/funicular/ascenseur/rules.hpp.
PLAY = 64
SEALED = 63
NO_CARD = -1


@lru_cache(maxsize=64)  # Of a table it is the same for every view.
def rules_of(setup: Setup) -> tuple[int, ...]:
    """The options in force, as far as a deal depends on them."""
    options = setup.options
    return (
        setup.seats,
        *wide(bits_of(deck_of(options.deck, options.removed))),
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


def deal_numbers(game: Ascenseur, cards: int, dealer: int = 0) -> bytes:
    """How cards are dealt: the rules, the first dealer, cards a hand, whether one is turned up."""
    return packed((*rules_of(game.setup), dealer, cards, game.turns_a_card(cards)))


def environment_numbers(game: Ascenseur, sizes: tuple[int, ...]) -> bytes:
    """What is dealt at many tables: the rules, the ranks of a suit, and hand sizes."""
    ranks = len(RANKS) - LOWEST_RANK[game.options.deck]
    hands = [number for cards in sizes for number in (cards, game.turns_a_card(cards))]
    return packed((*rules_of(game.setup), ranks, len(sizes), *hands))


def view_numbers(view: View) -> bytes:
    """What the view shows: the rules, whose it is, the cards dealt to it, and the table."""
    public, seat = view.public, view.seat
    if seat is None:
        raise IllegalMove("bot.not-its-turn")
    history: list[int] = []
    for event in public.events:
        match event:
            case CardPlayed(seat=who, card=card):
                history += (who, PLAY + card.order)
            case BidMade(seat=who) | BidSealed(seat=who):
                bid = view.sealed if who == seat else public.bids[who]
                history += (who, SEALED if bid is None else bid)
            case _:
                pass
    table = _table(public.cards, public.dealer, public.upcard, history)
    return packed((*rules_of(view.setup), seat, *wide(bits_of(view.dealt)), *table))


def state_numbers(state: State) -> bytes:
    """The whole state: the rules, every seat's cards as dealt, and the table."""
    history = [number for seat, move in state.history for number in (seat, code_of(move))]
    hands = [word for hand in state.dealt for word in wide(hand)]
    table = _table(state.cards, state.dealer, state.upcard, history)
    return packed((*rules_of(state.setup), len(state.dealt), *hands, *table))


def _table(cards: int, dealer: int, upcard: Card | None, history: list[int]) -> tuple[int, ...]:
    """Cards a hand, the dealer, the upcard, and seat and move of every turn since."""
    turned = NO_CARD if upcard is None else upcard.order
    return cards, dealer, turned, len(history) // 2, *history
