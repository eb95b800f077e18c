"""What people and programs may get wrong: each is refused in a sentence, and nothing changes."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import partial
from importlib.resources import files
from typing import Any

import pytest

from funicular.core.errors import (
    BadDeal,
    BadOptions,
    BadSeat,
    BadText,
    IllegalMove,
)
from funicular.games.auf_ab.cards import Card
from funicular.games.auf_ab.game import AufAb
from funicular.games.auf_ab.moves import PASS, Lay
from funicular.lang import ENGLISH, Reader, catalogue
from tests.games.auf_ab.sheet import BLEU, FOUR, HANDS, ROUGE, THREE, example

FRENCH = Reader("fr")


def lay(cards: str, size: Any) -> Lay:  # noqa: ANN401 - sizes that are none are what is tried
    return Lay(tuple(Card.parse(card) for card in cards.split()), size)


class MyLay(Lay, frozen=True):
    """Looks like a meld and is of another kind."""


# Moves

NOT_MOVES = [
    "",
    " ",
    "pass ",
    "Pass",
    "PASS",
    "x1",
    "0-0",
    "0-0 x0",
    "0-0 x01",
    "0-0 x100",
    "0-0 x-1",
    "0-0 x٢",
    "0-0 x1\n",
    " 0-0 x1",
    "0-0  x1",
    "0-0  0-1 x2",
    "0-0, 0-1 x2",
    "0-0 X1",
    "6-3 x1",
    "0-10 x1",
    "٠-٠ x1",
    "0-1 0-0 x2",
    "0-1 0-1 x2",
    "play 0-0 x1",
]


@pytest.mark.parametrize("text", NOT_MOVES)
def test_text_that_is_no_move(text: str) -> None:
    with pytest.raises(BadText) as caught:
        THREE.parse_move(text)
    assert str(caught.value)
    assert caught.value.say(FRENCH) != str(caught.value)


@pytest.mark.parametrize("thing", [None, 3, b"pass", ["0-0"], PASS])
def test_a_move_is_read_from_text_only(thing: Any) -> None:  # noqa: ANN401 - anything
    with pytest.raises(BadText):
        THREE.parse_move(thing)


def test_every_legal_move_is_read_back() -> None:
    for tricks in range(9):
        state = example(tricks)
        for move in state.legal_moves(state.to_act[0]):
            assert THREE.parse_move(str(move)) == move


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        (lay("0-1 0-0", 2), "A40"),
        (lay("0-0 0-0", 2), "A40"),
        (lay("0-0 0-2", 2), None),
        (lay("0-0", True), "A26"),  # noqa: FBT003 - True is not a size
        (lay("0-0", 1.0), "A26"),
        (lay("0-0", "1"), "A26"),
        (lay("0-0", None), "A26"),
        (lay("0-0", 0), "A26"),
        (lay("0-0", 3), "A26"),
        (lay("0-0 1-2", 2), "A12"),
        (lay("1-2", 1), "A11"),
        (Lay((), 1), "A14"),
        (MyLay((Card.parse("0-0"),), 1), None),
        (Lay([Card.parse("0-0")], 1), None),  # type: ignore[arg-type]
        (Lay(("0-0",), 1), None),  # type: ignore[arg-type]
        (Lay(None, 1), None),  # type: ignore[arg-type]
        ("0-0 x1", None),
        (None, None),
        (PASS, "A15"),
    ],
)
def test_play_refuses_what_is_not_in_the_legal_list(
    move: Any,  # noqa: ANN401 - anything
    rule: str | None,
) -> None:
    state = example(0)
    with pytest.raises(IllegalMove) as caught:
        state.play(ROUGE, move)
    assert caught.value.rule == rule
    assert caught.value.say(FRENCH) != str(caught.value)
    assert state == example(0)


REFUSALS: list[tuple[Callable[[], object], str, str]] = [
    (
        partial(example, 0, then="pass"),
        "You lead this trick, so you cannot pass: lay a meld. (A15)",
        "C’est à vous d’attaquer, vous ne pouvez donc pas passer\u00a0: posez une série. (A15)",
    ),
    (
        partial(example, 0, then="1-2 x1"),
        "The first lead of the deal must contain 0-0, the lowest double. (A11)",
        "La première attaque de la manche doit contenir 0-0, le plus petit double. (A11)",
    ),
    (
        partial(example, 1, then="1-3 2-3 x2"),
        "You do not hold 1-3 2-3.",
        "Vous n’avez pas 1-3 2-3.",
    ),
    (
        partial(example, 1, then="1-2 2-6 x2"),
        (
            "The trick is rising: the cards of a meld share their low number,"
            " and 1-2 2-6 do not. (A12)"
        ),
        (
            "On est en montée\u00a0: les cartes d’une série ont le même nombre bas,"
            " et 1-2 2-6 ne l’ont pas. (A12)"
        ),
    ),
    (
        partial(example, 2, then="3-5 3-8 x2"),
        (
            "The trick is falling: the cards of a meld share their high number,"
            " and 3-5 3-8 do not. (A13)"
        ),
        (
            "On est en descente\u00a0: les cartes d’une série ont le même nombre haut,"
            " et 3-5 3-8 ne l’ont pas. (A13)"
        ),
    ),
    (
        partial(example, 1, then="1-2 1-8 x3"),
        "2 cards without a double make a size of 2, not 3. (A26)",
        "2 cartes sans double font une taille de 2, pas 3. (A26)",
    ),
    (
        partial(example, 0, then="0-0 x3"),
        "1 card that is a double makes a size of 1 or 2, not 3. (A26)",
        "1 carte, un double, fait une taille de 1 ou 2, pas 3. (A26)",
    ),
    (
        partial(example, 1, then="1-2 x1, 2-3 2-4 x2"),
        "The meld led has size 1: yours must have the same, not 2. (A18)",
        "La série d’attaque est de taille 1\u00a0: la vôtre doit l’être aussi, pas 2. (A18)",
    ),
    (
        partial(example, 1, then="1-2 x1, 0-6 x1"),
        "The trick is rising: your low number must be higher than 1, and 0 is not. (A19)",
        "On est en montée\u00a0: votre nombre bas doit dépasser 1, et 0 ne le fait pas. (A19)",
    ),
    (
        partial(example, 2, then="5-6 x1, 6-8 x1"),
        "The trick is falling: your high number must be lower than 6, and 8 is not. (A20)",
        (
            "On est en descente\u00a0: votre nombre haut doit être inférieur à 6,"
            " et 8 ne l’est pas. (A20)"
        ),
    ),
]


@pytest.mark.parametrize(("attempt", "english", "french"), REFUSALS)
def test_refusals_say_what_was_wrong(
    attempt: Callable[[], object], english: str, french: str
) -> None:
    with pytest.raises(IllegalMove) as caught:
        attempt()
    assert str(caught.value) == english
    assert caught.value.say(FRENCH) == french


def test_out_of_turn() -> None:
    state = example(0)
    with pytest.raises(IllegalMove, match="not the turn"):
        state.play(BLEU, PASS)
    assert state.legal_moves(BLEU) == ()


@pytest.mark.parametrize("seat", [-1, 3, "0", 1.0, None])
def test_seats_that_do_not_exist(seat: Any) -> None:  # noqa: ANN401 - anything
    state = example(0)
    with pytest.raises(IllegalMove):
        state.play(seat, PASS)
    with pytest.raises(BadSeat):
        state.legal_moves(seat)
    with pytest.raises(BadSeat):
        state.hand(seat)
    if seat is not None:
        with pytest.raises(BadSeat):
            state.view(seat)


# Deals


def swapped(old: str, new: str) -> list[str]:
    return [hand.replace(old, new) for hand in HANDS]


@pytest.mark.parametrize(
    ("hands", "key"),
    [
        (HANDS[:2], "deal.hand-count"),
        ((*HANDS, ""), "deal.hand-count"),
        (["0-0", "0-1", "0-2"], "deal.wrong-size"),
        (["", "", ""], "deal.wrong-size"),
        ((HANDS[0] + " 6-6", *HANDS[1:]), "deal.unequal"),
        (swapped("7-8", "7-9"), "deal.twice"),  # the misprint of the sheet
        (swapped("7-8", "8-7"), "text.card"),
        (" ".join(HANDS), "deal.hand-type"),
    ],
)
def test_deals_that_cannot_be(hands: Any, key: str) -> None:  # noqa: ANN401 - anything
    with pytest.raises(BadDeal) as caught:
        THREE.start(hands)
    assert caught.value.phrase.key == key


def test_there_is_no_dealer_no_hand_size_and_no_upcard() -> None:
    attempts: dict[str, Callable[[], object]] = {
        "dealer": partial(THREE.deal, random.Random(1), dealer=0),
        "cards": partial(THREE.deal, random.Random(1), cards=18),
        "upcard": partial(THREE.start, HANDS, upcard="6-6"),
    }
    for name, attempt in attempts.items():
        with pytest.raises(BadDeal, match=f"leave out {name}"):
            attempt()
    assert THREE.start(HANDS, dealer=None, upcard=None) == example(0)


# Options


@pytest.mark.parametrize(
    "given",
    [
        {"deals": 0},
        {"deals": 1001},
        {"deals": True},
        {"deals": "5"},
        {"deals": 2.5},
        {"target": 0},
        {"target": -3},
        {"target": [50]},
        {"deals": 5, "target": 50},
        {"bidding": "in-turn"},
    ],
)
def test_options_that_cannot_be(given: dict[str, Any]) -> None:
    with pytest.raises(BadOptions) as caught:
        AufAb.of("auf-ab", 3, given)
    assert caught.value.say(FRENCH) != caught.value.say(ENGLISH)


def test_a_match_has_one_ending() -> None:
    for ending in ({"target": 50, "deals": 5}, {"deals": 0}, {"target": -1}):
        with pytest.raises(BadOptions):
            FOUR.match(**ending)


def test_settled_options_settle_to_themselves() -> None:
    for given in ({}, {"deals": 3}, {"target": 40}):
        settled = AufAb.of("auf-ab", 4, given).options
        again = {"deals": settled.deals, "target": settled.target}
        assert AufAb.of("auf-ab", 4, again).options == settled


# Sentences


def test_both_languages_have_the_same_sentences() -> None:
    def own(lang: str) -> set[str]:
        return {key for key in catalogue(lang).sentences if "auf-ab." in key}

    assert own("en") == own("fr")


def test_french_is_set_as_the_french_set_it() -> None:
    """No straight apostrophe, and no breaking space before a high mark or inside guillemets."""
    written = files("funicular.lang").joinpath("fr", "auf-ab.toml").read_text(encoding="utf-8")
    assert re.findall(r" [:;!?»]|« |'", written) == []
