"""Every move that could be said in a game, legal or not, and things that are no moves of it."""

import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement, product

import funicular
from funicular.core.errors import BadText
from funicular.core.game import Game, Move
from funicular.games.registry import SEATS, spec_of


def universe(game: Game, rng: random.Random, most: int = 250) -> list[Move]:
    """All moves that can be said in this game, or this many of them where there are more."""
    moves = _universe(game.name, game.seats)
    return list(moves) if len(moves) <= most else rng.sample(moves, most)


@cache
def _universe(name: str, seats: int) -> tuple[Move, ...]:
    game = funicular.game(name, seats=seats)
    moves = []
    texts = _TEXTS.get(spec_of(name).kind)
    assert texts, f"say in {__file__} which moves can be written down in {name}, legal or not"
    for text in dict.fromkeys(texts(seats)):
        try:
            moves.append(game.parse_move(text))
        except BadText:
            continue
    return tuple(moves)


def foreign_moves(game: Game, rng: random.Random) -> list[object]:
    """Moves of the other games, and things that are no moves at all."""
    strange: list[object] = [None, "pass", "bid 1", 0, True, (), object(), game]
    for name in funicular.GAMES:
        if spec_of(name).kind != spec_of(game.name).kind:
            moves = _universe(name, SEATS[name][0])
            strange += rng.sample(moves, min(20, len(moves)))
    return strange


def _ascenseur(_seats: int) -> Iterator[str]:
    yield from (f"bid {number}" for number in range(53))
    yield from (f"play {rank}{suit}" for suit in "CDHS" for rank in "23456789TJQKA")


def _auf_ab(_seats: int) -> Iterator[str]:
    yield "pass"
    every = [(low, high) for low in range(10) for high in range(low, 10)]
    for which, number in product((0, 1), range(10)):
        sharing = [card for card in every if card[which] == number]
        for count in range(1, len(sharing) + 1):
            for cards in combinations(sharing, count):
                text = " ".join(f"{low}-{high}" for low, high in cards)
                yield from (f"{text} x{size}" for size in range(max(1, count - 1), count + 3))
    # No melds at all: cards that share no number.
    for pair in combinations(every, 2):
        yield " ".join(f"{low}-{high}" for low, high in pair) + " x2"


def _dnpup(seats: int) -> Iterator[str]:
    yield "flip"
    cards = [f"{up}/{down}" for up, down in product(range(1, 11), repeat=2) if up != down]
    zones = [f"{seat}" for seat in range(7)]
    zones += [f"{seat}.{zone}" for seat in range(3) for zone in range(4)]
    yield from (f"take {zone}" for zone in zones)
    yield from (f"add {card} to {zone}" for card in cards for zone in zones[: seats + 8])
    for value in range(1, 11):
        sharing = [card for card in cards if card.startswith(f"{value}/")]
        for count in range(1, 5):
            for meld in combinations_with_replacement(sharing, count):
                yield f"play {' '.join(meld)}"
    yield from (f"play {first} {second}" for first, second in zip(cards, cards[9:], strict=False))


# By kind of game.
_TEXTS = {"auf-ab": _auf_ab, "dnpup": _dnpup, "ascenseur": _ascenseur}
