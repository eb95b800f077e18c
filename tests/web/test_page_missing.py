"""A package that was built without its page says so at the start, in its log and on `/readyz`."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.kit.serving import USUAL, Served

# Python runs this as it starts. The page is sought elsewhere, whether or not it is built here.
ELSEWHERE = """
from pathlib import Path
from funicular.web import static
static.FOLDER = Path(__file__).parent
"""


@pytest.fixture
def without_page(tmp_path: Path) -> str:
    """Where Python finds what it runs first."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(ELSEWHERE, encoding="utf-8")
    return os.pathsep.join((str(folder), USUAL["PYTHONPATH"]))


@pytest.mark.parametrize(
    ("lang", "sentence"), [("en", "The page is missing"), ("fr", "La page manque")]
)
def test_without_its_page_a_server_says_so_and_is_not_ready(
    tmp_path: Path, without_page: str, lang: str, sentence: str
) -> None:
    data = str(tmp_path / "tables.db")
    environment = {"PYTHONPATH": without_page}
    with Served(tmp_path, "--data", data, "--lang", lang, environment=environment) as server:
        assert sentence in server.said
        assert "page-missing" in server.errors
        status, said = server.ask("/readyz")
        assert (status, said["problem"]) == (503, "page")
        # It lives: nothing is gained by starting it again, and programs can play.
        assert server.ask("/healthz")[0] == 200
        server.open()


def test_with_its_page_it_says_nothing_of_it(tmp_path: Path) -> None:
    with Served(tmp_path, "--data", str(tmp_path / "tables.db")) as server:
        assert "The page is missing" not in server.said
        assert server.ask("/readyz")[0] == 200
