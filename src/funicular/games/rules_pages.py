"""The rules pages, by game and language, as Markdown."""

from __future__ import annotations

from importlib.resources import files

from funicular.games.registry import spec_of


def rules_page(game: str, lang: str) -> str:
    """The whole page."""
    page = files("funicular").joinpath("rules", lang, f"{spec_of(game).kind}.md")
    return page.read_text(encoding="utf-8")
