"""A rules page as HTML, each rule with its number as an anchor: `#A11`.

The pages name games, options and house rules as programs do, and as a command line wants them.
Here players read what the form for a new table calls them.
"""

from __future__ import annotations

import re
from functools import cache
from html import escape

from markdown_it import MarkdownIt
from msgspec import Struct

from funicular.games.registry import spec_of
from funicular.games.rules_pages import rules_page
from funicular.lang import catalogue

RULE = re.compile(r"<p><strong>([A-Z][0-9]+)\.</strong>")
CODE = re.compile(r"<code>([\w-]+)</code>")


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
    words = form_words(spec_of(game).kind, lang)
    read = CODE.sub(
        lambda found: f"<em>{escape(words[found[1]])}</em>" if found[1] in words else found[0],
        marked,
    )
    return RulesShown(title.lstrip("# ").strip(), read)


def form_words(kind: str, lang: str) -> dict[str, str]:
    """How the form calls games of this kind, their options and choices, and house rules."""
    named = re.compile(
        rf"form\.(?:title\.([\w-]+)|(?:house|{kind})\.([\w-]+)\.label|{kind}\.\w+\.choice\.([\w-]+))"
    )
    words: dict[str, str] = {}
    for key, text in catalogue(lang).sentences.items():
        if (found := named.fullmatch(key)) and isinstance(text, str):
            words[next(filter(None, found.groups()))] = text
    return words
