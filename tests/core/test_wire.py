"""JSON and back: equal values have equal bytes, and what is wrong is refused saying where."""

import pytest
from msgspec import Struct

from funicular.core.errors import BadRecord
from funicular.core.wire import from_json, to_json
from funicular.games.ascenseur.cards import Card
from funicular.games.ascenseur.moves import Bid, Play


class Box(Struct, frozen=True):
    cards: tuple[Card, ...]
    suits: frozenset[str] = frozenset()


class Odd(Struct, frozen=True):
    thing: object


def test_cards_are_written_as_their_text() -> None:
    box = Box((Card.parse("TS"), Card.parse("2C")))
    assert to_json(box) == b'{"cards":["TS","2C"],"suits":[]}'
    assert from_json(to_json(box), Box) == box


def test_sets_have_one_order() -> None:
    first = to_json(Box((), frozenset("CDHS")))
    assert first == to_json(Box((), frozenset("SHDC"))) == b'{"cards":[],"suits":["C","D","H","S"]}'
    assert from_json(first, Box).suits == {"C", "D", "H", "S"}


def test_sets_of_cards_have_one_order_too() -> None:
    cards = [Card.parse(text) for text in ("AS", "2C", "TH", "7D")]
    assert to_json({"in": frozenset(cards)}) == to_json({"in": frozenset(reversed(cards))})


def test_dictionaries_have_one_order() -> None:
    assert to_json({"b": 1, "a": 2}) == to_json({"a": 2, "b": 1})


def test_moves_are_values_with_fields() -> None:
    assert from_json(to_json(Bid(3)), Bid) == Bid(3)
    play = Play(Card.parse("TS"))
    assert from_json(to_json(play), Play) == play


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ('{"cards":["XX"]}', "cards"),
        ('{"cards":[5]}', "cards"),
        ('{"cards":"TS"}', "cards"),
        ('{"cards":[]', ""),
        ("", ""),
        ("nonsense", ""),
        ("{}", "cards"),
        ('{"cards":[],"suits":[1]}', "suits"),
        (b"\xff\xfe", ""),
        (b'{"cards":["\xff"]}', ""),
        ('{"cards":["\ud800"]}', ""),
        ("[" * 100_000, ""),
    ],
    ids=lambda given: repr(given)[:30],
)
def test_what_is_wrong_is_refused_saying_where(text: str | bytes, where: str) -> None:
    with pytest.raises(BadRecord) as refusal:
        from_json(text, Box)
    assert where in str(refusal.value)


def test_what_has_no_spelling_cannot_be_written() -> None:
    with pytest.raises(NotImplementedError, match="complex cannot be written"):
        to_json(1j)


def test_what_has_no_spelling_cannot_be_read() -> None:
    class Complex(Struct, frozen=True):
        number: complex

    with pytest.raises((NotImplementedError, BadRecord)):
        from_json('{"number":"1j"}', Complex)
