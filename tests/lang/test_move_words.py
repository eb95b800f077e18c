"""The coach calls a move what the button for it says, in every language, and people by name."""

from __future__ import annotations

from functools import partial

import pytest

import funicular
from funicular.core.bits import bits_of
from funicular.games.auf_ab.cards import Card
from funicular.games.auf_ab.moves import parse_move as parse_lay
from funicular.games.auf_ab.moves import phrase_of as phrase_of_lay
from funicular.games.dnpup.moves import parse_move, phrase_of
from funicular.games.dnpup.zones import ZONES
from funicular.lang import Phrase, Reader, counted, languages
from tests.games.dnpup.tables import cards

NAMES = ("Nora", "Clara", "Hugo")
in_every_language = pytest.mark.parametrize("lang", languages())


def button(lang: str, key: str, **values: object) -> str:
    """What stands on a button of the table."""
    return Reader(lang).say(f"web.board.{key}", **values)


def said(phrase: Phrase, lang: str, seat: int = 0) -> str:
    text = Reader(lang, NAMES, seat).say(phrase)
    return text[:1].upper() + text[1:]


def dnpup(text: str, hand: str, seats: int = 3, **melds: str) -> Phrase:
    """A move of a seat with this hand; melds by their zones: `z1`, `z02`."""
    lying = {name[1:]: cards(meld) for name, meld in melds.items()}
    table = tuple(lying.get(zone.text.replace(".", ""), ()) for zone in ZONES[seats])
    return phrase_of(parse_move(text, seats), table, cards(hand))


@in_every_language
def test_melds_are_called_by_what_they_are(lang: str) -> None:
    play = partial(button, lang, "dnpup.play")
    hand = "3/6 3/6 4/6 4/7"
    assert said(dnpup("play 3/6 3/6", hand), lang) == play(**counted(2, 3))
    assert said(dnpup("play 3/6", hand), lang) == play(**counted(1, 3))
    assert said(dnpup("play 4/6 4/7", hand), lang) == play(**counted(2, 4))
    # It matters which of them is played: their other sides differ.
    assert said(dnpup("play 4/6", hand), lang) == f"{play(**counted(1, 4))} (4/6)"


@in_every_language
def test_what_lies_before_a_player_is_theirs_by_name(lang: str) -> None:
    take, add = dnpup("take 1", "3/6", z1="3/5 3/7"), dnpup("add 3/6 to 1", "3/6", z1="3/5 3/7")
    assert said(take, lang) == button(lang, "dnpup.take", player="Clara", value=3, n=2)
    assert said(add, lang) == button(lang, "dnpup.add", player="Clara", value=3)
    # Told to Clara, the same moves are about what is hers.
    for phrase in (take, add):
        assert "Clara" not in said(phrase, lang, seat=1)
        assert "1" not in said(phrase, lang, seat=1)
    assert "3/6" in said(dnpup("add 3/6 to 1", "3/6 3/8", z1="3/5"), lang)


@in_every_language
def test_with_two_players_a_meld_has_its_number(lang: str) -> None:
    values = {"player": "Clara", "number": 2, "value": 3}
    take = dnpup("take 1.2", "3/6", seats=2, z12="3/5")
    assert said(take, lang) == button(lang, "dnpup.take-zone", n=1, **values)
    add = dnpup("add 3/6 to 1.2", "3/6", seats=2, z12="3/5")
    assert said(add, lang) == button(lang, "dnpup.add-zone", **values)


@in_every_language
def test_a_double_counted_once_is_told_from_one_counted_twice(lang: str) -> None:
    hand = bits_of(tuple(map(Card.parse, ("4-4", "4-5", "4-7", "6-8"))))
    lay = partial(button, lang, "auf-ab.lay")

    def called(text: str) -> str:
        return said(phrase_of_lay(parse_lay(text), "rising", hand), lang)

    # Three cards that are four: nobody would find the fourth.
    assert called("4-4 4-5 4-7 x4") == f"{lay(**counted(4, 4))} (4-4 4-5 4-7)"
    assert called("4-5 x1") == f"{lay(**counted(1, 4))} (4-5)"
    assert called("4-4 4-5 x2") == f"{lay(**counted(2, 4))} (4-4 4-5)"
    assert called("4-4 x2") == f"{lay(**counted(2, 4))} (4-4)"
    assert called("6-8 x1") == lay(**counted(1, 6))
    assert called("pass") == button(lang, "auf-ab.pass")


@in_every_language
def test_bids_are_called_as_on_their_buttons(lang: str) -> None:
    game = funicular.game("ascenseur-52", seats=3)
    view = game.start(["AS KS", "2H 3H", "4D 5D"], dealer=2, upcard="9C").view(0)
    for tricks, move in enumerate(view.legal_moves()):
        assert said(view.phrase_of(move), lang) == button(lang, "ascenseur.bid-button", n=tricks)
