"""Names show all that they are; a line of chat loses what does not show."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from funicular.table.speech import HIDDEN, is_plain_name, plain_line, same_name

GOOD = ["Zoé", "Zoe\u0301", "Anne-Marie d’Orsay", "李", "שרה", "نور", "<b>x</b>", "🚠", "O_o", "7"]
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
