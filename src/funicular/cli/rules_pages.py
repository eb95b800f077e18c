"""The rules pages, and single rules out of them by number."""

from __future__ import annotations

import re
from importlib.resources import files

from funicular.cli.errors import BadArguments

# The two sheets of Ascenseur share a page.
PAGES = {
    "auf-ab": "auf-ab",
    "dnpup": "dnpup",
    "ascenseur-52": "ascenseur",
    "ascenseur-32": "ascenseur",
}


def rules_page(game: str, lang: str) -> str:
    """The whole page, as Markdown."""
    page = files("funicular").joinpath("rules", lang, f"{PAGES[game]}.md")
    return page.read_text(encoding="utf-8")


def single_rule(page: str, number: str) -> str:
    """One rule, with its examples: up to the next rule or heading."""
    found = re.search(
        rf"^\*\*{re.escape(number.upper())}\.\*\*.*?(?=^\*\*\w+\.\*\*|^#|\Z)",
        page,
        re.MULTILINE | re.DOTALL,
    )
    if not found:
        raise BadArguments("cli.no-rule", number=number)
    return found[0].strip()


def readable(page: str) -> str:
    """The page without its Markdown signs, for a terminal."""
    return re.sub(r"^#+ (.*)$", r"\1", page.replace("**", "").replace("`", ""), flags=re.MULTILINE)
