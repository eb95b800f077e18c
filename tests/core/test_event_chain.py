"""The public events of a deal: read once, shared by states and views, and never with a secret."""

from __future__ import annotations

import gc
import pickle
import random
from copy import deepcopy
from types import FunctionType, ModuleType
from typing import Any

import pytest

import funicular
from funicular.core.event_chain import EventChain, last_event
from funicular.games.ascenseur.moves import Bid
from tests.kit import walk
from tests.kit.variants import VARIANTS, Variant


def line(name: str, seed: int, **options: Any) -> list[Any]:  # noqa: ANN401 - options
    game = funicular.game(name, seats=3, **options)
    return walk(game.deal(random.Random(seed)), random.Random(seed), 10_000)


@pytest.mark.parametrize("name", funicular.GAMES)
def test_events_are_the_same_in_whatever_order_states_are_read(name: str) -> None:
    read_forwards = [state.view(None).public.events for state in line(name, 1)]
    states = line(name, 1)
    read_backwards = [state.view(None).public.events for state in reversed(states)]
    assert read_backwards[::-1] == read_forwards
    assert [state.view(None).public.events for state in states] == read_forwards
    turns = [state.history for state in line(name, 1)]
    assert [len(each) for each in turns] == list(range(len(turns)))


@pytest.mark.parametrize("name", funicular.GAMES)
def test_what_was_read_is_not_read_again(name: str) -> None:
    states = line(name, 2)
    before = states[4].view(None).public.chain
    early = before.events
    # Read already: from here on nothing leads further back.
    assert before._pairs is None
    late = states[-1].view(None).public.events
    assert all(one is other for one, other in zip(early, late, strict=False))


def test_two_lines_from_one_state_do_not_mix() -> None:
    for state in line("auf-ab", 3)[:-1]:
        (seat,) = state.to_act
        after = [state.play(seat, move) for move in state.legal_moves(seat)]
        events = [each.view(None).public.events for each in after]
        known = state.view(None).public.events
        assert all(each[: len(known)] == known for each in events)
        assert len({each[len(known)] for each in events}) == len(after)


def test_a_chain_is_equal_and_copied_by_what_happened() -> None:
    states, others = line("ascenseur-52", 4), line("ascenseur-52", 4)
    assert others[-1].view(0) == states[-1].view(0)
    # One state has been read and the other has not.
    assert states[-1] == line("ascenseur-52", 4)[-1]
    chain = states[-1].view(None).public.chain
    assert chain != states[-2].view(None).public.chain
    assert chain != EventChain.of()
    assert chain != len(chain.events)
    assert hash(chain) == hash(others[-1].view(None).public.chain)
    assert repr(chain) == f"<{len(chain.events)} events>"
    for copy in (deepcopy(chain), pickle.loads(pickle.dumps(chain))):  # noqa: S301 - our own
        assert copy == chain
        assert copy.turns == chain.turns
    assert last_event(EventChain.of()) is None
    assert last_event((EventChain.of(), chain.events[0])) == chain.events[0]
    assert last_event(chain) == chain.events[-1]


def test_a_very_long_deal_can_be_copied_and_compared() -> None:
    """As nested pairs it would be too deep for either."""
    game = funicular.game("dnpup", seats=3, turn_cap=5_000)
    state, other = game.deal(random.Random(5)), game.deal(random.Random(5))
    flip = game.parse_move("flip")
    for _ in range(5_000):
        state = state.play(state.to_act[0], flip)
        other = other.play(other.to_act[0], flip)
    assert state == other
    assert pickle.loads(pickle.dumps(state.view(0))) == state.view(0)  # noqa: S301 - our own
    assert len(state.history) == 5_000


def reachable(root: object) -> list[object]:
    """Everything that code holding a value can come to from there, types and modules left out."""
    seen: dict[int, object] = {}
    ahead = [root]
    while ahead:
        each = ahead.pop()
        if id(each) in seen or isinstance(each, type | ModuleType | FunctionType):
            continue
        seen[id(each)] = each
        ahead += gc.get_referents(each)
    return list(seen.values())


@pytest.mark.unmeasured
@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_no_state_can_be_reached_from_a_view(variant: Variant) -> None:
    rng = random.Random(6)
    for state in walk(variant.game.deal(rng), rng, 12):
        for seat in (None, 0):
            view: object = state.view(seat)
            assert not [each for each in reachable(view) if isinstance(each, type(state))]


def test_a_sealed_bid_can_be_reached_from_no_other_view() -> None:
    game = funicular.game("ascenseur-52", seats=3, bidding="simultaneous")
    state = game.deal(random.Random(7), cards=4)
    state = state.play(0, Bid(3)).play(1, Bid(2))
    for seat in (None, 2):
        assert not [each for each in reachable(state.view(seat)) if isinstance(each, Bid)]
    assert [str(move) for _, move in state.history] == ["bid 3", "bid 2"]
    assert [move for _, move in state.view(2).public.chain.turns] == [None, None]


def test_what_is_played_after_a_chain_was_copied_counts_too() -> None:
    state = line("auf-ab", 8)[6]
    assert len(state.view(0).public.events) >= 6
    copy = deepcopy(state)
    assert copy == state
    (seat,) = copy.to_act
    move = copy.legal_moves(seat)[0]
    after = copy.play(seat, move)
    # The events first, so that the turns are behind.
    assert len(after.view(0).public.events) > len(state.view(0).public.events)
    assert after.history == (*state.history, (seat, move)) == state.play(seat, move).history
