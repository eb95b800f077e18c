"""Asking the person at the terminal, or whatever feeds the pipe.

A terminal gets the line editing of `input`. Through a pipe a question is printed, a line is read,
and the answer is printed after the question, so that what comes out reads like what was on screen.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from funicular.cli.screen import UNPRINTABLE, Screen
from funicular.games.terminal import TIE
from funicular.lang import Reader

T = TypeVar("T")


class EndOfInput(Exception):
    """There will be no more answers."""


def ask(screen: Screen, question: str) -> str:
    """Ask, and wait for a line; `EndOfInput` when there is none."""
    question = question.replace(TIE, " ")
    if is_conversation(screen):
        return _ask_terminal(question)
    print(question, end=" ", file=screen.out, flush=True)
    line = _next_line()
    if not line:
        print(file=screen.out)
        raise EndOfInput
    if not _stdin_is_terminal():
        print(UNPRINTABLE.sub("", line.rstrip("\n")), file=screen.out)
    return line.strip()


def is_conversation(screen: Screen) -> bool:
    """Whether a person sits at both ends."""
    return _stdin_is_terminal() and screen.out.isatty()


def _stdin_is_terminal() -> bool:
    # Python has no stdin at all where the shell has closed it.
    return sys.stdin is not None and sys.stdin.isatty()


def _next_line() -> str:
    return "" if sys.stdin is None else sys.stdin.readline()


def _ask_terminal(question: str) -> str:
    _edit_lines()
    try:
        return input(f"{question} ").strip()
    except EOFError:
        print()
        raise EndOfInput from None


def _edit_lines() -> None:
    """Importing it is what gives `input` its line editing; some Pythons come without."""
    with suppress(ImportError):
        import readline  # noqa: F401 - only a terminal needs it


def ask_until(screen: Screen, question: str, read: Callable[[str], T | None], wrong: str) -> T:
    """Ask until `read` makes something of the answer."""
    while True:
        answer = read(ask(screen, question))
        if answer is not None:
            return answer
        screen.say(wrong)


def ask_yes_no(screen: Screen, reader: Reader, question: str) -> bool:
    """Ask for a yes or a no; Enter is yes."""
    meanings = {"": True}
    for word in reader.say("cli.words.yes").split():
        meanings[word] = True
    for word in reader.say("cli.words.no").split():
        meanings[word] = False
    return ask_until(
        screen,
        f"{question} {reader.say('cli.yes-no')}",
        lambda answer: meanings.get(answer.casefold()),
        reader.say("cli.say-yes-or-no"),
    )
