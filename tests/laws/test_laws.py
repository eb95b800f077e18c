"""The laws of design, 1 to 7, on every variant of every game, in random play.

Law 5's frequencies are tested game by game (`test_worlds.py`), where all worlds can be enumerated.
"""

import copy
import random
from collections import Counter
from collections.abc import Callable
from itertools import chain
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import funicular
from funicular.core.errors import FunicularError, IllegalMove
from funicular.core.game import Game, State
from funicular.core.record import Record, record_of
from funicular.core.wire import from_json, to_json
from funicular.games.records import read_record
from tests.kit import (
    VARIANTS,
    Path,
    Variant,
    begin,
    deck_texts,
    finished,
    foreign_moves,
    matches,
    paths,
    seeds,
    twin_of,
    universe,
    walk,
)
from tests.kit.decks import upright

on_every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)
NAMES = ("Iris", "Roméo", "Ana", "Zoé", "Max", "Léa")


def everybody(game: Game) -> list[int | None]:
    """Every seat, and a spectator."""
    return [None, *range(game.seats)]


def few(examples: int) -> settings:
    """A share of the profile's examples, for tests that do much with each."""
    return settings(max_examples=max(1, settings().max_examples * examples // 20))


def refuses(state: State, seat: Any, move: Any) -> bool:  # noqa: ANN401 - wrong types on purpose
    try:
        state.play(seat, move)
    except IllegalMove as error:
        return bool(str(error))
    return False


# Law 1


@on_every_variant
@few(6)
@given(data=st.data())
def test_play_accepts_exactly_the_legal_moves(variant: Variant, data: st.DataObject) -> None:
    state = data.draw(paths(variant))[-1]
    before = copy.deepcopy(state)
    rng = random.Random(len(state.history))
    game = variant.game
    for seat in range(game.seats):
        legal = state.legal_moves(seat)
        assert bool(legal) == (seat in state.to_act)
        for move in legal:
            assert state.play(seat, move).history == (*state.history, (seat, move))
        for move in universe(game, rng):
            assert refuses(state, seat, move) == (move not in legal), f"{seat} {move}"
        for strange in foreign_moves(game, rng):
            assert refuses(state, seat, strange), repr(strange)
    assert state == before


@on_every_variant
@few(4)
@given(data=st.data())
def test_nobody_outside_the_table_can_move(variant: Variant, data: st.DataObject) -> None:
    state = data.draw(paths(variant))[-1]
    seats = variant.seats
    moves: list[Any] = [*chain.from_iterable(map(state.legal_moves, state.to_act)), None]
    for seat in (-1, seats, 99, None, True, 1.0, "0", (0,), [0]):
        assert refuses(state, seat, moves[0]), repr(seat)
        for ask in (state.hand, state.view):
            if seat is None and ask == state.view:
                continue
            with pytest.raises(FunicularError):
                ask(seat)  # type: ignore[arg-type]
    for seat in (-1, seats, 99, None, "0"):
        with pytest.raises(FunicularError):
            state.legal_moves(seat)  # type: ignore[arg-type]


# Law 2


@on_every_variant
@few(10)
@given(data=st.data())
def test_play_leaves_the_state_as_it_was(variant: Variant, data: st.DataObject) -> None:
    path = data.draw(paths(variant))
    copies = copy.deepcopy(path)
    for state in path:
        for seat in state.to_act:
            for move in state.legal_moves(seat):
                assert state.play(seat, move) != state
    assert path == copies
    assert [hash(str(to_json(state.view(None)))) for state in path] == [
        hash(str(to_json(state.view(None)))) for state in copies
    ]


# Law 3


@on_every_variant
@few(10)
@given(data=st.data())
def test_moves_survive_being_written(variant: Variant, data: st.DataObject) -> None:
    game = variant.game
    for state in data.draw(paths(variant)):
        for seat in state.to_act:
            moves = state.legal_moves(seat)
            assert [game.parse_move(str(move)) for move in moves] == list(moves)
            assert len({str(move) for move in moves}) == len(moves)
            view = state.view(seat)
            for lang in funicular.languages():
                say = funicular.Reader(lang).say
                assert all(say(move.phrase) for move in moves)
                # Nobody has to guess which of two moves is meant.
                assert len({say(view.phrase_of(move)) for move in moves}) == len(moves)


@on_every_variant
@few(10)
@given(data=st.data())
def test_views_and_events_survive_json(variant: Variant, data: st.DataObject) -> None:
    state = data.draw(paths(variant))[-1]
    for seat in everybody(variant.game):
        view = state.view(seat)
        assert from_json(to_json(view), type(view)) == view
        for event in view.events:
            assert from_json(to_json(event), type(event)) == event
            for lang in funicular.languages():
                assert funicular.Reader(lang, NAMES, seat).say(event.phrase)


@on_every_variant
@few(10)
@given(data=st.data())
def test_matches_survive_being_recorded(variant: Variant, data: st.DataObject) -> None:
    match = data.draw(matches(variant))
    players = NAMES[: variant.seats]
    record = record_of(match, players)
    text = record.to_json()
    assert from_json(text, Record) == record
    assert read_record(text) == (match, players)
    assert read_record(text.encode()) == (match, players)


# Law 4


def looks(state: State, seat: int | None) -> bytes:
    """What reaches a client: the view's bytes, and what the view says of itself."""
    view = state.view(seat)
    return to_json((view, view.to_act, view.hand, view.events, list(map(str, view.legal_moves()))))


def same_looks(
    path: Path, twin: Path, seat: int | None, look: Callable[[State, int | None], bytes]
) -> bool:
    """Whether a seat sees the same at every point that both deals share."""
    return all(look(one, seat) == look(other, seat) for one, other in zip(path, twin, strict=False))


@on_every_variant
@few(8)
@given(data=st.data(), seed=seeds)
def test_what_a_seat_cannot_see_does_not_show(
    variant: Variant, data: st.DataObject, seed: int
) -> None:
    path = data.draw(paths(variant, most=40))
    rng = random.Random(seed)
    for seat in everybody(variant.game):
        twin = twin_of(variant.game, path, seat, rng)
        assert same_looks(path, twin, seat, looks)


def leaks_hands(state: State, seat: int | None) -> bytes:
    """A view with a hole: everybody's hands lie open."""
    return looks(state, seat) + to_json([state.hand(other) for other in range(state.setup.seats)])


def leaks_choices(state: State, seat: int | None) -> bytes:
    """A smaller hole: how many moves somebody else can make."""
    return looks(state, seat) + to_json([len(state.legal_moves(other)) for other in state.to_act])


def leaks_order(state: State, seat: int | None) -> bytes:
    """The smallest: whether somebody's cards come before another's."""
    return looks(state, seat) + to_json(state.hand(0) < state.hand(1))


@pytest.mark.parametrize("leak", [leaks_hands, leaks_choices, leaks_order])
@on_every_variant
def test_the_fourth_law_would_find_a_leak(
    variant: Variant, leak: Callable[[State, int | None], bytes]
) -> None:
    for seed in range(400):
        rng = random.Random(seed)
        path = walk(begin(variant.game, rng), rng, rng.randrange(40))
        for seat in everybody(variant.game):
            twin = twin_of(variant.game, path, seat, rng)
            if not same_looks(path, twin, seat, leak):
                return
    pytest.fail("the planted leak was not seen")


@on_every_variant
def test_the_twins_of_the_fourth_law_are_no_mere_copies(variant: Variant) -> None:
    """At least a third of them last to the end of the path and differ there in a hidden hand."""
    told = 0
    for seed in range(30):
        rng = random.Random(seed)
        path = walk(begin(variant.game, rng), rng, rng.randrange(12))
        twin = twin_of(variant.game, path, 0, rng)
        told += len(twin) == len(path) and leaks_hands(twin[-1], 0) != leaks_hands(path[-1], 0)
    assert told >= 10


# Law 5


def check_world(game: Game, state: State, seat: int | None, rng: random.Random) -> None:
    view = state.view(seat)
    world = funicular.worlds(view, rng)
    assert world.view(seat) == view
    assert to_json(world.view(seat)) == to_json(view)
    deal = world.deal
    again = game.start(deal.hands, dealer=deal.dealer, upcard=deal.upcard)
    for mover, move in world.history:
        assert move in again.legal_moves(mover)
        again = again.play(mover, move)
    assert again == world


@on_every_variant
@few(6)
@given(data=st.data(), seed=seeds)
def test_a_world_is_what_the_view_says(variant: Variant, data: st.DataObject, seed: int) -> None:
    rng = random.Random(seed)
    for state in data.draw(paths(variant, most=25)):
        for seat in everybody(variant.game):
            check_world(variant.game, state, seat, rng)


@on_every_variant
@few(1)
@given(data=st.data(), seed=seeds)
def test_worlds_can_be_drawn_to_the_end(variant: Variant, data: st.DataObject, seed: int) -> None:
    rng = random.Random(seed)
    path = data.draw(finished(variant))
    for state in path[:: max(1, len(path) // 40)] + path[-3:]:
        for seat in everybody(variant.game):
            check_world(variant.game, state, seat, rng)


@on_every_variant
@few(4)
@given(data=st.data(), seed=seeds)
def test_the_same_numbers_give_the_same_world(
    variant: Variant, data: st.DataObject, seed: int
) -> None:
    state = data.draw(paths(variant))[-1]
    for seat in everybody(variant.game):
        view = state.view(seat)
        first = funicular.worlds(view, random.Random(seed))
        assert first == funicular.worlds(view, random.Random(seed))


# Law 6


@on_every_variant
@few(6)
@given(data=st.data())
def test_cards_are_conserved_and_every_deal_ends(variant: Variant, data: st.DataObject) -> None:
    game = variant.game
    path = data.draw(finished(variant))
    deck = deck_texts(game)
    deal = path[0].deal
    dealt = Counter(upright(card) for card in " ".join(deal.hands).split())
    assert len({len(hand.split()) for hand in deal.hands}) == 1
    if deal.upcard is not None:
        assert deal.upcard not in dealt
        assert deck[deal.upcard] == 1
    assert dealt <= deck
    for state in path:
        assert state.deal == deal
        held = [state.hand(seat) for seat in range(game.seats)]
        assert Counter(map(upright, chain.from_iterable(held))) <= dealt
        assert all(list(hand) == sorted(hand) for hand in held)
    for state in path[:-1]:
        assert state.to_act
        assert state.points is None
        assert not state.void
        assert len(state.points_so_far) == game.seats
    last = path[-1]
    assert last.to_act == ()
    assert last.points is not None
    assert len(last.points) == game.seats
    assert last.points == last.points_so_far
    assert all(last.legal_moves(seat) == () for seat in range(game.seats))


# Law 7


@on_every_variant
@few(8)
@given(data=st.data())
def test_the_order_of_moves_is_pinned(variant: Variant, data: st.DataObject) -> None:
    """It depends on what the seat sees and on nothing else (the goldens say which order it is)."""
    game = variant.game
    path = data.draw(paths(variant))
    deal = path[0].deal
    again = game.start(
        [" ".join(reversed(hand.split())) for hand in deal.hands],
        dealer=deal.dealer,
        upcard=deal.upcard,
    )
    for state in path:
        if state.history:
            mover, move = state.history[-1]
            again = again.play(mover, game.parse_move(str(move)))
        assert again == state
        for seat in range(game.seats):
            moves = state.legal_moves(seat)
            assert moves == again.legal_moves(seat) == state.view(seat).legal_moves()
            assert len(set(moves)) == len(moves)
        assert state.view(None).legal_moves() == ()


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_state_is_a_state_and_a_view_is_a_view(variant: Variant) -> None:
    """So that whoever must not see a state can refuse one."""
    state = variant.game.deal(random.Random(1))
    kinds = (funicular.Game, funicular.State, funicular.View)
    for thing, kind in zip((variant.game, state, state.view(0)), kinds, strict=True):
        assert [isinstance(thing, other) for other in kinds] == [other is kind for other in kinds]
    assert isinstance(funicular.bot("casual"), funicular.Bot)
