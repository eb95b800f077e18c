"""Another deal that looks the same to one seat.

What a seat cannot see (the cards still in other hands, the stock, what is set aside) is dealt
anew; everything it has seen stays. Then the same moves are made again. Sealed bids of others are
invisible too, so they are chosen anew until they are shown.
"""

import random
from collections import Counter
from itertools import pairwise

from funicular.core.errors import FunicularError
from funicular.core.game import Deal, Game, State
from tests.kit.decks import deck_texts, upright
from tests.kit.walks import Path


def twin_of(game: Game, path: Path, seat: int | None, rng: random.Random) -> Path:
    """The path of the same moves over another deal, as far as those moves are legal there.

    The first state is in it only if the deal itself looks the same.
    """
    twin = begin_twin(game, path, seat, rng)
    return [] if twin is None else replayed(path, twin, seat, rng)


def begin_twin(game: Game, path: Path, seat: int | None, rng: random.Random) -> State | None:
    """The deal of this path with what the seat has not seen by its end dealt anew."""
    deal = path[0].deal
    hands = [hand.split() for hand in deal.hands]
    hidden = [
        (owner, place)
        for owner, hand in enumerate(hands)
        if owner != seat
        for place in _still_held(hand, path[-1], owner)
    ]
    stock = _stock(game, deal)
    loose = [hands[owner][place] for owner, place in hidden] + stock
    if rng.randrange(2):
        rng.shuffle(loose)
    elif len(loose) >= 2:
        # One swap disturbs least, so the moves go on being legal for longest.
        first, second = rng.sample(range(len(loose)), 2)
        loose[first], loose[second] = loose[second], loose[first]
    for (owner, place), card in zip(hidden, loose, strict=False):
        hands[owner][place] = _maybe_turned(card, rng)
    twin = game.start([" ".join(hand) for hand in hands], dealer=deal.dealer, upcard=deal.upcard)
    return twin if _announced(game, twin) == _announced(game, path[0]) else None


def _still_held(hand: list[str], now: State, owner: int) -> list[int]:
    """Which of the cards dealt this seat holds at the end."""
    held = Counter(upright(card) for card in now.hand(owner))
    places = []
    for place, card in enumerate(hand):
        if held[upright(card)] > 0:
            held[upright(card)] -= 1
            places.append(place)
    return places


def _stock(game: Game, deal: Deal) -> list[str]:
    """The cards that nobody was dealt and nobody saw."""
    seen = [*" ".join(deal.hands).split(), *([deal.upcard] if deal.upcard else [])]
    return sorted((deck_texts(game) - Counter(map(upright, seen))).elements())


def _maybe_turned(card: str, rng: random.Random) -> str:
    active, slash, inactive = card.partition("/")
    return f"{inactive}/{active}" if slash and rng.randrange(2) else card


def _announced(game: Game, state: State) -> tuple[object, ...]:
    """What is said aloud at the deal: who begins, and in Auf & Ab with which double (A10)."""
    if game.name != "auf-ab":
        return (state.to_act,)
    dealt = " ".join(state.deal.hands).split()
    return (state.to_act, min(card for card in dealt if card[0] == card[-1]))


def replayed(path: Path, twin: State, seat: int | None, rng: random.Random) -> Path:
    """The moves of the path made again, for as long as they are legal and look the same."""
    states = [twin]
    reseal = rng.randrange(2) == 1
    resealed = False
    for before, after in pairwise(path):
        mover, move = after.history[-1]
        sealed = len(before.to_act) > 1
        if resealed and not sealed:
            break  # this move shows the sealed ones, which are no longer the same
        if sealed and reseal and mover != seat:
            move = rng.choice(states[-1].legal_moves(mover))
            resealed = True
        try:
            states.append(states[-1].play(mover, move))
        except FunicularError:
            break
    return states
