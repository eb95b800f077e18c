"""`view.tensor()`, `view.legal_mask()`, `view.information_key()`: views for programs that learn."""

from __future__ import annotations

import hashlib
import random
import sys

import numpy as np
import pytest

import funicular
from funicular import BadOptions
from funicular.core.errors import MissingPackage
from tests.kit import VARIANTS, Variant, begin, twin_of, walk

on_every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)

# How many flags there are, and the SHA-256 of the planes and of the flags of one random deal. When
# a flag comes to say something else, `observation.VERSION` is counted up, and these change.
GOLDEN = {
    ("ascenseur-52", 4): (571, "5029b05df5b675c4"),
    ("ascenseur-32", 3): (305, "8b50d02f22c51ed5"),
    ("auf-ab", 3): (367, "81bf3ff4399524b0"),
    ("auf-ab", 4): (425, "58a9e42d2de3b764"),
    ("dnpup", 2): (586, "45174980a11ae8b4"),
    ("dnpup", 5): (1011, "bc7424903039e605"),
}


@pytest.mark.parametrize(("name", "seats"), GOLDEN)
def test_the_flags_are_those_that_were_released(name: str, seats: int) -> None:
    game, rng = funicular.game(name, seats=seats), random.Random(5)
    observation = game.observation
    text = repr(list(observation.planes.values()))
    for state in walk(begin(game, rng), rng):
        text += "".join(f"\n{state.view(seat).tensor().tobytes().hex()}" for seat in range(seats))
    found = hashlib.sha256(text.encode()).hexdigest()[:16]
    assert (observation.version, observation.n, found) == (1, *GOLDEN[name, seats])


@on_every_variant
def test_what_a_seat_cannot_see_changes_no_flag(variant: Variant) -> None:
    game, rng = variant.game, random.Random(11)
    compared = 0
    while compared < 20:
        path = walk(begin(game, rng), rng, rng.randrange(12))
        for seat in (None, *range(game.seats)):
            for state, other in zip(path, twin_of(game, path, seat, rng), strict=False):
                view, twin = state.view(seat), other.view(seat)
                assert view.tensor().tobytes() == twin.tensor().tobytes()
                assert view.legal_mask().tobytes() == twin.legal_mask().tobytes()
                assert view.information_key() == twin.information_key()
                compared += state != other


@on_every_variant
def test_views_share_a_key_exactly_if_they_are_equal(variant: Variant) -> None:
    game, rng = variant.game, random.Random(12)
    states = [state for _ in range(3) for state in walk(begin(game, rng), rng, 8) for _ in range(2)]
    views = [state.view(seat) for state in states for seat in (None, *range(game.seats))]
    by_key: dict[str, object] = {}
    for view in views:
        assert by_key.setdefault(view.information_key(), view) == view
    assert len(by_key) == len({repr((v.seat, v.dealt, v.events, v)) for v in views})


@on_every_variant
def test_the_mask_has_the_legal_moves_and_no_others(variant: Variant) -> None:
    game, rng = variant.game, random.Random(13)
    for state in walk(begin(game, rng), rng):
        for seat in (None, *range(game.seats)):
            view = state.view(seat)
            numbers = np.flatnonzero(view.legal_mask()).tolist()
            assert {game.actions.move(number) for number in numbers} == set(view.legal_moves())


def test_planes_say_what_lies_on_the_table() -> None:
    game = funicular.game("ascenseur-52", seats=3)
    state = game.start(["AS KS", "2H 3H", "4D 5D"], dealer=2, upcard="9C")
    for text in ("bid 1", "bid 0", "bid 2", "play KS", "play 2H"):
        state = state.play(state.to_act[0], game.parse_move(text))
    told = game.observation.split(state.view(2).tensor())
    deck = [str(card) for card in game.deck]
    assert [deck[place - 1] for place in np.flatnonzero(told["hand"])] == ["4D", "5D"]
    # The viewer first, then clockwise: seats 2, 0 and 1.
    assert told["bids"].argmax(axis=1).tolist() == [2, 1, 0]
    assert [deck[place - 1] for place in np.flatnonzero(told["played"][1])] == ["KS"]
    assert told["voids"].tolist() == [[0] * 4, [0] * 4, [0, 0, 0, 1]]
    assert told["leader"].tolist() == [0, 1, 0] == told["taker"].tolist()
    assert told["to_act"].tolist() == [1, 0, 0] == told["dealer"].tolist()
    assert (told["bidding"].tolist(), told["cards_dealt"].argmax()) == ([0], 2)


def test_a_sealed_bid_is_told_to_its_own_seat_alone() -> None:
    game = funicular.game("ascenseur-32", seats=3, bidding="simultaneous")
    state = game.deal(random.Random(1), cards=3)
    state = state.play(1, game.parse_move("bid 2"))
    own, other = (game.observation.split(state.view(seat).tensor()) for seat in (1, 0))
    assert own["bids"].sum() == 1
    assert own["bids"][0][2] == 1
    assert other["bids"].sum() == 0
    assert other["sealed"].tolist() == [0, 1, 0]


def test_an_array_of_ones_own_is_written_to() -> None:
    game = funicular.game("dnpup", seats=3)
    view = game.deal(random.Random(1)).view(0)
    flags: np.ndarray = np.full(game.observation.n, 7, np.uint8)
    mask: np.ndarray = np.ones(game.actions.n, bool)
    assert view.tensor(flags) is flags
    assert view.legal_mask(mask) is mask
    assert flags.tobytes() == view.tensor().tobytes()
    assert mask.tobytes() == view.legal_mask().tobytes()


@pytest.mark.parametrize(
    "out", [np.zeros(3, np.uint8), np.zeros(70, np.float32), np.zeros((1, 70), bool), [0] * 70, 3]
)
def test_another_array_is_refused(out: object) -> None:
    view = funicular.game("ascenseur-52", seats=4).deal(random.Random(1)).view(0)
    with pytest.raises(BadOptions, match="needs 70 items of type bool"):
        view.legal_mask(out)  # type: ignore[arg-type]


def test_a_row_of_observations_is_split_at_once() -> None:
    game = funicular.game("auf-ab", seats=4)
    state = game.deal(random.Random(1))
    rows = np.stack([state.view(seat).tensor() for seat in range(4)])
    assert game.observation.split(rows)["laid"].shape == (4, 4, 55)
    assert repr(game.observation) == "<Observation: 425 flags in 12 planes, version 1>"
    with pytest.raises(BadOptions, match="has 425 flags, not 424"):
        game.observation.split(rows[:, 1:])


def test_without_numpy_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    view = funicular.game("auf-ab", seats=3).deal(random.Random(1)).view(0)
    for asked in (view.tensor, view.legal_mask):
        with pytest.raises(MissingPackage, match=r"pip install “funicular\[envs\]”") as caught:
            asked()
        assert isinstance(caught.value, ImportError)
