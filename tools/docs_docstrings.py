"""Docstrings as the site shows them: examples, and lists in columns, stay as they are written.

Our docstrings are sentences, read as Markdown. Two things in them are not: examples that begin with
`>>>`, and lists of names with what they are, set in columns. This extension of griffe, which reads
the sources for the site, fences both.
"""

from __future__ import annotations

import re
from typing import Any

import griffe

COLUMNS = re.compile(r"\S+(?: \S+)? {2,}\S")


def fenced(text: str) -> str:
    """The text with examples and columns fenced, paragraph by paragraph."""
    return "\n\n".join(map(_paragraph, text.split("\n\n")))


def _paragraph(text: str) -> str:
    lines = text.splitlines()
    if text.startswith(">>>"):
        return f"```pycon\n{text}\n```"
    if len(lines) > 1 and all(COLUMNS.match(line) or line.startswith("  ") for line in lines):
        return f"```text\n{text}\n```"
    return text


class Fences(griffe.Extension):  # type: ignore[misc]  # griffe is not there when types are checked
    """Fences what is not Markdown in every docstring that is read."""

    def on_object(self, *, obj: Any, **_: Any) -> None:  # noqa: ANN401 - of griffe
        """Change the docstring of a module, a class, a function or an attribute."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)
