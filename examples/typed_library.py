"""The library as a type checker sees it: the name of a game says what everything else is.

mypy and pyright read this file in the tests, as strictly as they can.
"""

from __future__ import annotations

import random
from typing import assert_type

import funicular
from funicular.games.ascenseur.game import Ascenseur
from funicular.games.ascenseur.moves import Bid, Play
from funicular.games.ascenseur.view import View
from funicular.games.auf_ab.game import AufAb
from funicular.games.auf_ab.moves import Lay, Pass
from funicular.games.dnpup.game import Dnpup


def highest_bid(view: View) -> int:
    """The highest bid that everybody knows of."""
    return max((bid for bid in view.public.bids if bid is not None), default=0)


def ascenseur(rng: random.Random) -> tuple[int, ...]:
    """Play a deal: the options, the table and the moves are those of this game."""
    game = funicular.game("ascenseur-52", seats=4, hook=True, schedule=[5, 6, 5])
    assert_type(game, Ascenseur)
    assert_type(game.setup.options.hook, bool)
    state = game.deal(rng, dealer=0, cards=5)
    while state.to_act:
        seat = state.to_act[0]
        view = state.view(seat)
        move = rng.choice(view.legal_moves())
        assert_type(move, Bid | Play)
        what = move.tricks if isinstance(move, Bid) else move.card.suit
        print(seat, what, highest_bid(view), view.hand[0].rank if view.hand else "")
        state = state.play(seat, move)
    return state.won


def auf_ab(rng: random.Random) -> int:
    """Count the cards that a bot lays."""
    state = funicular.game("auf-ab", seats=3, target=30).deal(rng)
    casual = funicular.bot("casual")
    while state.to_act:
        seat = state.to_act[0]
        state = state.play(seat, casual.choose(state.view(seat), rng))
    moves = [move for _, move in state.history]
    assert_type(moves, list[Lay | Pass])
    return sum(len(move.cards) for move in moves if isinstance(move, Lay))


def dnpup(rng: random.Random) -> str:
    """See a world that the starter thinks possible."""
    game = funicular.game("dnpup", seats=2, points_to_win=3)
    assert_type(game, Dnpup)
    world = funicular.worlds(game.deal(rng).view(0), rng)
    return " ".join(str(card.turned) for card in world.hands[1])


def any_game(name: str) -> funicular.Game:
    """With a name that comes from elsewhere a game is what all games have in common."""
    assert_type(funicular.game("auf-ab", seats=3), AufAb)
    return funicular.make_game(name, 3, {"deals": 2} if name == "auf-ab" else {})


if __name__ == "__main__":
    numbers = random.Random(7)
    print(ascenseur(numbers), auf_ab(numbers), dnpup(numbers), any_game("dnpup").name)
