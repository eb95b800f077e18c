"""Single rules out of a rules page, by number, and a page for a terminal."""

from __future__ import annotations

import re

from funicular.cli.errors import BadArguments


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
