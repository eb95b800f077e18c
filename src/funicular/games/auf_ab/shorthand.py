"""Typing Auf & Ab: `p` to pass; cards in any order and either way round, the size if it matters.

`4-4 4-5` lays these cards, `9-0` is `0-9`, `45` is `4-5`. `x3` says the size; without it every size
the cards can have is meant. `7x2` is two sevens, and `7x` sevens of any size.
"""

from __future__ import annotations

import re

from funicular.games.auf_ab.cards import Card
from funicular.games.auf_ab.moves import PASS, AufAbMove, Lay, parse_move
from funicular.games.auf_ab.terminal import direction_of
from funicular.games.auf_ab.wire import AufAbDeal
from funicular.games.shorthand import without_verb
from funicular.lang import Reader

MELD = re.compile(r"((?:[0-9][-/.]?[0-9][ ,]*)+?)(?:x *([0-9]{1,2}))?")
VALUE = re.compile(r"([0-9]) *x *([0-9]{1,2})?")


def readings(text: str, deal: AufAbDeal, reader: Reader) -> tuple[AufAbMove, ...]:
    """Passing, a meld of these cards, or the melds of this value."""
    if without_verb(text, "cli.auf-ab.words.pass", reader) == "":
        return (PASS,)
    said = without_verb(text, "cli.auf-ab.words.lay", reader)
    words = text if said is None else said
    value = VALUE.fullmatch(words)
    if value:
        return _of_value(deal, int(value[1]), value[2])
    meld = MELD.fullmatch(words)
    # Two digits could be a number of the list; as a card they need a dash or company.
    if meld and not re.fullmatch(r"[0-9]+", words):
        return _of_cards(meld[1], meld[2])
    return ()


def _of_cards(cards_text: str, size: str | None) -> tuple[AufAbMove, ...]:
    cards = tuple(sorted({_card(word) for word in re.findall(r"[0-9][-/.]?[0-9]", cards_text)}))
    if size is not None:
        return (Lay(cards, int(size)),)
    doubled = any(card.is_double for card in cards)
    return tuple(Lay(cards, len(cards) + more) for more in range(1 + doubled))


def _card(word: str) -> Card:
    low, high = sorted((word[0], word[-1]))
    return Card.parse(f"{low}-{high}")


def _of_value(deal: AufAbDeal, value: int, size: str | None) -> tuple[AufAbMove, ...]:
    direction = direction_of(deal)
    return tuple(
        move
        for move in map(parse_move, deal.legal)
        if isinstance(move, Lay)
        and move.cards[0].number(direction) == value
        and size in (None, str(move.size))
    )
