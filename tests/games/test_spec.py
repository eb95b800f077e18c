"""What every game says of itself: one specification, folders of one name, pauses of its events."""

from __future__ import annotations

import random
from importlib.resources import files
from itertools import pairwise

import msgspec
import pytest

from funicular.bots.registry import BOTS
from funicular.games.registry import GAMES, SPECS, WIRE_FORMATS
from funicular.games.spec import GameSpec
from funicular.lang import languages
from tests.kit import VARIANTS, Variant, begin, walk

on_every_game = pytest.mark.parametrize("spec", SPECS.values(), ids=GAMES)
on_every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)


def tag(struct: type[msgspec.Struct]) -> object:
    return struct.__struct_config__.tag


@on_every_game
def test_a_game_has_a_folder_of_one_name_in_every_layer(spec: GameSpec) -> None:
    package = files("funicular")
    assert package.joinpath("games", spec.package, "spec.py").is_file()
    assert package.joinpath("games", spec.package, spec.lesson).is_file()
    assert package.joinpath("bots", spec.package, "spec.py").is_file()
    for lang in languages():
        assert package.joinpath("lang", lang, f"{spec.kind}.toml").is_file()
        assert package.joinpath("rules", lang, f"{spec.kind}.md").is_file()
    assert set(BOTS) == set(GAMES)


@on_every_game
def test_a_deal_is_tagged_with_the_kind_of_the_game(spec: GameSpec) -> None:
    assert tag(spec.wire.deal) == tag(spec.wire.film) == spec.kind
    assert spec.wire in WIRE_FORMATS


@on_every_game
def test_every_bound_of_a_live_table_is_of_an_option_or_of_the_ending(spec: GameSpec) -> None:
    options = {field.name for field in msgspec.structs.fields(spec.choice)}
    assert set(spec.live_bounds) <= options | {"deals", "target"}
    assert set(spec.form_bounds) <= options
    assert spec.not_in_form <= options


@on_every_variant
def test_a_deal_pauses_at_its_cards_and_at_its_end(variant: Variant) -> None:
    rng = random.Random(str(variant))
    events = walk(begin(variant.game, rng), rng)[-1].view(None).events
    assert [event.pause.reason for event in events].index("deal") == 0
    assert [event.pause.reason for event in events].count("deal") == 1
    assert events[-1].pause.reason == "end"


@on_every_variant
def test_a_move_reveals_something_exactly_where_sealed_bids_are_shown(variant: Variant) -> None:
    """It cannot be taken back. Everything else that a move shows is its own."""
    rng = random.Random(str(variant))
    path = walk(begin(variant.game, rng), rng, moves=2 * variant.seats)
    assert not path[0].reveals
    for before, state in pairwise(path):
        new = state.view(None).events[len(before.view(None).events) :]
        assert state.reveals == ("bids" in [tag(type(event)) for event in new])  # type: ignore[arg-type]  # events are structs


@on_every_variant
def test_bids_are_made_or_not_where_the_game_has_bids(variant: Variant) -> None:
    rng = random.Random(str(variant))
    last = walk(begin(variant.game, rng), rng)[-1]
    events = last.view(None).events
    told = msgspec.structs.asdict(events[-1])  # type: ignore[arg-type]  # events are structs
    if "bids" in told:
        assert last.bids_made == tuple(
            bid == won for bid, won in zip(told["bids"], told["won"], strict=True)
        )
    else:
        assert last.bids_made == ()
