"""Sentences for one person: plural and person forms, names, cards and lists in words."""

import pytest

from funicular.games.ascenseur.cards import Card
from funicular.lang import ENGLISH, Phrase, Reader, Spoken, UnknownLanguage, catalogue, languages
from funicular.lang.reader import _Speller

NAMES = ("Iris", "Roméo", "Ana")


def test_there_are_english_and_french() -> None:
    assert {"en", "fr"} <= set(languages())
    assert [catalogue(code).name for code in ("en", "fr")] == ["English", "Français"]


@pytest.mark.parametrize(
    ("lang", "number", "sentence"),
    [
        ("en", 0, "bid 0 tricks"),
        ("en", 1, "bid 1 trick"),
        ("en", 2, "bid 2 tricks"),
        ("fr", 0, "annoncer 0 pli"),
        ("fr", 1, "annoncer 1 pli"),
        ("fr", 2, "annoncer 2 plis"),
    ],
)
def test_a_number_chooses_the_form(lang: str, number: int, sentence: str) -> None:
    assert Reader(lang).say("ascenseur.move.bid", n=number) == sentence


def test_the_reader_is_you_and_the_others_have_names() -> None:
    phrase = Phrase.of("ascenseur.bid-made", seat=1, n=2)
    assert Reader("en", NAMES).say(phrase) == "Roméo bids 2."
    assert Reader("en", NAMES, seat=1).say(phrase) == "You bid 2."
    assert Reader("en", NAMES, seat=0).say(phrase) == "Roméo bids 2."
    assert Reader("fr", NAMES, seat=1).say(phrase) == "Vous annoncez 2."
    assert ENGLISH.say(phrase) == "seat 1 bids 2."


def test_person_and_number_together() -> None:
    assert Reader("en", NAMES, seat=0).say("sheet.won", seat=0, n=1) == (
        "You win the match with 1 point."
    )
    assert (
        Reader("en", NAMES).say("sheet.won", seat=0, n=-3) == "Iris wins the match with -3 points."
    )


def test_a_seat_without_a_name_is_its_number() -> None:
    assert Reader("en", NAMES).player(3) == "seat 3"
    assert Reader("fr").player(0) == "la place 0"


def test_lists_of_players() -> None:
    reader = Reader("en", NAMES)
    assert reader.say("sheet.shared", winners=(0, 2), n=4) == (
        "A shared win with 4 points: Iris, Ana."
    )
    assert reader.say("turn.not-yours", seat=0, expected=[1]) == (
        "It is not the turn of Iris: Roméo to move."
    )


def test_cards_are_spelled_in_the_language() -> None:
    king = Card.parse("KS")
    assert isinstance(king, Spoken)
    assert Reader("en").say("ascenseur.move.play", card=king) == "play K♠"
    assert Reader("fr").say("ascenseur.move.play", card=king) == "jouer R♠"
    hand = Reader("en", NAMES).say("ascenseur.note.hand", player=0, cards=(king, Card.parse("2C")))
    assert hand == "Iris: K♠ 2♣"


def test_numbers_are_signed_where_the_sentence_asks_for_it() -> None:
    cells = [
        ENGLISH.say("ascenseur.score-cell", bid=0, won=1, points=points) for points in (3, 0, -1)
    ]
    assert cells == ["1/0 +3", "1/0 0", "1/0 −1"]


def test_a_phrase_may_hold_another() -> None:
    inner = Phrase.of("turn.deal-over")
    assert ENGLISH.say("record.deal", deal=2, problem=inner) == (
        "Deal 2: The deal is over: no more moves."
    )


def test_lists_of_words() -> None:
    assert ENGLISH.say("options.unknown", name="x", known=("a", "b")).endswith("Known: a, b.")
    assert ENGLISH.say("record.totals", given=(1, 2), expected=[3, 4]) == (
        "The record says the totals are 1, 2, but the moves come to 3, 4."
    )


def test_numbers_are_written_as_the_language_writes_them() -> None:
    values = {"value": 2.5}
    assert spell("{value:decimal}", "en", **values) == "2.5"
    assert spell("{value:decimal}", "fr", **values) == "2,5"
    assert spell("{value:decimal}", "fr", value=-2.0) == "−2"
    assert spell("{value:signed-tenths}", "fr", value=-3.04) == "−3,0"
    assert spell("{value:signed-tenths}", "en", value=2.25) == "+2.2"
    assert spell("{value:signed-tenths}", "en", value=-0.01) == "0.0"
    assert spell("{value:percent}", "en", value=0.674) == "67%"
    assert spell("{value:percent}", "fr", value=0.674) == "67\u00a0%"


def spell(template: str, lang: str, **values: float) -> str:
    """A sentence that is in no catalogue, filled in as one that is."""
    return _Speller(Reader(lang)).fill(template, values)


def test_a_language_without_a_catalogue_is_refused() -> None:
    with pytest.raises(UnknownLanguage):
        Reader("tlh").say("seat-number", number=1)
