"""What may be typed instead of a move's one spelling."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from funicular import Game, Reader, State, game
from funicular.cli.answers import TypedMove, Unclear, understand
from funicular.core.wire import from_json
from funicular.games.ascenseur.shorthand import spellings
from funicular.games.registry import spec_of
from funicular.lang.plain_text import plain
from tests.games.as_sent import as_sent

ENGLISH = Reader("en", ("You", "Iris", "Hugo", "Clara"), 0)
FRENCH = Reader("fr", ("Vous", "Iris", "Hugo", "Chloé"), 0)


# Read by `client/tests/typed_move.test.mjs` too: one grammar for the terminal and the browser.
TYPED = json.loads((Path(__file__).parents[1] / "golden" / "typed_moves.json").read_text("utf-8"))


@pytest.mark.parametrize("position", TYPED, ids=lambda position: position["name"])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_move_may_be_typed_as_it_is_said(position: dict[str, Any], lang: str) -> None:
    """What it means: a move, legal or not, several legal ones in any order, or none."""
    name = position["game"]
    spec, reader = spec_of(name), Reader(lang, tuple(position["names"]), 0)
    deal = from_json(json.dumps(position["deal"]), spec.wire.deal)
    listing = spec.terminal.listing(deal, reader)
    table = game(name, seats=3)
    for text, expected in position["typed"][lang].items():
        answer = understand(text, table, deal, listing, reader)
        found: object = None
        if isinstance(answer, TypedMove):
            found = str(answer.move)
        elif isinstance(answer, Unclear) and answer.why.key == "cli.ambiguous":
            labels = answer.why.params["moves"]
            assert isinstance(labels, tuple)
            found = sorted(str(label).rpartition("(")[2][:-1] for label in labels)
        assert found == expected, text


def meaning(text: str, table: Game, state: State, reader: Reader) -> str:
    """The move that the text means, or the key of the sentence that says why none."""
    deal = as_sent(state)
    listing = spec_of(table.name).terminal.listing(deal, reader)
    answer = understand(text, table, deal, listing, reader)
    assert isinstance(answer, TypedMove | Unclear)
    return str(answer.move) if isinstance(answer, TypedMove) else answer.why.key


def leading_ascenseur() -> tuple[Game, State]:
    """The person leads from A♠ K♠ 10♥ Q♦ K♣, spades trumps."""
    table = game("ascenseur-52", seats=3)
    hands = ["AS KS TH QD KC", "2S 3S 4S 5S 6S", "2D 3D 4D 5D 6D"]
    state = table.start(hands, dealer=2, upcard="9S")
    for seat in range(3):
        state = state.play(seat, table.parse_move("bid 1"))
    return table, state


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1", "play AS"),
        ("play KC", "play KC"),
        ("PLAY kc", "play KC"),
        ("kc", "play KC"),
        ("10h", "play TH"),
        ("Th", "play TH"),
        ("10♥", "play TH"),
        ("ace of spades", "play AS"),
        ("Queen of diamonds", "play QD"),
        ("queen", "play QD"),
        ("q", "play QD"),
        ("h", "play TH"),
        ("k", "cli.ambiguous"),
        ("2c", "play 2C"),
        ("bid 2", "bid 2"),
        ("bid 99", "cli.not-understood"),
        ("6", "cli.no-number"),
        ("0", "cli.no-number"),
        ("zz", "cli.not-understood"),
        ("unod", "cli.did-you-mean"),
        ("", "cli.say-something"),
    ],
)
def test_ascenseur_in_english(text: str, expected: str) -> None:
    assert meaning(text, *leading_ascenseur(), ENGLISH) == expected


def test_while_bids_are_made_a_number_is_a_bid() -> None:
    table = game("ascenseur-52", seats=3)
    state = table.start(["AS KS", "2S 3S", "2D 3D"], dealer=2, upcard="9S")
    assert meaning("2", table, state, ENGLISH) == "bid 2"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("rt", "play KC"),
        ("rc", "play KH"),
        ("play KC", "play KC"),
        ("play kc", "play KC"),
        ("jouer rt", "play KC"),
        ("rp", "play KS"),
        ("rd", "play KD"),
        ("dk", "play QD"),
        ("dd", "play QD"),
        ("10c", "play TH"),
        ("R♣", "play KC"),
        ("Roi de Trèfle", "play KC"),
        ("dix de cœur", "play TH"),
        ("as", "play AS"),
        ("c", "play TH"),
        ("carreau", "play QD"),
        ("d", "play QD"),
        ("q", "play QD"),
        ("r", "cli.ambiguous"),
        ("a2", "bid 2"),
    ],
)
def test_ascenseur_in_french(text: str, expected: str) -> None:
    assert meaning(text, *leading_ascenseur(), FRENCH) == expected


@pytest.mark.parametrize("reader", [ENGLISH, FRENCH])
def test_no_spelling_means_two_cards(reader: Reader) -> None:
    spelled = spellings(reader)
    for card in set(spelled.values()):
        assert spelled[plain(card.spoken(reader.lang))] is card


def auf_ab_lead() -> tuple[Game, State]:
    table = game("auf-ab", seats=3)
    return table, table.start(
        [
            "0-0 0-1 0-3 0-5 1-2 2-3 2-6 3-9 4-4 4-5 4-7 5-9 6-7 7-7 7-9 8-8 9-9 6-9",
            "0-9 1-1 1-3 1-4 1-5 1-6 2-8 3-3 3-5 3-7 4-6 4-8 5-5 5-7 6-8 7-8 8-9 3-8",
            "0-2 0-4 0-6 0-7 0-8 1-7 1-8 1-9 2-2 2-4 2-5 2-7 2-9 3-4 3-6 4-9 5-6 5-8",
        ]
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0-0 0-1 0-3 x4", "0-0 0-1 0-3 x4"),
        ("0-3 1-0 0-0 x4", "0-0 0-1 0-3 x4"),
        ("00 01 x3", "0-0 0-1 x3"),
        ("lay 0-0, 0-1 x 2", "0-0 0-1 x2"),
        ("0-0", "cli.ambiguous"),
        ("0x5", "0-0 0-1 0-3 0-5 x5"),
        ("0x2", "cli.ambiguous"),
        ("7x2", "7-7 7-9 x2"),
        ("p", "pass"),
        ("q", "cli.not-understood"),
        ("4-5", "4-5 x1"),
        ("9-9 x3", "9-9 x3"),
    ],
)
def test_auf_ab(text: str, expected: str) -> None:
    assert meaning(text, *auf_ab_lead(), ENGLISH) == expected


def dnpup_turn() -> tuple[Game, State]:
    """The person's turn, with a meld of each of the others before them."""
    table = game("dnpup", seats=3)
    for seed in range(10_000):
        state = table.deal(random.Random(seed))
        while state.to_act and state.to_act != (0,):
            seat = state.to_act[0]
            state = state.play(seat, state.legal_moves(seat)[0])
        moves = set(map(str, state.legal_moves(0)))
        if {"take 1", "take 2"} <= moves and {"3/4", "3/5"} <= set(map(str, state.hand(0))):
            return table, state
    raise AssertionError


