"""A game in one place: every file outside the games' own places that names a game, and why it does.

A fifth game should need its own folders, one line in each registry, and nothing else. So a file of
the sources may name a game only if it belongs to that game or stands in `NAMED` with its reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fnmatch import fnmatch
from importlib.util import find_spec
from pathlib import Path

import pytest

from funicular.games.registry import SPECS

ROOT = Path(__file__).parents[2]
SOURCES = ("src", "client/src", "native")

# The games' own places: a folder a game in each layer, or a file where one is all there is.
# GAME is the game's name, with a hyphen or an underscore in it.
OWN = (
    "src/funicular/games/GAME/*",
    "src/funicular/bots/GAME/*",
    "src/funicular/lang/*/GAME.toml",
    "src/funicular/rules/*/GAME.md",
    # The compiled kernel as Python sees it: its module and the stubs.
    "src/funicular/native/GAME.py",
    "src/funicular/native/numbers/GAME.py",
    "src/funicular/native/_GAME.*",
    "src/funicular/native/weights/GAME.*",
    "src/funicular/review/puzzles/data/GAME*.json",
    "client/src/games/GAME/*",
    "native/funicular/GAME/*",
    "native/funicular/GAME.hpp",
    "native/bindings/GAME*.?pp",
    "native/wasm/GAME.cpp",
    "native/learning/GAME.cpp",
    "native/tests/GAME*.cpp",
)
# Made from the sources above: the protocol's types, the kernels for browsers, and the page.
GENERATED = (
    "client/src/protocol.ts",
    "client/src/kernel/modules/*",
    "src/funicular/web/client/*",
)

MOST_NAMED = 12
NAMED = {
    "src/funicular/__init__.py": "the docstring of the package is a tour, with a game in it",
    "src/funicular/bots/evaluation.py": "a docstring has an example that runs",
    "src/funicular/review/hint.py": "a docstring has an example that runs",
    "src/funicular/review/match_review.py": "a docstring has an example that runs",
    "src/funicular/games/registry.py": "the one list of the games in Python",
    "src/funicular/native/__init__.py": "asks for one kernel to see whether they are compiled",
    "src/funicular/lang/en/head.toml": "what people type into a search engine",
    "src/funicular/lang/fr/head.toml": "the same in French",
    "client/src/games/registry.ts": "the one list of the games in the browser",
}

GAME_NAMES = sorted({spec.kind for spec in SPECS.values()})
NAME = re.compile("|".join(name.replace("-", ".?") for name in GAME_NAMES), re.IGNORECASE)


def own_patterns() -> Iterator[str]:
    for name in GAME_NAMES:
        for spelled in {name, name.replace("-", "_")}:
            yield from (pattern.replace("GAME", spelled) for pattern in OWN)


def matches(path: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatch(path, pattern) for pattern in patterns)


def naming_files() -> list[str]:
    """Every source file that names a game and does not belong to one."""
    elsewhere = (*own_patterns(), *GENERATED)
    found = []
    for folder in SOURCES:
        for path in sorted((ROOT / folder).rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            if not path.is_file() or "__pycache__" in path.parts or matches(name, elsewhere):
                continue
            # Bytes that are no text, such as a font, name nothing.
            if NAME.search(path.read_text(encoding="utf-8", errors="ignore")):
                found.append(name)
    return found


@pytest.fixture(scope="module")
def named() -> set[str]:
    return set(naming_files())


def test_no_other_file_names_a_game(named: set[str]) -> None:
    assert not named - set(NAMED)


def test_every_file_on_the_list_still_names_one(named: set[str]) -> None:
    assert not set(NAMED) - named


def test_there_are_few_of_them_each_with_a_reason() -> None:
    assert len(NAMED) <= MOST_NAMED
    assert all(NAMED.values())


def test_a_games_own_files_are_there_to_be_left_out() -> None:
    """The patterns find every game in Python and in the browser, and its kernel if it has one."""
    files = [
        path.relative_to(ROOT).as_posix()
        for folder in SOURCES
        for path in (ROOT / folder).rglob("*")
    ]
    for name in GAME_NAMES:
        package = name.replace("-", "_")
        places = [f"src/funicular/games/{package}/*", f"client/src/games/{name}/*"]
        if find_spec(f"funicular.native.{package}"):
            places.append(f"native/funicular/{package}/*")
        for pattern in places:
            assert any(fnmatch(path, pattern) for path in files), f"{pattern} is missing"
