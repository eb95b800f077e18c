"""A rules page as HTML, each rule with its number as an anchor: `#A11`."""

from __future__ import annotations

import re
from functools import cache

from markdown_it import MarkdownIt
from msgspec import Struct

from funicular.games.rules_pages import rules_page

RULE = re.compile(r"<p><strong>([A-Z][0-9]+)\.</strong>")


class RulesShown(Struct, frozen=True):
    """A rules page; `GET /api/rules/GAME?lang=fr`. Each rule has its number as its id."""

    title: str
    html: str


@cache
def rules_shown(game: str, lang: str) -> RulesShown:
    """The page of this game."""
    page = rules_page(game, lang)
    title, _, text = page.lstrip().partition("\n")
    # The pages are ours; tags in them are still not taken for tags, so that nobody starts to.
    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    marked = RULE.sub(r'<p id="\1" class="rule"><strong>\1.</strong>', html)
    return RulesShown(title.lstrip("# ").strip(), marked)
