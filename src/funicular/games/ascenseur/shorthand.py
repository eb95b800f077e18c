"""Typing Ascenseur: `3` or `b3` to bid; `ts`, `10s`, `king of spades`, `rp`, `dame de cœur`.

A card is a rank and a suit, in letters or words of the reader's language. In French the suits are
p c k t (pique, cœur, carreau, trèfle), so `c` is cœur although the notation has C for clubs; only
after the word `play`, which begins the notation, do letters mean what they mean there. A rank or a
suit alone is enough where only one such card may be played.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from funicular.games.ascenseur.cards import ALL_CARDS, RANKS, SUITS, SYMBOLS, Card
from funicular.games.ascenseur.moves import BIDS, PLAYS, AscenseurMove, Play, parse_move
from funicular.games.ascenseur.wire import AscenseurDeal
from funicular.games.shorthand import after, number_in, without, words_of
from funicular.lang import ENGLISH, Reader


def readings(text: str, deal: AscenseurDeal, reader: Reader) -> tuple[AscenseurMove, ...]:
    """A bid, or every card that the text may mean."""
    bid = after(text, "web.typed.ascenseur.bid", reader)
    if bid is None and None in deal.sight.bids:
        bid = text
    if bid is not None:
        tricks = number_in(without(bid, "web.typed.ascenseur.tricks", reader), reader)
        if tricks is not None and tricks < len(BIDS):
            return (BIDS[tricks],)
    # The notation of the wire, before which letters mean what they mean in this language.
    notation = after(text, "web.typed.ascenseur.play", ENGLISH)
    if notation is not None and notation.upper() in Card.by_text:
        return (PLAYS[Card.parse(notation.upper())],)
    spoken = after(text, "web.typed.ascenseur.play", reader)
    return _cards(text if spoken is None else spoken, deal, reader)


def _cards(text: str, deal: AscenseurDeal, reader: Reader) -> tuple[AscenseurMove, ...]:
    spelled = without(text, "web.typed.ascenseur.of", reader).replace(" ", "")
    whole = spellings(reader).get(spelled)
    # A card by its rank or suit alone: a legal one, or else one held, for the rule to be explained.
    moves = [parse_move(each) for each in deal.legal]
    legal = [move.card for move in moves if isinstance(move, Play)]
    partial = _having(spelled, legal, reader) or _having(spelled, deal.sight.hand, reader)
    found = partial if whole is None else [PLAYS[whole], *partial]
    return tuple(dict.fromkeys(found))


def _having(word: str, cards: Iterable[Card], reader: Reader) -> list[AscenseurMove]:
    return [PLAYS[card] for card in cards if word in _parts(card, reader)]


def _parts(card: Card, reader: Reader) -> set[str]:
    """The words for its rank and suit. Digits are left to the numbers of the list."""
    words = _rank_words(card.text[0], reader) + _suit_words(card.suit, reader)
    return {word for word in words if not word.isdigit()}


def _rank_words(rank: str, reader: Reader) -> tuple[str, ...]:
    return (rank.casefold(), *words_of(f"web.typed.ascenseur.rank.{rank}", reader))


def _suit_words(suit: str, reader: Reader) -> tuple[str, ...]:
    return (*words_of(f"web.typed.ascenseur.suit.{suit}", reader), SYMBOLS[suit])


def spellings(reader: Reader) -> dict[str, Card]:
    """Every way to write every card, without spaces, in the reader's language."""
    return _spellings(reader.lang)


@cache
def _spellings(lang: str) -> dict[str, Card]:
    reader = Reader(lang)
    ranks = {rank: _rank_words(rank, reader) for rank in RANKS}
    suits = {suit: _suit_words(suit, reader) for suit in SUITS}
    spelled = {
        rank + suit: card
        for card in ALL_CARDS
        for rank in ranks[card.text[0]]
        for suit in suits[card.suit]
    }
    # The suits of the notation are welcome too, where they do not mean others in this language.
    notation = {
        rank + card.suit.casefold(): card for card in ALL_CARDS for rank in ranks[card.text[0]]
    }
    return notation | spelled
