"""Plural categories of CLDR: rules read from files, and the browser's, which must agree."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from funicular.lang import catalogue, languages
from funicular.lang.plurals import PluralRules, plural_rules

POLISH: dict[str, Any] = tomllib.loads(
    Path(__file__).with_name("pl").joinpath("core.toml").read_text()
)
# Rules as CLDR writes them, of languages with three forms and more.
RULES: dict[str, dict[str, str]] = {
    "pl": POLISH["language"]["plural"],
    "ja": {},
    "lt": {
        "one": "n % 10 = 1 and n % 100 != 11..19",
        "few": "n % 10 = 2..9 and n % 100 != 11..19",
        "many": "f != 0",
    },
    "lv": {
        "zero": "n % 10 = 0 or n % 100 = 11..19 or v = 2 and f % 100 = 11..19",
        "one": "n % 10 = 1 and n % 100 != 11 or v = 2 and f % 10 = 1 and f % 100 != 11 or v != 2"
        " and f % 10 = 1",
    },
    "da": {"one": "n = 1 or t != 0 and i = 0,1"},
    "ar": {
        "zero": "n = 0",
        "one": "n = 1",
        "two": "n = 2",
        "few": "n % 100 = 3..10",
        "many": "n % 100 = 11..99",
    },
    "gd": {"one": "n = 1,11", "two": "n = 2,12", "few": "n = 3..10,13..19"},
}
NUMBERS: list[float] = [
    *range(-3, 250),
    1000,
    1001,
    1002,
    1005,
    100_000,
    1_000_000,
    2_000_000,
    *(number / 4 for number in range(100)),
    *(number / 10 for number in range(130)),
    *(number / 100 for number in range(130)),
]


def ours() -> dict[str, PluralRules]:
    written = {lang: plural_rules(rules) for lang, rules in RULES.items()}
    return written | {lang: catalogue(lang).plural for lang in languages()}


def test_polish_has_four_forms() -> None:
    rules = ours()["pl"]
    expected: dict[str, list[float]] = {
        "one": [1],
        "few": [2, 3, 4, 22, 34, 102],
        "many": [0, 5, 11, 12, 13, 14, 21, 25, 112, 1000],
        "other": [1.5, 0.1, 10.25],
    }
    for category, numbers in expected.items():
        assert {rules.category(number) for number in numbers} == {category}


@pytest.mark.parametrize(
    ("lang", "number", "category"),
    [
        ("en", 1, "one"),
        ("en", 1.0, "one"),
        ("en", -1, "one"),
        ("en", 1.5, "other"),
        ("fr", 0, "one"),
        ("fr", 1.5, "one"),
        ("fr", 2, "other"),
        ("fr", 1_000_000, "many"),
    ],
)
def test_our_languages(lang: str, number: float, category: str) -> None:
    assert ours()[lang].category(number) == category


@pytest.mark.parametrize("value", [None, "1", True, (1,)])
def test_what_is_no_number_is_other(value: object) -> None:
    assert ours()["en"].category(value) == "other"


@pytest.mark.parametrize(
    "rules",
    [
        {"one": "n is 1"},
        {"one": ""},
        {"one": "x = 1"},
        {"one": "n = 1 and"},
        {"one": "n = 1.."},
        {"other": "n = 1"},
        {"several": "n = 1"},
    ],
)
def test_what_is_no_rule_is_refused(rules: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=r"CLDR|plural rule"):
        plural_rules(rules)


def test_the_browser_chooses_the_same_forms() -> None:
    """`Intl.PluralRules` in the client, our rules in Python: one sentence on both sides."""
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    node = shutil.which("node", path=path)
    assert node is not None, "no Node: `make client` installs one"
    program = """
        const { langs, numbers } = JSON.parse(require("fs").readFileSync(0));
        const chosen = (lang) => numbers.map((n) => new Intl.PluralRules(lang).select(n));
        console.log(JSON.stringify(Object.fromEntries(langs.map((lang) => [lang, chosen(lang)]))));
    """
    asked = json.dumps({"langs": list(ours()), "numbers": NUMBERS})
    answer = subprocess.run(
        [node, "-e", program], input=asked, capture_output=True, text=True, check=True
    )
    theirs = json.loads(answer.stdout)
    for lang, rules in ours().items():
        assert [rules.category(number) for number in NUMBERS] == theirs[lang], lang
