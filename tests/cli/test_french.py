"""What French asks of sentences with names put into them, and of its spaces."""

from __future__ import annotations

import re

from funicular.lang import catalogue
from funicular.lang.catalogue import Forms

SENTENCES = {
    key: sentence
    for key, sentence in catalogue("fr").sentences.items()
    # Words to type stand in lists, with plain spaces between them.
    if key.startswith("cli.") and ".words." not in key
}


def forms(sentence: Forms) -> list[str]:
    return [sentence] if isinstance(sentence, str) else list(sentence.values())


def test_no_name_follows_a_word_that_would_lose_its_vowel() -> None:
    """« de ascenseur-52 », « que Iris »: a placeholder cannot elide what stands before it."""
    elided = re.compile(r"\b(de|que|le|la|ne|se|si) \{(game|player|seat|owner)\b", re.IGNORECASE)
    assert not [key for key, said in SENTENCES.items() if any(map(elided.search, forms(said)))]


def test_no_line_may_end_before_a_colon_or_within_guillemets() -> None:
    breaking = re.compile(r" [:;!?»%]|« ")
    assert not [key for key, said in SENTENCES.items() if any(map(breaking.search, forms(said)))]
