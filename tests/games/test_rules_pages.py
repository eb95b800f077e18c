"""Every game has its rules page, in every language."""

import pytest

import funicular
from funicular.games.rules_pages import rules_page


@pytest.mark.parametrize("lang", funicular.languages())
@pytest.mark.parametrize("game", funicular.GAMES)
def test_the_page_begins_with_a_heading(game: str, lang: str) -> None:
    assert rules_page(game, lang).startswith("# ")
