"""What is of the wrong kind or of another game is refused in a sentence, in every language."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

import funicular

RNG = random.Random(1)
GAMES = {name: funicular.game(name, seats=3) for name in funicular.GAMES}
OTHER = {"ascenseur-52": "dnpup", "ascenseur-32": "auf-ab", "auf-ab": "dnpup", "dnpup": "auf-ab"}


def refused(ask: Callable[..., object], part: str, *given: Any) -> None:  # noqa: ANN401 - wrong types
    with pytest.raises(funicular.FunicularError) as caught:
        ask(*given)
    for lang in funicular.languages():
        sentence = caught.value.say(funicular.Reader(lang))
        assert sentence
        assert "{" not in sentence
    assert part in str(caught.value)


@pytest.mark.parametrize("name", funicular.GAMES)
def test_values_of_another_game_are_refused(name: str) -> None:
    game: Any = GAMES[name]
    state, reader = GAMES[OTHER[name]].deal(random.Random(1)), funicular.Reader("en")
    for seat in (None, 0):
        refused(game.world, f"{name} takes a view", state.view(seat), RNG)
    refused(game.world, f"{name} takes a view", state, RNG)
    refused(game.transcript, f"{name} takes a state", state, reader)
    refused(game.score_cells, f"{name} takes a state", state)
    refused(game.score_cells, f"{name} takes a state", state.view(0))


@pytest.mark.parametrize("name", funicular.GAMES)
def test_what_deals_or_chooses_needs_a_generator(name: str) -> None:
    game: Any = GAMES[name]
    state = game.deal(random.Random(1))
    view = state.view(state.to_act[0])
    for rng in (None, 7, random):
        refused(game.deal, "random.Random", rng)
        refused(game.match().deal, "random.Random", rng)
        refused(game.world, "random.Random", view, rng)
        refused(funicular.worlds, "random.Random", view, rng)
        for level in ("random", "beginner", "casual", "strong@20"):
            bot: Any = funicular.bot(level)
            refused(bot.choose, "random.Random", view, rng)


@pytest.mark.parametrize("name", funicular.GAMES)
def test_a_view_is_no_state_and_a_state_no_view(name: str) -> None:
    state: Any = GAMES[name].deal(random.Random(1))
    for level in ("casual", "strong@20"):
        bot: Any = funicular.bot(level)
        refused(bot.choose, "view of a seat", state, RNG)
        refused(bot.choose, "view of a seat", None, RNG)
    refused(funicular.worlds, "drawn from a view", state, RNG)


@pytest.mark.parametrize("dealer", [4, -1, "1", True, 1.0])
def test_a_dealer_has_a_seat(dealer: Any) -> None:  # noqa: ANN401 - wrong types on purpose
    game = GAMES["ascenseur-52"]
    deal = game.deal(random.Random(1)).deal
    refused(lambda: game.deal(RNG, dealer=dealer), "seat")
    refused(lambda: game.start(deal.hands, dealer=dealer, upcard=deal.upcard), "seat")
    refused(lambda: game.match().start(deal.hands, dealer=dealer, upcard=deal.upcard), "seat")


def test_a_match_is_written_for_a_reader() -> None:
    nobody: Any = None
    match, reader = GAMES["dnpup"].match().deal(random.Random(1)), funicular.Reader("en")
    refused(funicular.record_of, "a match", nobody, ("a", "b", "c"))
    for players in (None, 3, "abc"):
        refused(funicular.record_of, "3 players", match, players)
    refused(funicular.score_sheet, "a match", nobody, reader)
    refused(funicular.match_text, "a match", nobody, reader)
    refused(funicular.score_sheet, "a Reader", match, nobody)
    refused(funicular.match_text, "a Reader", match, nobody)
    refused(funicular.game_of, "the setup of", nobody)


@pytest.mark.parametrize("options", [None, 5, "deals=2", ["deals"]])
def test_options_are_given_by_name(options: Any) -> None:  # noqa: ANN401 - wrong types on purpose
    refused(funicular.make_game, "Options are a dict", "dnpup", 3, options)
