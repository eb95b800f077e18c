"""One object a card: however a card is made again, it is the same one."""

import copy
import pickle
import random

import pytest

from funicular.core.card import Card as AnyCard
from funicular.core.errors import BadText
from funicular.games.ascenseur.cards import ALL_CARDS, Card


def test_a_card_is_one_object() -> None:
    for card in ALL_CARDS:
        assert Card.parse(str(card)) is card
        assert copy.deepcopy(card) is card
        assert pickle.loads(pickle.dumps(card)) is card  # noqa: S301 - our own


def test_cards_are_sorted_in_the_order_of_the_deck() -> None:
    shuffled = random.Random(0).sample(ALL_CARDS, 52)
    assert sorted(shuffled) == list(ALL_CARDS)
    assert repr(ALL_CARDS[0]) == "Card(2C)"


def test_a_card_is_written_as_its_language_has_it() -> None:
    assert Card.parse("KS").spoken("en") == "K♠"
    assert Card.parse("KS").spoken("fr") == "R♠"
    assert Card.parse("TD").spoken("fr") == "10♦"


def test_each_game_has_its_own_table_of_cards() -> None:
    class Tile(AnyCard):
        """A card of no game."""

    tile = Tile("KS", 0)
    assert tile.spoken("fr") == "KS"
    with pytest.raises(BadText):
        Tile.parse("KS")
    assert str(Card.parse("KS")) == str(tile)
    assert type(Card.parse("KS")) is Card
