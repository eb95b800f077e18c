"""Every language has every sentence, with the same values in it, and nothing that nobody says."""

from __future__ import annotations

import ast
import re
import string
from pathlib import Path

import pytest

from funicular.lang import catalogue, languages
from funicular.lang.catalogue import Forms
from funicular.lang.plurals import CATEGORIES

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "funicular"
CLIENT = ROOT / "client" / "src"
ENGLISH = catalogue("en")
# Cards, tricks, points, seconds: numbers that sentences really speak of.
COMMON = range(200)

# Keys put together in code: everything that begins so counts as used.
DYNAMIC = (
    "option.",
    "ascenseur.rank.",
    "auf-ab.direction.",
    "auf-ab.laid.",
    "auf-ab.move.lay.",
    "auf-ab.number.",
    "auf-ab.one-number.",
    "auf-ab.ordinal.",
    "auf-ab.size.",
    "auf-ab.turned.",
    "cli.about-command.",
    "cli.admin.about.",
    "cli.admin.close.",
    "cli.keep.ask-",
    "cli.help.admin.",
    "cli.about-word.",
    "cli.help.serve.",
    "cli.metavar.",
    "cli.serve.durability.",
    "cli.ascenseur.suit.",
    "cli.auf-ab.falling",
    "cli.auf-ab.rising",
    "cli.dnpup.may-",
    "dnpup.move.",
    "cli.game.",
    "cli.how.",
    "cli.level.",
    "cli.words.command.",
    "evaluation.chance.",
    "evaluation.unit.",
    "form.",
    "head.",
    "hint.chance.",
    "hint.goal.",
    "lessons.",
    "review.account.",
    "review.chance.",
    "table.notice.",
)
# Made by adding to another key: dnpup names the zone where a player has two.
SUFFIXES = ("-in-zone",)
KEY = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)+")


def first_arguments() -> list[tuple[str, str]]:
    """What is given to `say`, to `Phrase.of` and to errors, with the place where it is."""
    found = []
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args or not _takes_key(node.func):
                continue
            found += [
                (str(constant.value), f"{path.name}:{constant.lineno}")
                for constant in _strings(node.args[0])
            ]
    return found


def _takes_key(called: ast.expr) -> bool:
    if isinstance(called, ast.Attribute):
        return called.attr in ("say", "of")
    return isinstance(called, ast.Name) and bool(
        re.fullmatch(
            r"(Bad|Illegal|Unknown|Cannot|Store)\w+|Conflict|Forfeit|without_verb|_in_zone|Phrase",
            called.id,
        )
    )


def _strings(argument: ast.expr) -> list[ast.Constant]:
    """The string itself, or both of a choice between two."""
    if isinstance(argument, ast.IfExp):
        return _strings(argument.body) + _strings(argument.orelse)
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        return [argument]
    return []


# A key in the client is a string of its own, or begins a template: `web.suit.${suit}`.
WORD = r"[a-z0-9]+(?:-[a-z0-9]+)*"
CLIENT_KEY = re.compile(rf"""["'`]({WORD}(?:\.{WORD})+)["'`]""")
CLIENT_BEGINNING = re.compile(r"`([a-z0-9]+(?:[.-][a-z0-9]+)*[.-])\$\{")


def in_client(pattern: re.Pattern[str]) -> set[str]:
    """What the client's code has of this kind."""
    return {
        found
        for path in CLIENT.rglob("*")
        if path.suffix in (".ts", ".svelte")
        for found in pattern.findall(path.read_text(encoding="utf-8"))
    }


def every_string() -> set[str]:
    return in_client(CLIENT_KEY) | {
        node.value
        for path in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def forms(sentence: Forms) -> list[str]:
    if isinstance(sentence, str):
        return [sentence]
    return [form for inner in sentence.values() for form in forms(inner)]


def placeholders(sentence: Forms) -> set[tuple[str, str]]:
    return {
        (name, spec or "")
        for form in forms(sentence)
        for _, name, spec, _ in string.Formatter().parse(form)
        if name is not None
    }


def test_there_are_sentences_and_uses_to_compare() -> None:
    assert len(ENGLISH.sentences) > 100
    assert len(first_arguments()) > 100


def test_every_key_in_the_code_is_in_the_catalogue() -> None:
    keys = [(key, place) for key, place in first_arguments() if KEY.fullmatch(key)]
    missing = [(key, place) for key, place in keys if key not in ENGLISH.sentences]
    assert not missing


@pytest.mark.parametrize("lang", languages())
def test_every_language_has_the_same_keys(lang: str) -> None:
    assert set(catalogue(lang).sentences) == set(ENGLISH.sentences)


@pytest.mark.parametrize("lang", languages())
def test_every_language_speaks_of_the_same_values(lang: str) -> None:
    theirs = catalogue(lang).sentences
    different = {
        key: (placeholders(sentence), placeholders(theirs[key]))
        for key, sentence in ENGLISH.sentences.items()
        if key in theirs and placeholders(sentence) != placeholders(theirs[key])
    }
    assert not different


def plural_tables(sentence: Forms) -> list[dict[str, Forms]]:
    """The forms by number in a sentence, also those inside the forms by reader."""
    if isinstance(sentence, str):
        return []
    if "you" in sentence:
        return [table for form in sentence.values() for table in plural_tables(form)]
    return [sentence]


@pytest.mark.parametrize("lang", languages())
def test_every_sentence_has_a_form_for_each_category_that_common_numbers_take(lang: str) -> None:
    words = catalogue(lang)
    needed = {words.plural.category(number) for number in COMMON}
    tables = {key: plural_tables(sentence) for key, sentence in words.sentences.items()}
    assert sum(map(len, tables.values())) > 50
    assert not {key for key, found in tables.items() if any(needed - set(each) for each in found)}


@pytest.mark.parametrize("lang", languages())
def test_no_plural_form_is_taken_for_a_sentence(lang: str) -> None:
    """As happens to a table of forms that lacks `other`."""
    names = set(CATEGORIES) - {"other"}
    assert not [key for key in catalogue(lang).sentences if key.rpartition(".")[2] in names]


def test_no_sentence_is_there_for_nobody() -> None:
    said = every_string()
    said |= {text + suffix for text in said for suffix in SUFFIXES}
    put_together = (*DYNAMIC, *in_client(CLIENT_BEGINNING))
    unused = [
        key for key in ENGLISH.sentences if key not in said and not key.startswith(put_together)
    ]
    assert not unused


def test_every_word_of_the_client_is_in_the_catalogue() -> None:
    keys = {key for key in in_client(CLIENT_KEY) if key.startswith("web.")}
    assert len(keys) > 100
    assert not keys - set(ENGLISH.sentences)


@pytest.mark.parametrize("prefix", DYNAMIC)
def test_a_beginning_of_keys_put_together_in_code_is_still_needed(prefix: str) -> None:
    assert any(key.startswith(prefix) for key in ENGLISH.sentences)
