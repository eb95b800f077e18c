"""The types that a user of the library sees, read by both checkers as strictly as they can.

`examples/typed_library.py` and the tour of the README have nothing to complain of. In
`wrong_types.py` every line with a comment that tells a checker to ignore it has to be an error:
both complain of a comment without one. mypy reads the two with everything else too (`make types`).
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from doctest import DocTestParser, Example
from os.path import relpath
from pathlib import Path
from typing import get_type_hints

import msgspec
import pytest

import funicular
from funicular.client.opening import TableWish
from funicular.games import ascenseur, auf_ab, dnpup
from funicular.games.registry import SPECS
from funicular.live.messages import NewTable

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "typed_library.py"
WRONG = Path(__file__).with_name("wrong_types.py")
# As `tools/node` takes it: from the root.
VENV = relpath(sys.prefix, ROOT)


def checked(*command: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*map(str, command)], cwd=ROOT, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, ...]:
    """What both read: the example, the errors, and the tour of the README as a program."""
    tour = tmp_path_factory.mktemp("tour") / "readme_tour.py"
    found = DocTestParser().get_examples((ROOT / "README.md").read_text(encoding="utf-8"))
    tour.write_text("".join(map(as_statement, found)), encoding="utf-8")
    return EXAMPLE, WRONG, tour


def as_statement(example: Example) -> str:
    """A step of the tour; of what is only looked at, that it is printed."""
    (step,) = ast.parse(example.source).body
    return f"print({ast.unparse(step)})\n" if isinstance(step, ast.Expr) else example.source


def test_mypy_agrees_with_the_example_the_readme_and_the_errors(
    tmp_path: Path, read: tuple[Path, ...]
) -> None:
    mypy = (sys.executable, "-m", "mypy", "--strict", "--cache-dir", tmp_path)
    done = checked(*mypy, *read)
    assert done.returncode == 0, done.stdout


def test_pyright_agrees_with_the_example_the_readme_and_the_errors(
    tmp_path: Path, read: tuple[Path, ...]
) -> None:
    settings = tmp_path / "pyrightconfig.json"
    # It ignores absolute paths.
    own = {
        "extends": relpath(ROOT / "tools" / "pyright" / "pyrightconfig.json", tmp_path),
        "include": [relpath(path, tmp_path) for path in read],
    }
    settings.write_text(json.dumps(own), encoding="utf-8")
    done = checked("sh", "tools/pyright/run", VENV, "-p", settings)
    if done.returncode and "npm error" in done.stderr:
        pytest.skip("pyright cannot be installed here: npm finds no registry")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 errors" in done.stdout


def test_pyright_would_see_an_error_that_is_not_ignored(tmp_path: Path) -> None:
    """So that the test before does not pass because nothing was read."""
    wrong = tmp_path / "wrong.py"
    text, ignored = re.subn(r"  # type: ignore.*", "", WRONG.read_text(encoding="utf-8"))
    wrong.write_text(text, encoding="utf-8")
    done = checked("sh", "tools/pyright/run", VENV, wrong)
    if done.returncode and "npm error" in done.stderr:
        pytest.skip("pyright cannot be installed here: npm finds no registry")
    lines = {int(line) for line in re.findall(r"wrong\.py:(\d+):\d+ - error", done.stdout)}
    assert len(lines) == ignored


@pytest.mark.parametrize("name", funicular.GAMES)
def test_a_checker_knows_the_options_that_are_read(name: str) -> None:
    games = {"ascenseur": ascenseur, "auf-ab": auf_ab, "dnpup": dnpup}
    options = games[SPECS[name].kind].options
    read = {field.name for field in msgspec.structs.fields(SPECS[name].choice)}
    assert set(get_type_hints(options.Keywords)) == read


def test_a_checker_knows_what_may_be_said_of_a_new_table() -> None:
    said = {"game", "seats", "name", "nonce", "lang"}
    read = {field.name for field in msgspec.structs.fields(NewTable)}
    assert set(get_type_hints(TableWish)) == read - said


def test_the_types_are_part_of_the_package() -> None:
    assert (ROOT / "src" / "funicular" / "py.typed").exists()
    assert 40 <= len(EXAMPLE.read_text(encoding="utf-8").splitlines()) <= 90
