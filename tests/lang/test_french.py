"""What French asks of sentences with names put into them, and of its spaces."""

from __future__ import annotations

import re

from funicular.lang import catalogue
from funicular.lang.catalogue import Forms

SENTENCES = {
    key: sentence
    for key, sentence in catalogue("fr").sentences.items()
    # Words to type stand in lists, with plain spaces between them.
    if ".words." not in key
}


def forms(sentence: Forms) -> list[str]:
    """All that may be said: to readers and of others, of one and of several."""
    if isinstance(sentence, str):
        return [sentence]
    return [form for each in sentence.values() for form in forms(each)]


def test_no_name_follows_a_word_that_would_lose_its_vowel() -> None:
    """« de ascenseur-52 », « que Iris »: a placeholder cannot elide what stands before it."""
    names = r"\b(de|que|le|la|ne|se|si) \{(game|player|seat|owner%s)\b"
    for key, said in SENTENCES.items():
        # Elsewhere a name is that of a file or a table.
        elided = re.compile(names % ("|name" if key.startswith("web.") else ""), re.IGNORECASE)
        assert not any(map(elided.search, forms(said))), key


def test_no_line_may_end_before_a_colon_or_within_guillemets() -> None:
    breaking = re.compile(r" [:;!?»%]|« ")
    assert not [key for key, said in SENTENCES.items() if any(map(breaking.search, forms(said)))]
