"""Ascenseur under the rules of OpenSpiel's `oh_hell`, and the same deals and moves over there.

There a card is `rank * 4 + suit` with the suits in the order C D S H, and bid n comes after the
cards. Chance first says the number of tricks and the dealer, then deals the cards one by one to
seats 0, 1, 2, …, then turns one up.
"""

from __future__ import annotations

from typing import Any

from funicular.games.ascenseur.cards import ALL_CARDS, Card, cards_in
from funicular.games.ascenseur.game import Ascenseur
from funicular.games.ascenseur.moves import BIDS, PLAYS, AscenseurMove, Bid
from funicular.games.ascenseur.options import HOUSE_RULES
from funicular.games.ascenseur.state import State

SEATS = 4
SUITS_THERE = "CDSH"
# Chance outcomes before the first card: the number of tricks and the dealer.
BEFORE_CARDS = 2


def game_here() -> Ascenseur:
    """Our game with their scoring; bidding and the dealer's hook are the same anyway."""
    return Ascenseur.of("ascenseur-52", SEATS, HOUSE_RULES["oh-hell"])


def game_there() -> Any:  # noqa: ANN401 - pyspiel ships no types
    """Their game; how many tricks a deal has is said when it begins."""
    import pyspiel

    return pyspiel.load_game(f"oh_hell(players={SEATS})")


def card_there(card: Card) -> int:
    """The number of a card."""
    return card.rank * 4 + SUITS_THERE.index(card.suit)


CARDS_HERE = {card_there(card): card for card in ALL_CARDS}


def action_of(move: AscenseurMove) -> int:
    """Our move as their action."""
    return len(ALL_CARDS) + move.tricks if isinstance(move, Bid) else card_there(move.card)


def move_of(action: int) -> AscenseurMove:
    """Their action as our move."""
    bid = action - len(ALL_CARDS)
    return BIDS[bid] if bid >= 0 else PLAYS[CARDS_HERE[action]]


def chance_of(state: State) -> list[int]:
    """The outcomes of chance that make the deal of this state."""
    hands = [cards_in(dealt) for dealt in state.dealt]
    dealt = [hand[place] for place in range(state.cards) for hand in hands]
    turned = [] if state.upcard is None else [state.upcard]
    return [state.cards, state.dealer, *map(card_there, (*dealt, *turned))]


def state_there(game: Any, state: State) -> Any:  # noqa: ANN401 - pyspiel ships no types
    """The same state over there: the deal, and all that was played in it."""
    there = game.new_initial_state()
    for outcome in chance_of(state):
        there.apply_action(outcome)
    for _, move in state.history:
        there.apply_action(action_of(move))
    return there


def hands_there(there: Any, cards: int) -> list[set[Card]]:  # noqa: ANN401 - pyspiel ships no types
    """What every seat holds in one of their states, of a deal with so many cards each."""
    history = there.history()
    first_bid = BEFORE_CARDS + SEATS * cards + 1
    played = {CARDS_HERE[action] for action in history[first_bid + SEATS :]}
    dealt = [CARDS_HERE[action] for action in history[BEFORE_CARDS : first_bid - 1]]
    return [{card for card in dealt[seat::SEATS] if card not in played} for seat in range(SEATS)]
