"""What may be typed at the prompt besides moves, in the words of every language at once."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache

from funicular.lang import Reader, languages
from funicular.lang.plain_text import plain

# In the order in which help tells of them.
PROMPT_COMMANDS = (
    "help",
    "hint",
    "claim",
    "undo",
    "moves",
    "table",
    "hand",
    "score",
    "log",
    "rules",
    "quit",
)
# Shorter beginnings are left to moves.
SHORTEST_BEGINNING = 3


@cache
def command_words() -> dict[str, str]:
    """The command behind each word."""
    return {
        plain(word): command
        for command in PROMPT_COMMANDS
        for lang in languages()
        for word in Reader(lang).say(f"cli.words.command.{command}").split()
    }


def command_of(text: str) -> tuple[str, str] | None:
    """The command that the text begins with, and what follows it."""
    word, _, rest = text.partition(" ")
    command = command_words().get(word)
    return None if command is None else (command, rest)


def command_like(text: str) -> str | None:
    """The one command whose word begins so, if there is only one."""
    if len(text) < SHORTEST_BEGINNING:
        return None
    found = {command for word, command in command_words().items() if word.startswith(text)}
    return found.pop() if len(found) == 1 else None


def word_close_to(text: str) -> str | None:
    """A word that somebody may have meant to type."""
    return next(iter(get_close_matches(text, command_words(), n=1, cutoff=0.75)), None)