@pytest.mark.parametrize(
    ("text", "reader", "expected"),
    [
        ("f", ENGLISH, "flip"),
        ("retourner", FRENCH, "flip"),
        ("t2", ENGLISH, "take 2"),
        ("take hugo", ENGLISH, "take 2"),
        ("prendre Iris", FRENCH, "take 1"),
        ("p1", FRENCH, "take 1"),
        ("t", ENGLISH, "cli.ambiguous"),
        ("t5", ENGLISH, "cli.not-understood"),
        ("a 3/4 to iris", ENGLISH, "add 3/4 to 1"),
        ("add 3/4 2", ENGLISH, "add 3/4 to 2"),
        ("3/5 3/4", ENGLISH, "play 3/4 3/5"),
        ("play 3/5, 3/4", ENGLISH, "play 3/4 3/5"),
        ("p 3/4", ENGLISH, "play 3/4"),
        ("j 3/4", FRENCH, "play 3/4"),
        ("9/2 9/2 9/2", ENGLISH, "play 9/2 9/2 9/2"),
        ("99/3", ENGLISH, "cli.not-understood"),
        ("3x1", ENGLISH, "cli.ambiguous"),
        ("three", ENGLISH, "cli.ambiguous"),
        # Not one value: a play of what is held, for the rules to refuse.
        ("3/4 4", ENGLISH, "play 3/4 4/2"),
    ],
)
def test_dnpup(text: str, reader: Reader, expected: str) -> None:
    assert meaning(text, *dnpup_turn(), reader) == expected
