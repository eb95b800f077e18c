"""Reading hands and decks as people write them, and refusing cards that cannot be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeVar

from funicular.core.card import Card
from funicular.core.errors import BadDeal, BadText, shown
from funicular.core.game import HandText

C = TypeVar("C", bound=Card)


def read_hand(text: HandText, kind: type[C]) -> tuple[C, ...]:
    """Read "AS KS", or cards one by one, in the order written."""
    words: Iterable[object]
    if isinstance(text, str):
        words = text.split()
    elif isinstance(text, Iterable):
        words = text
    else:
        raise BadDeal("deal.hand-type", given=type(text).__name__)
    return tuple(_read_card(word, kind) for word in words)


def _read_card(word: object, kind: type[C]) -> C:
    if not isinstance(word, str | kind):
        raise BadDeal("deal.card-type", given=shown(word))
    try:
        return kind.parse(str(word))
    except BadText as error:
        raise BadDeal("text.card", text=str(word)) from error


def read_hands(hands: Sequence[HandText], kind: type[C], seats: int) -> tuple[tuple[C, ...], ...]:
    """Read one hand a seat, all of one length."""
    if isinstance(hands, str) or not isinstance(hands, Iterable):
        raise BadDeal("deal.hand-type", given=type(hands).__name__)
    read = tuple(read_hand(hand, kind) for hand in hands)
    if len(read) != seats:
        raise BadDeal("deal.hand-count", n=seats, given=len(read))
    for seat, hand in enumerate(read):
        if len(hand) != len(read[0]):
            raise BadDeal("deal.unequal", seat=seat, given=len(hand), expected=len(read[0]))
    return read


def within_deck(dealt: Iterable[C], deck: Counter[C]) -> None:
    """Refuse a card dealt more often than the deck has it."""
    for card, times in Counter(dealt).items():
        if times > deck[card]:
            key = "deal.twice" if deck[card] else "deal.other-deck"
            raise BadDeal(key, card=card)


def refuse_dealer(**given: object) -> None:
    """Refuse what only games with a dealer take; None says nothing."""
    for name, value in given.items():
        if value is not None:
            raise BadDeal("deal.no-dealer", name=name)
