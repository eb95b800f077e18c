"""Where a command's lines go: folded to 80 columns, coloured on a terminal that wants it.

Colour never says anything that the characters do not say already.
"""

from __future__ import annotations

import os
import re
import shutil
import textwrap
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TextIO

from funicular.games.terminal import TIE

WIDEST = 80
NARROWEST = 24

BOLD = "1"
# A four-colour deck; and the sheets' own two colours: red is rising, blue is falling.
COLOURS = {"♥": "31", "♦": "36", "♣": "32", "♠": "1", "↑": "31", "↓": "94"}
COLOURED = re.compile(r"(?:10|[0-9A-Z])?[♥♦♣♠]|[↑↓]")
UNPRINTABLE = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


@dataclass(frozen=True)
class Screen:
    """A place to print to."""

    out: TextIO
    # Seconds to wait after each thing told.
    pace: float = 0

    @property
    def colour(self) -> bool:
        """Whether colours are welcome."""
        return self.out.isatty() and not os.environ.get("NO_COLOR")

    @property
    def width(self) -> int:
        """How many columns to fill."""
        columns = shutil.get_terminal_size().columns if self.out.isatty() else WIDEST
        return max(NARROWEST, min(WIDEST, columns))

    def say(self, text: str = "", hang: str = "") -> None:
        """Print a paragraph, folded; its later lines are indented like the first, and by `hang`."""
        indent = " " * (len(text) - len(text.lstrip(" ")))
        folded = textwrap.wrap(
            text.strip(" "),
            self.width,
            initial_indent=indent,
            subsequent_indent=indent + hang,
            break_long_words=False,
            break_on_hyphens=False,
        )
        self.block("\n".join(folded))

    def row(self, text: str) -> None:
        """Print a line of a table or list; where it is folded, that shows."""
        self.say(text, hang="  ")

    def block(self, text: str) -> None:
        """Print lines as they are."""
        shown = UNPRINTABLE.sub("", text.replace(TIE, " "))
        if self.colour:
            shown = COLOURED.sub(lambda found: paint(found[0], COLOURS[found[0][-1]]), shown)
        print(shown, file=self.out)

    def heading(self, text: str) -> None:
        """Print a line that stands out, with a blank one before it."""
        print(file=self.out)
        shown = UNPRINTABLE.sub("", text.replace(TIE, " "))
        print(paint(shown, BOLD) if self.colour else shown, file=self.out)

    def tell(self, sentences: Iterable[str]) -> None:
        """Print what has happened, a sentence at a time."""
        for sentence in sentences:
            self.say(sentence)
            if self.pace:
                self.out.flush()
                time.sleep(self.pace)


def paint(text: str, colour: str) -> str:
    """The text in a colour of the terminal."""
    return f"\033[{colour}m{text}\033[0m"
