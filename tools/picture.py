"""Draws the README's picture: a real game in a real pseudo-terminal, as SVG.

    python tools/picture.py docs/pictures/play.svg

Run it again whenever the terminal table looks different.
"""

from __future__ import annotations

import html
import os
import re
import sys
import tempfile
from pathlib import Path

import pexpect

COLUMNS, ROWS = 72, 26
CELL_WIDTH, LINE_HEIGHT, MARGIN = 8.4, 19, 22
PAPER, INK = "#fbf8f0", "#22352c"
# The terminal's colours by their codes, as a reader on paper white should see them.
INKS = {"31": "#b3261e", "32": "#2e6b3e", "36": "#a85b00", "94": "#1d4f9c"}
COMMAND = "play ascenseur-52 --seats 4 --option schedule=6,5 --seed 4 --lang en --pace 0 --name Ada"
ANSWERS = ["1", "4", "hint", "2", "ks", "hint"]


def session() -> str:
    """Play the beginning of a match and return everything that the terminal showed."""
    with tempfile.TemporaryDirectory() as state:
        game = pexpect.spawn(
            sys.executable,
            ["-m", "funicular", *COMMAND.split()],
            env={**os.environ, "XDG_STATE_HOME": state, "TERM": "xterm"},
            dimensions=(ROWS, COLUMNS),
            encoding="utf-8",
            echo=True,
        )
        shown = ""
        for answer in ANSWERS:
            game.expect("Your move: ")
            shown += f"{game.before}{game.after}"
            game.sendline(answer)
        game.expect("Your move: ")
        shown += f"{game.before}{game.after}"
        game.close(force=True)
    return shown.replace("\r", "")


def spans(line: str) -> str:
    """One line with its colours."""
    bold, ink, parts = False, INK, []
    for piece in re.split(r"(\x1b\[[0-9;]*m)", line):
        if piece.startswith("\x1b"):
            for code in piece[2:-1].split(";"):
                bold = code == "1" or (bold and code not in {"", "0"})
                ink = INKS.get(code, INK if code in {"", "0"} else ink)
        elif piece:
            weight = ' font-weight="bold"' if bold else ""
            parts.append(f'<tspan fill="{ink}"{weight}>{html.escape(piece)}</tspan>')
    return "".join(parts)


def picture(shown: str) -> str:
    """The last screenful, on paper."""
    lines = shown.split("\n")[-ROWS:]
    width, height = COLUMNS * CELL_WIDTH + 2 * MARGIN, len(lines) * LINE_HEIGHT + 2 * MARGIN
    text = "\n".join(
        f'<text x="{MARGIN}" y="{MARGIN + (row + 0.75) * LINE_HEIGHT:.0f}">{spans(line)}</text>'
        for row, line in enumerate(lines)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        'font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14" '
        'xml:space="preserve">\n'
        f'<rect width="100%" height="100%" rx="10" fill="{PAPER}" stroke="{INK}"/>\n'
        f"{text}\n</svg>\n"
    )


Path(sys.argv[1]).write_text(picture(session()), encoding="utf-8")
