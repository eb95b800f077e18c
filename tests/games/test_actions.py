"""`game.actions`: every move of a game has a number, which never changes."""

from __future__ import annotations

import hashlib
import random

import pytest

import funicular
from funicular import IllegalMove
from tests.kit import VARIANTS, Variant, begin, walk

# How many there are, and the SHA-256 of their texts, a line each. A number that comes to stand for
# another move makes everything that was learned by numbers worthless: then `actions.VERSION` is
# counted up, and these change.
GOLDEN = {
    ("ascenseur-52", 4): (70, "4f8407e1570bbf46"),
    ("ascenseur-32", 3): (43, "1a1264c41812ec1e"),
    ("auf-ab", 3): (6054, "f4b67f70180ca0de"),
    ("dnpup", 2): (597, "da7a19bafb854b95"),
    ("dnpup", 3): (884, "2fcae67d8992880a"),
    ("dnpup", 4): (1731, "9b7248c6981295ac"),
    ("dnpup", 5): (2378, "6692d9701b191780"),
}


@pytest.mark.parametrize(("name", "seats"), GOLDEN)
def test_the_numbering_is_the_one_that_was_released(name: str, seats: int) -> None:
    actions = funicular.game(name, seats=seats).actions
    texts = "\n".join(map(str, actions.moves))
    found = hashlib.sha256(texts.encode()).hexdigest()[:16]
    assert (actions.version, actions.n, found) == (1, *GOLDEN[name, seats])


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_every_legal_move_has_a_number_of_its_own(variant: Variant) -> None:
    game, rng = variant.game, random.Random(3)
    actions = game.actions
    for number in range(actions.n):
        assert actions.index(actions.move(number)) == number
    for _ in range(5):
        for state in walk(begin(game, rng), rng):
            for seat in state.to_act:
                moves = state.legal_moves(seat)
                assert tuple(actions.move(actions.index(move)) for move in moves) == moves


def test_options_leave_the_numbers_as_they_are() -> None:
    few = funicular.game("ascenseur-52", seats=6, removed="2C 2D 2H 2S", peak=3)
    assert few.actions is funicular.game("ascenseur-52", seats=3).actions
    small = funicular.game("ascenseur-52", seats=3, deck=32)
    assert small.actions is funicular.game("ascenseur-32", seats=5).actions


@pytest.mark.parametrize("given", [-1, 70, 10**30, 1.0, "3", None, True])
def test_what_is_no_number_of_a_move_is_refused(given: object) -> None:
    actions = funicular.game("ascenseur-52", seats=4).actions
    with pytest.raises(IllegalMove, match="is not the number of a move"):
        actions.move(given)  # type: ignore[arg-type]


@pytest.mark.parametrize("given", ["play TS", 3, None, [], ("bid", 3)])
def test_what_is_no_move_has_no_number(given: object) -> None:
    actions = funicular.game("ascenseur-52", seats=4).actions
    with pytest.raises(IllegalMove, match="has no number here"):
        actions.index(given)  # type: ignore[arg-type]


def test_a_move_of_another_game_has_no_number() -> None:
    actions = funicular.game("ascenseur-52", seats=4).actions
    with pytest.raises(IllegalMove, match=r"Flip\(\) has no number here"):
        actions.index(funicular.game("dnpup", seats=3).parse_move("flip"))  # type: ignore[arg-type]


def test_what_only_equals_a_move_has_no_number() -> None:
    class Bid(int):
        """Equal to everything that has its hash."""

        def __eq__(self, other: object) -> bool:
            return True

        def __hash__(self) -> int:
            return hash(funicular.game("ascenseur-52", seats=4).parse_move("bid 3"))

    actions = funicular.game("ascenseur-52", seats=4).actions
    with pytest.raises(IllegalMove, match="has no number here"):
        actions.index(Bid(3))  # type: ignore[arg-type]


def test_numbers_say_how_many_they_are() -> None:
    assert repr(funicular.game("dnpup", seats=2).actions) == "<Actions: 597 moves, version 1>"
