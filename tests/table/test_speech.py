"""Names show all that they are; a line of chat loses what does not show."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from funicular.table.text_safety import HIDDEN, is_plain_name, plain_line, same_name

GOOD = ["Zoé", "Zoe\u0301", "Anne-Marie d’Orsay", "李", "שרה", "نور", "<b>x</b>", "🚠", "O_o", "7"]
GOOD += [
    "Анна",
    "Пётр Ильич",
    "Ελένη",
    "Νίκος",
    "Արամ",
    "प्रिया",
    "สมชาย",
    "やまだ",
    "김민준",
    "Anna 李",
]
GOOD += ["Łukasz", "Ñuñez", "Đặng Thị Ngọc", "Ⅳ", "Anna7", "ﬁlip"]
BAD = {
    "nothing": "",
    "a space": " ",
    "spaces around": " Zoé",
    "a space of another kind": "\u00a0Zoé",
    "a hole": "a  b",
    "a line": "a\nb",
    "a bell": "a\x07b",
    "colours of a terminal": "\x1b[31mred",
    "the other direction": "\u202eéoZ",
    "an isolate": "\u2066Zoé\u2069",
    "an arabic mark": "Zoé\u061c",
    "no width": "Zo\u200bé",
    "a joiner": "Zo\u200dé",
    "a soft hyphen": "Zo\u00adé",
    "a byte order mark": "\ufeffZoé",
    "a Hangul filler": "\u3164",
    "a Braille blank": "\u2800\u2800",
    "an accent alone": "\u0301",
    "a tower of accents": "Z" + "\u0301" * 20,
    "a tag": "Zoé\U000e0041",
    "private use": "\ue000",
    "a separator": "a\u2028b",
    "a variation selector": "Zoé\ufe00",
    "an emoji's selector": "Zoé\ufe0f",
    "an ideograph's selector": "Zoé\U000e0100",
    "a Mongolian selector": "Zo\u180bé",
    "Cyrillic among Latin": "\u0410nna",
    "Latin among Cyrillic": "\u0410\u043da",
    "a Greek omicron": "Z\u03bfe",
    "a Cherokee letter": "\u13aada",
}


@pytest.mark.parametrize("name", GOOD)
def test_names_of_people_are_good(name: str) -> None:
    assert is_plain_name(name)


@pytest.mark.parametrize("name", BAD.values(), ids=BAD)
def test_a_name_that_hides_something_is_refused(name: str) -> None:
    assert not is_plain_name(name)


def test_names_that_look_alike_are_one() -> None:
    assert same_name("Zoé", "ZOE\u0301")
    assert same_name("Zoé", "Ｚｏé")
    assert same_name("Straße", "STRASSE")
    assert not same_name("Zoé", "Zoe")


ALIKE = {
    "Cyrillic": ("Capa", "\u0421\u0430\u0440\u0430"),
    "Cyrillic in capitals": ("BOPOH", "\u0412\u041e\u0420\u041e\u041d"),
    "Cyrillic with dots": ("ë", "\u0451"),
    "Greek": ("NIKOZ", "\u039d\u0399\u039a\u039f\u0396"),
    "Greek in small letters": ("vov", "\u03bd\u03bf\u03bd"),
    "Armenian": ("OU", "\u0555\u054d"),
    "Cherokee": ("DAWS", "\u13a0\u13aa\u13b3\u13da"),
    "wide letters": ("Ada", "\uff21\uff44\uff41"),
    "mathematical letters": ("Ada", "\U0001d400\U0001d41d\U0001d41a"),
    "a stroke": ("Ilse", "llse"),
    "a one": ("Paul", "Pau1"),
    "a nought": ("OTTO", "0TT0"),
    "a dotless i": ("Iris", "Ir\u0131s"),
    "another apostrophe": ("d'Or", "d\u2019Or"),
    "another hyphen": ("Anne-Marie", "Anne\u2011Marie"),
    "a full stop": ("Alice", "Alice."),
    "a space": ("Alice", "A lice"),
    "much punctuation": ("Alice", "«A_l·i\u2019c~e»!"),
    "a hyphen more": ("Annemarie", "Anne-Marie"),
    "a small capital": ("Alice", "\u1d00lice"),
    "small capitals": ("Bruno", "\u0299\u0280\u1d1c\u0274\u1d0f"),
    "an estimated sign": ("Alice", "Alic\u212e"),
    "letters in circles": ("Ada", "\u24b6\u24d3\u24d0"),
    "white letters in circles": ("ADA", "\U0001f150\U0001f153\U0001f150"),
    "white letters in squares": ("ADA", "\U0001f170\U0001f173\U0001f170"),
    "letters of flags": ("ADA", "\U0001f1e6\U0001f1e9\U0001f1e6"),
    "raised letters": ("Ada", "\u1d2c\u1d48\u1d43"),
    "a script g": ("Hugo", "Hu\u0261o"),
    "Coptic": ("HAMO", "\u2c8e\u2c80\u2c98\u2c9e"),
    "Lisu": ("LISU", "\ua4e1\ua4f2\ua4e2\ua4f4"),
    "Canadian syllabics": ("ABC", "\u15e9\u15f7\u1455"),
}


@pytest.mark.parametrize(("one", "other"), ALIKE.values(), ids=ALIKE)
def test_names_with_one_shape_are_one(one: str, other: str) -> None:
    assert same_name(one, other)
    assert same_name(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(("Анна", "Anna"), ("Νίκος", "Nikos"), ("Ada", "Ida"), ("Lea", "Léa")),
        *(("Ada", "Ada 2"), ("Ada", "Ada ♥"), ("!!", "??"), ("Ł.", "L."), ("…", "-")),
    ],
)
def test_names_that_can_be_told_apart_are_two(one: str, other: str) -> None:
    assert not same_name(one, other)


LINES = {
    "Bravo\u202f!": "Bravo\u202f!",
    "«\u00a0non\u00a0»": "«\u00a0non\u00a0»",
    "👩‍👩‍👧 ❤️": "👩‍👩‍👧 ❤️",
    "<script>alert(1)</script>": "<script>alert(1)</script>",
    "abc\u202edef": "abcdef",
    "\u2067abc\u2069": "abc",
    "a\nb\tc\u2028d": "a b c d",
    "\x1b[2Jgone": "[2Jgone",
    "\u200b\u3164\u2800": "",
    "a\u200db": "ab",
    "Z" + "\u0301" * 30: "Z\u0301\u0301\u0301\u0301",
    "\ue000x": "x",
    "a\ufe0fb\ufe00c": "abc",
    "a\U000e0101\u180bb": "ab",
    "1\ufe0f\u20e3 ok": "1\ufe0f\u20e3 ok",
    "\u263a\ufe0e\ufe0f": "\u263a\ufe0e",
    "\u845b\U000e0100\U000e0101": "\u845b\U000e0100",
    "\u1820\u180b": "\u1820\u180b",
}


@pytest.mark.parametrize(("text", "shown"), LINES.items())
def test_a_line_keeps_what_people_see(text: str, shown: str) -> None:
    assert plain_line(text) == unicodedata.normalize("NFC", shown)


@given(st.text(max_size=300))
def test_whatever_is_said_shows_what_it_is(text: str) -> None:
    line = plain_line(text)
    hidden = {char for char in line if unicodedata.category(char) in HIDDEN}
    assert hidden <= {"\u200d"}
    assert "\n" not in line
    assert plain_line(line) == line or "\u200d" in line
    assert line == line.strip()
