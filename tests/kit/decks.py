"""Which cards each game is played with, from the rules pages and not from the code under test."""

from collections import Counter
from typing import Any

from funicular.core.game import Game
from funicular.games.registry import spec_of

_RANKS = {52: "23456789TJQKA", 32: "789TJQKA"}
# dnpup (D4): the pairs of values that each number of players adds.
_DNPUP = {
    2: "1/5 1/6 1/6 1/7 1/7 1/8 1/9 2/4 2/4 2/5 2/5 2/6 2/9 2/10 3/4 3/5 3/6 3/7 3/8 3/9 "
    "4/6 4/7 4/8 5/7 5/8 6/7",
    3: "1/10 2/8 3/6 4/5",
    4: "1/8 1/9 2/6 2/7 3/4 3/5",
    5: "3/10 4/9 5/8 6/7",
}


def deck_texts(game: Game) -> Counter[str]:
    """The deck as text, in the spelling of `upright`."""
    deck = _DECKS.get(spec_of(game.name).kind)
    assert deck, f"say in {__file__} which cards {game.name} is played with, by its rules page"
    return deck(game)


def _auf_ab(_game: Game) -> Counter[str]:
    return Counter(f"{low}-{high}" for low in range(10) for high in range(low, 10))


def _dnpup(game: Game) -> Counter[str]:
    parts = (text for seats, text in _DNPUP.items() if seats <= game.seats)
    return Counter(" ".join(parts).split())


def _ascenseur(game: Game) -> Counter[str]:
    options: Any = game.options
    every = Counter(rank + suit for suit in "CDHS" for rank in _RANKS[options.deck])
    return every - Counter(map(str, options.removed))


# By kind of game.
_DECKS = {"auf-ab": _auf_ab, "dnpup": _dnpup, "ascenseur": _ascenseur}


def upright(card: object) -> str:
    """A card's text whichever way up it lies: a dnpup card turned is still the same card."""
    text = str(card).replace("★", "")
    values = text.split("/")
    return "/".join(sorted(values, key=int)) if len(values) == 2 else text
