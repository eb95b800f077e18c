"""docs/architecture.md: each stop of a move is a function, the layers are those of the contract."""

from __future__ import annotations

import ast
import re
import tomllib
from itertools import chain
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "architecture.md"
TEXT = PAGE.read_text(encoding="utf-8")
WAY = TEXT.partition("## The way of a move")[2].partition("\n## ")[0]
STOPS = re.findall(r"^\d+\. .*?(?=^\d+\. |^\S)", WAY, re.MULTILINE | re.DOTALL)
LINKS = re.findall(r"\[`([\w.]+)`\]\(\.\./([^)]+)\)", WAY)
PATHS = re.findall(r"`((?:src|client|native|tests)/[\w./-]+)`", TEXT)

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
# From the top down: the packages of each layer.
CONTRACT = [
    layer.split(" | ") for layer in PROJECT["tool"]["importlinter"]["contracts"][0]["layers"]
]
FOLDERS = {path.name for path in (ROOT / "src" / "funicular").iterdir() if path.is_dir()}
PACKAGES = {name for name in FOLDERS if (ROOT / "src/funicular" / name / "__init__.py").exists()}
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")

MOST_STOPS = 12
MOST_FILES = 20


def in_python(name: str, source: str) -> bool:
    """Whether a function, a class or a method (`Class.method`) is defined here."""
    body: list[ast.stmt] = ast.parse(source).body
    for part in name.split("."):
        defined = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
        found = [each for each in body if isinstance(each, defined) and each.name == part]
        if not found:
            return False
        body = found[0].body
    return True


def in_typescript(name: str, source: str) -> bool:
    """The same, by the words that define things in TypeScript and Svelte."""
    *classes, last = name.split(".")
    if any(not re.search(rf"\bclass {each}\b", source) for each in classes):
        return False
    defined = rf"^ *(?:export )?(?:async )?(?:function )?{last}(?:\(| = (?:async )?\()"
    return re.search(defined, source, re.MULTILINE) is not None


def test_the_way_is_short() -> None:
    assert 8 <= len(STOPS) <= MOST_STOPS
    assert len({path for _, path in LINKS}) <= MOST_FILES


def test_every_stop_links_to_a_function() -> None:
    assert all(re.search(r"\]\(\.\./", stop) for stop in STOPS)


@pytest.mark.parametrize(("name", "path"), LINKS, ids=[name for name, _ in LINKS])
def test_the_function_is_there(name: str, path: str) -> None:
    source = (ROOT / path).read_text(encoding="utf-8")
    defines = in_python if path.endswith(".py") else in_typescript
    assert defines(name, source), f"{path} does not define {name}"


def test_every_path_that_the_page_names_is_there() -> None:
    assert len(PATHS) > 20
    assert not [path for path in PATHS if not (ROOT / path).exists()]


def is_in_order(names: list[str]) -> bool:
    """Whether these packages, from the top down, are those of the contract, each once."""
    layers = iter(names)
    return sorted(names) == sorted(chain.from_iterable(CONTRACT)) and all(
        {next(layers) for _ in layer} == {*layer} for layer in CONTRACT
    )


def test_the_contract_has_every_package() -> None:
    assert sorted(chain.from_iterable(CONTRACT)) == sorted(PACKAGES)


def test_the_layers_of_the_page_are_those_of_the_contract() -> None:
    table = TEXT.partition("\n## Layers\n")[2].partition("\n## ")[0]
    assert is_in_order(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE))


def test_the_layers_of_the_guide_are_those_of_the_contract_from_below() -> None:
    tree = CONTRIBUTING.partition("\nsrc/funicular/\n")[2].partition("\nclient/")[0]
    listed = re.findall(r"^  (\w+)/ ", tree, re.MULTILINE)
    assert is_in_order([name for name in reversed(listed) if name in PACKAGES])
    # What is no package holds texts; it stands there too, on a line of its own or on another's.
    assert not [name for name in FOLDERS - {"__pycache__"} if f" {name}/ " not in tree]
