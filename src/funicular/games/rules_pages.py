"""The rules pages, by game and language, as Markdown."""

from __future__ import annotations

from importlib.resources import files

# The two sheets of Ascenseur share a page.
PAGES = {
    "auf-ab": "auf-ab",
    "dnpup": "dnpup",
    "ascenseur-52": "ascenseur",
    "ascenseur-32": "ascenseur",
}


def rules_page(game: str, lang: str) -> str:
    """The whole page."""
    page = files("funicular").joinpath("rules", lang, f"{PAGES[game]}.md")
    return page.read_text(encoding="utf-8")
