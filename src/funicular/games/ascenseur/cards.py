"""The cards of Ascenseur: ranks 2 to ace, four suits, decks of 52 and 32 (rules S3 to S5).

Inside a state a hand is an `int` with one bit a card (`Card.bit`): taking a card out, or asking
for the cards of a suit, is then a single operation. People get tuples of cards (`cards_in`).
"""

from __future__ import annotations

from functools import cache, lru_cache

from funicular.core.bits import BitCard, reader_of
from funicular.lang import Reader

RANKS = "23456789TJQKA"
SUITS = "CDHS"
SYMBOLS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


def suit_bits(suit: str) -> int:
    """The hand that holds every card of a suit."""
    return (1 << len(RANKS)) - 1 << SUITS.index(suit) * len(RANKS)


class Card(BitCard):
    """A French-suited card, `TS` for the ten of spades."""

    __slots__ = ("rank", "suit", "suit_bits")

    def __init__(self, rank: int, suit: str) -> None:
        """Make the only object of this card; ranks count from 0 (the two) to 12 (the ace)."""
        super().__init__(RANKS[rank] + suit, SUITS.index(suit) * len(RANKS) + rank)
        self.rank = rank
        self.suit = suit
        self.suit_bits = suit_bits(suit)

    def spoken(self, lang: str) -> str:
        """`10♠`, `K♠` or `R♠`."""
        return rank_name(self.rank, lang) + SYMBOLS[self.suit]


@cache
def rank_name(rank: int, lang: str) -> str:
    """The index printed on the card: figures in the language of the table."""
    return Reader(lang).say(f"ascenseur.rank.{RANKS[rank]}")


ALL_CARDS = tuple(Card(rank, suit) for suit in SUITS for rank in range(len(RANKS)))
Card.by_text.update((card.text, card) for card in ALL_CARDS)

LOWEST_RANK = {52: RANKS.index("2"), 32: RANKS.index("7")}


@cache
def deck_of(size: int, removed: tuple[Card, ...] = ()) -> tuple[Card, ...]:
    """The deck of 52 or 32 cards without the removed ones, sorted."""
    lowest = LOWEST_RANK[size]
    return tuple(card for card in ALL_CARDS if card.rank >= lowest and card not in removed)


# The cards of a hand, sorted.
cards_in = reader_of(ALL_CARDS)
# The same for hands as dealt, which every view of a deal asks for.
dealt_cards = lru_cache(maxsize=4096)(cards_in)
