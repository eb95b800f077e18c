"""Typing Auf & Ab: `p` to pass; cards in any order and either way round, the size if it matters.

`4-4 4-5` lays these cards, `9-0` is `0-9`, `45 44` are `4-5 4-4`. `x3` says the size; without it
every size the cards can have is meant. `7x2`, `7 7` and `two 7s` are two sevens, `7x` sevens of any
size. Sevens that may not be laid are those held, or `7-7`: the rules then say why not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from funicular.games.auf_ab.cards import Card
from funicular.games.auf_ab.moves import PASS, AufAbMove, Lay, parse_move
from funicular.games.auf_ab.terminal import direction_of
from funicular.games.auf_ab.wire import AufAbDeal
from funicular.games.shorthand import after, in_figures, words_of
from funicular.lang import Reader

CARD = re.compile(r"[0-9] ?[-/.] ?[0-9]")
SIZE = re.compile(r"\s*x ?([0-9]{1,2})?$")
PAIR = 2


def readings(text: str, deal: AufAbDeal, reader: Reader) -> tuple[AufAbMove, ...]:
    """Passing, a meld of these cards, or the melds of this value."""
    if text in words_of("web.typed.auf-ab.pass", reader):
        return (PASS,)
    laid = after(text, "web.typed.auf-ab.lay", reader)
    said = in_figures(text if laid is None else laid, reader)
    found = SIZE.search(said)
    size = int(found[1]) if found and found[1] else None
    rest = SIZE.sub("", said)
    written = CARD.findall(rest)
    if written:
        return _of_cards(map(_card, written), size)
    numbers = rest.split()
    if not numbers or not all(re.fullmatch(r"[0-9]{1,2}", number) for number in numbers):
        return ()
    if all(len(number) == PAIR for number in numbers):
        return _of_cards(map(_card, numbers), size)
    # `7 7` is two sevens, and so is `2 7`; `7` alone any number of them.
    alike = len(set(numbers)) == 1
    if not alike and len(numbers) > PAIR:
        return ()
    if size is None and len(numbers) > 1:
        size = len(numbers) if alike else int(numbers[0])
    return _of_value(deal, int(numbers[-1]), size)


def _of_cards(cards: Iterable[Card], size: int | None) -> tuple[AufAbMove, ...]:
    """The melds of just these cards, of every size they can have or of the one that is said."""
    order = tuple(sorted(set(cards)))
    if size is not None:
        return (Lay(order, size),)
    doubled = any(card.is_double for card in order)
    return tuple(Lay(order, len(order) + more) for more in range(1 + doubled))


def _card(word: str) -> Card:
    low, high = sorted((word[0], word[-1]))
    return Card.parse(f"{low}-{high}")


def _of_value(deal: AufAbDeal, value: int, size: int | None) -> tuple[AufAbMove, ...]:
    if value not in range(10):
        return ()
    direction = direction_of(deal)
    legal = tuple(
        move
        for move in map(parse_move, deal.legal)
        if isinstance(move, Lay)
        and move.cards[0].number(direction) == value
        and size in (None, move.size)
    )
    held = [card for card in deal.sight.hand if card.number(direction) == value]
    cards = tuple(sorted(held)[:size]) or (Card.parse(f"{value}-{value}"),)
    return legal or (Lay(cards, len(cards) if size is None else size),)
