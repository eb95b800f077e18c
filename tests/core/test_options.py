"""Options by name, strictly; each game says its own, and all are refused in the same words."""

import random
from typing import Any

import pytest

import funicular
from funicular.core.errors import BadDeal, BadOptions
from funicular.games.registry import HOUSE_RULES, house_rules
from tests.kit import BY_GAME_AND_SEATS

on_every_game = pytest.mark.parametrize(("name", "seats"), BY_GAME_AND_SEATS)


@on_every_game
def test_an_unknown_option_is_refused_and_the_known_ones_are_named(name: str, seats: int) -> None:
    with pytest.raises(BadOptions) as refusal:
        funicular.make_game(name, seats, {"colour": "red"})
    known = refusal.value.phrase.params["known"]
    assert isinstance(known, tuple)
    assert known
    for option in known:
        assert option in str(refusal.value)
        with pytest.raises(BadOptions) as ill_typed:
            funicular.game(name, seats=seats, **{option: object()})
        for lang in funicular.languages():
            assert option in ill_typed.value.say(funicular.Reader(lang))


@on_every_game
def test_a_wrong_number_of_seats_is_refused(name: str, seats: int) -> None:
    for wrong in (0, 1, 7, -seats, True, str(seats), None, float(seats)):
        with pytest.raises(BadOptions):
            funicular.game(name, seats=wrong)  # type: ignore[arg-type]


def test_an_unknown_game_is_refused_and_the_known_ones_are_named() -> None:
    with pytest.raises(BadOptions) as refusal:
        funicular.game("skat", seats=3)
    assert all(name in str(refusal.value) for name in funicular.GAMES)


@pytest.mark.parametrize("name", funicular.GAMES)
def test_house_rules_are_options_by_one_name(name: str) -> None:
    for house, options in HOUSE_RULES[name].items():
        assert house_rules(name, house) == options
        assert funicular.game(name, seats=3, **options) != funicular.game(name, seats=3)
    with pytest.raises(BadOptions) as refusal:
        house_rules(name, "upside-down")
    for lang in funicular.languages():
        assert "upside-down" in refusal.value.say(funicular.Reader(lang))


@on_every_game
def test_a_game_without_a_dealer_takes_none(name: str, seats: int) -> None:
    game = funicular.game(name, seats=seats)
    if game.schedule:
        return
    deal = game.deal(random.Random(0)).deal
    wrong: list[dict[str, Any]] = [{"dealer": 0}, {"upcard": "2H"}]
    for given in wrong:
        with pytest.raises(BadDeal, match="no dealer"):
            game.start(deal.hands, **given)
    wrong = [{"dealer": 0}, {"cards": 3}]
    for given in wrong:
        with pytest.raises(BadDeal, match="no dealer"):
            game.deal(random.Random(0), **given)


def test_text_that_is_no_text_is_refused() -> None:
    with pytest.raises(BadOptions, match="bidding cannot be"):
        funicular.make_game("ascenseur-52", 3, {"bidding": "\ud800"})
