"""A new table takes what people play in an evening or a few, and says where that ends."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from funicular.core.errors import FunicularError
from funicular.core.match import Match
from funicular.core.record import record_of
from funicular.games.records import read_record
from funicular.games.registry import make_game, spec_of
from funicular.live.game_forms import games_shown
from funicular.live.messages import NewTable
from funicular.live.new_table import new_table

HUGE = 10**12


def wish(game: str, **more: Any) -> NewTable:  # noqa: ANN401 - as people send it
    return msgspec.convert(
        {"game": game, "seats": 3, "name": "Ada", "nonce": "0" * 32, "lang": "en", **more}, NewTable
    )


LARGEST: list[tuple[str, dict[str, Any]]] = [
    ("auf-ab", {"deals": 100}),
    ("auf-ab", {"target": 1000}),
    ("auf-ab", {"options": {"deals": 100}}),
    ("dnpup", {"deals": 100}),
    ("dnpup", {"target": 100}),
    ("dnpup", {"options": {"points_to_win": 100, "turn_cap": 1000}}),
    ("ascenseur-52", {"options": {"schedule": [1] * 100}}),
    ("ascenseur-32", {"options": {"peak": 1, "peak_repeats": 100}}),
]
TOO_LARGE: list[tuple[str, dict[str, Any], str]] = [
    ("auf-ab", {"deals": HUGE}, "deals is 100 at most, not 1000000000000"),
    ("auf-ab", {"target": HUGE}, "target is 1000 at most"),
    ("auf-ab", {"options": {"deals": 101}}, "deals is 100 at most, not 101"),
    ("auf-ab", {"options": {"target": 1001}}, "target is 1000 at most"),
    ("dnpup", {"deals": 101}, "deals is 100 at most"),
    ("dnpup", {"target": HUGE}, "target is 100 at most"),
    ("dnpup", {"options": {"points_to_win": 101}}, "at most"),
    ("dnpup", {"deals": 5, "options": {"points_to_win": 101}}, "points_to_win is 100 at most"),
    ("dnpup", {"options": {"turn_cap": 1001}}, "turn_cap is 1000 at most"),
    ("ascenseur-52", {"deals": HUGE}, "The schedule of this game has"),
    ("ascenseur-52", {"options": {"schedule": [1] * 101}}, "deals is 100 at most"),
    ("ascenseur-32", {"options": {"peak": 1, "peak_repeats": 101}}, "deals is 100 at most"),
    ("auf-ab", {"seats": HUGE}, "3 to 4 players"),
    ("auf-ab", {"deals": -HUGE}, "at least 1"),
]


@pytest.mark.parametrize(("game", "more"), LARGEST)
def test_a_long_match_can_be_played(game: str, more: dict[str, Any]) -> None:
    entries, _ = new_table(wish(game, **more))
    assert entries


@pytest.mark.parametrize(("game", "more", "said"), TOO_LARGE)
def test_an_endless_match_is_refused_with_its_bound(
    game: str, more: dict[str, Any], said: str
) -> None:
    with pytest.raises(FunicularError, match=said):
        new_table(wish(game, **more))


def test_the_form_has_the_same_bounds() -> None:
    for game in games_shown("en"):
        offered = {option.name: option.most for option in game.options}
        for name, most in spec_of(game.name).live_bounds.items():
            assert offered.get(name, most) == most


def test_the_library_reads_larger_ones_all_the_same() -> None:
    game = make_game("auf-ab", 3, {})
    match = game.match(deals=HUGE)
    assert isinstance(match, Match)
    read, _ = read_record(record_of(match, ["a", "b", "c"]).to_json())
    assert read.ending == match.ending
