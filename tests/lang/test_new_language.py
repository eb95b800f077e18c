"""A new language needs files only: here Polish, which has four plural forms."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module, resources
from pathlib import Path

import pytest

from funicular.cli.language import choose_language
from funicular.lang import Phrase, Reader, catalogue, languages
from funicular.live.language import spoken_language
from tests.web.live import live_server

POLISH = Path(__file__).parent / "pl"


@pytest.fixture
def with_polish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Our languages and one folder more; nothing else is done to add it."""
    ours = Path(str(resources.files("funicular.lang")))
    for lang in languages():
        (tmp_path / lang).symlink_to(ours / lang)
    (tmp_path / "pl").symlink_to(POLISH)
    monkeypatch.setattr(import_module("funicular.lang.catalogue"), "FOLDER", tmp_path)
    languages.cache_clear()
    catalogue.cache_clear()
    yield
    monkeypatch.undo()
    languages.cache_clear()
    catalogue.cache_clear()


@pytest.mark.usefixtures("with_polish")
@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (0, "zapowiedz 0 lew"),
        (1, "zapowiedz 1 lewę"),
        (2, "zapowiedz 2 lewy"),
        (5, "zapowiedz 5 lew"),
        (12, "zapowiedz 12 lew"),
        (22, "zapowiedz 22 lewy"),
    ],
)
def test_a_number_chooses_among_four_forms(number: int, sentence: str) -> None:
    assert Reader("pl").say("ascenseur.move.bid", n=number) == sentence


@pytest.mark.usefixtures("with_polish")
def test_person_and_number_together() -> None:
    won = Phrase.of("sheet.won", seat=0, n=1)
    assert Reader("pl", ("Ola",)).say(won) == "Ola wygrywa mecz z 1 punktem."
    assert Reader("pl", ("Ola",), seat=0).say(won) == "Wygrywasz mecz z 1 punktem."


@pytest.mark.usefixtures("with_polish")
def test_it_is_found_by_the_command_line_and_by_the_server() -> None:
    assert choose_language(["--lang", "pl"], {}) == "pl"
    assert choose_language([], {"LANG": "pl_PL.UTF-8"}) == "pl"
    assert spoken_language("pl-PL, en;q=0.5") == "pl"


@pytest.mark.usefixtures("with_polish")
def test_the_page_is_offered_it_with_all_its_forms(tmp_path: Path) -> None:
    with live_server(tmp_path / "tables.db") as server:
        offered = server.ask("/api/languages").json
        assert [(each["code"], each["name"]) for each in offered][-1] == ("pl", "Polski")
        words = server.ask("/api/words/pl").json
        assert words["web.board.cards-left"] == {
            "one": "{n} karta",
            "few": "{n} karty",
            "many": "{n} kart",
            "other": "{n} karty",
        }
