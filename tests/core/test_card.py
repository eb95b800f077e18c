"""One object a card: however a card is made again, it is the same one."""

import copy
import pickle
import random

import pytest

import funicular
from funicular.core.card import Card as AnyCard
from funicular.core.errors import BadText
from funicular.games.ascenseur.cards import ALL_CARDS, Card
from funicular.games.dnpup.zones import Zone


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


@pytest.mark.parametrize("name", funicular.GAMES)
def test_nobody_can_change_a_card(name: str) -> None:
    """It is the same object in every deal of the process: a bot that writes on it would cheat."""
    game = funicular.game(name, seats=3)
    (card, *_) = game.deal(random.Random(1)).hand(0)
    for attribute in ("text", "order", *type(card).__slots__):
        before = getattr(card, attribute)
        with pytest.raises(AttributeError, match="cannot be changed"):
            setattr(card, attribute, before)
        with pytest.raises(AttributeError, match="cannot be changed"):
            delattr(card, attribute)
        assert getattr(card, attribute) is before
    with pytest.raises(AttributeError):
        card.note = "mine"


def test_nobody_can_change_a_zone() -> None:
    zone = Zone.parse("1.2")
    with pytest.raises(AttributeError, match=r"Zone\(1\.2\) is shared"):
        zone.seat = 0
