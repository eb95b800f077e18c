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


def refused(ask: Callable[[], object], part: str) -> None:
    with pytest.raises(funicular.FunicularError) as caught:
        ask()
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
        refused(lambda seat=seat: game.world(state.view(seat), RNG), f"{name} takes a view")
    refused(lambda: game.world(state, RNG), f"{name} takes a view")
    refused(lambda: game.transcript(state, reader), f"{name} takes a state")
    refused(lambda: game.score_cells(state), f"{name} takes a state")
    refused(lambda: game.score_cells(state.view(0)), f"{name} takes a state")


@pytest.mark.parametrize("name", funicular.GAMES)
def test_what_deals_or_chooses_needs_a_generator(name: str) -> None:
    game: Any = GAMES[name]
    state = game.deal(random.Random(1))
    view = state.view(state.to_act[0])
    for rng in (None, 7, random):
        refused(lambda rng=rng: game.deal(rng), "random.Random")
        refused(lambda rng=rng: game.match().deal(rng), "random.Random")
        refused(lambda rng=rng: game.world(view, rng), "random.Random")
        refused(lambda rng=rng: funicular.worlds(view, rng), "random.Random")
        for level in ("random", "beginner", "casual", "strong@20"):
            bot: Any = funicular.bot(level)
            refused(lambda bot=bot, rng=rng: bot.choose(view, rng), "random.Random")


@pytest.mark.parametrize("name", funicular.GAMES)
def test_a_view_is_no_state_and_a_state_no_view(name: str) -> None:
    state: Any = GAMES[name].deal(random.Random(1))
    for level in ("casual", "strong@20"):
        bot: Any = funicular.bot(level)
        refused(lambda bot=bot: bot.choose(state, RNG), "view of a seat")
        refused(lambda bot=bot: bot.choose(None, RNG), "view of a seat")
    refused(lambda: funicular.worlds(state, RNG), "drawn from a view")


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
    refused(lambda: funicular.record_of(nobody, ("a", "b", "c")), "a match")
    refused(lambda: funicular.score_sheet(nobody, reader), "a match")
    refused(lambda: funicular.match_text(nobody, reader), "a match")
    refused(lambda: funicular.score_sheet(match, nobody), "a Reader")
    refused(lambda: funicular.match_text(match, nobody), "a Reader")
    refused(lambda: funicular.game_of(nobody), "the setup of")
