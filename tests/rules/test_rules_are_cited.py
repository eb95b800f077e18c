"""The rules pages, the code and the tests speak of the same rules by the same numbers.

Every rule has a test that cites it, in a docstring or an assertion; those that cannot be tested by
themselves are listed here, with the reason.
"""

import re
from pathlib import Path

import pytest

import funicular
from funicular.games.registry import SPECS

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "src" / "funicular" / "rules"
KINDS = sorted({spec.kind for spec in SPECS.values()})

# Rules that no single test can show, and why.
UNTESTED = {
    "A2": "an aim, not a rule",
    "D2": "an aim, not a rule",
    "D8": "about hands of flesh: nobody can turn a single card here",
}


def pages(lang: str) -> dict[str, str]:
    found = sorted((PAGES / lang).glob("*.md"))
    return {page.stem: page.read_text(encoding="utf-8") for page in found}


def numbers(page: str) -> list[str]:
    """The numbers of the rules of a page, in order."""
    return re.findall(r"^\*\*([A-Z]\d+)\.\*\*", page, re.MULTILINE)


RULES = {number for page in pages("en").values() for number in numbers(page)}
# The letter that the rules of each game begin with.
LETTERS = {game: numbers(pages("en")[game])[0][0] for game in KINDS if game in pages("en")}
LETTER = f"[{''.join(LETTERS.values())}]"


def cited(folder: Path) -> dict[str, set[str]]:
    """Which rules each file of a folder names; linters' codes are not among them."""
    citations = {}
    for path in sorted(folder.rglob("*.py")):
        text = re.sub(r"# noqa.*", "", path.read_text(encoding="utf-8"))
        found = set(re.findall(rf"\b({LETTER}\d{{1,2}})\b", text))
        # "S13 to S16" and "A3–A6" cite what lies between.
        for letter, first, last in re.findall(rf"\b({LETTER})(\d+)(?: to |–|-)\1(\d+)\b", text):
            found |= {f"{letter}{number}" for number in range(int(first), int(last) + 1)}
        # A number that no page will reach stands for "no such rule" in tests.
        found = {rule for rule in found if rule[1:] != "99"}
        if found:
            citations[path.relative_to(ROOT).as_posix()] = found
    return citations


def test_every_game_has_a_page_in_every_language() -> None:
    for lang in funicular.languages():
        assert sorted(pages(lang)) == KINDS


def test_every_game_has_a_letter_of_its_own() -> None:
    assert len(set(LETTERS.values())) == len(KINDS)


@pytest.mark.parametrize("game", LETTERS)
def test_the_numbers_run_on_and_are_the_same_in_every_language(game: str) -> None:
    letter = LETTERS[game]
    for lang in funicular.languages():
        found = numbers(pages(lang)[game])
        assert found == [f"{letter}{number}" for number in range(1, len(found) + 1)]
        assert found == numbers(pages("en")[game])


@pytest.mark.parametrize("game", LETTERS)
def test_a_page_refers_only_to_rules_there_are(game: str) -> None:
    for lang in funicular.languages():
        assert set(re.findall(rf"\b({LETTER}\d{{1,2}})\b", pages(lang)[game])) <= RULES


@pytest.mark.parametrize("folder", ["src/funicular", "tests"])
def test_every_rule_cited_exists(folder: str) -> None:
    unknown = {path: rules - RULES for path, rules in cited(ROOT / folder).items()}
    assert not {path: rules for path, rules in unknown.items() if rules}


def test_the_code_cites_rules_of_its_own_game_only() -> None:
    for path, rules in cited(ROOT / "src" / "funicular" / "games").items():
        for game, letter in LETTERS.items():
            if f"/{game.replace('-', '_')}/" in path:
                assert {rule[0] for rule in rules} == {letter}, path


def test_every_rule_has_a_test_that_cites_it() -> None:
    here = Path(__file__).relative_to(ROOT).as_posix()
    tested = set[str]().union(
        *(rules for path, rules in cited(ROOT / "tests").items() if path != here)
    )
    missing = RULES - tested - set(UNTESTED)
    assert not missing, (
        f"no test cites {sorted(missing, key=lambda rule: (rule[0], int(rule[1:])))}"
    )


def test_the_list_of_untested_rules_is_short_and_true() -> None:
    assert set(UNTESTED) <= RULES
    assert len(UNTESTED) <= 6
