"""The parser of the command line: argparse whose every word comes from the catalogue.

argparse makes its own English sentences. So arguments here have no `type`, no `choices` and are
never required: the commands read them, and what is wrong becomes one of our sentences.
"""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from functools import partial
from itertools import pairwise
from typing import Any, Never

from funicular.cli.commands import COMMANDS, command
from funicular.cli.errors import BadArguments
from funicular.cli.screen import WIDEST
from funicular.lang import Reader, languages


class Parser(argparse.ArgumentParser):
    """A parser that speaks the reader's language and raises instead of leaving."""

    def __init__(self, reader: Reader, **settings: Any) -> None:  # noqa: ANN401 - argparse's own
        """Take the settings of argparse; headings, help and language are added here."""
        super().__init__(
            add_help=False,
            allow_abbrev=False,
            exit_on_error=False,
            formatter_class=partial(Formatter, reader),
            **settings,
        )
        # argparse has no other way to name its two groups.
        self._positionals.title = reader.say("cli.parser.arguments")
        self._optionals.title = reader.say("cli.parser.options")
        self.add_argument(
            "-h",
            "--help",
            dest="help_of",
            action="store_const",
            const=self,
            # Suppressed so that the parser of a command does not forget what the first one read.
            default=argparse.SUPPRESS,
            help=reader.say("cli.help.help"),
        )
        self.add_argument(
            "--lang",
            metavar=reader.say("cli.metavar.code"),
            default=argparse.SUPPRESS,
            help=reader.say("cli.help.lang", known=languages()),
        )

    def error(self, message: str) -> Never:
        """Raise what argparse would print, where it has found something we did not foresee."""
        raise BadArguments("cli.parser.other", problem=message)


class Formatter(argparse.HelpFormatter):
    """Help in 80 columns, beginning with the reader's word for “usage”."""

    def __init__(self, reader: Reader, prog: str, **settings: Any) -> None:  # noqa: ANN401 - as above
        """Take what argparse gives a formatter, and the reader."""
        width = min(WIDEST, shutil.get_terminal_size().columns)
        super().__init__(prog, max_help_position=26, **{"width": width, **settings})
        self.reader = reader

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[Any],
        prefix: str | None = None,
    ) -> None:
        """Begin the usage line with our word for it."""
        if prefix is None:
            prefix = self.reader.say("cli.parser.usage") + " "
        super().add_usage(usage, actions, groups, prefix)


def build_parser(reader: Reader, arguments: Sequence[str]) -> Parser:
    """The parser of all commands, with the arguments of the one that is asked for."""
    asked = _asked_command(arguments)
    parser = Parser(
        reader,
        prog="funicular",
        description=reader.say("cli.about"),
        epilog=reader.say("cli.epilogue"),
    )
    parser.set_defaults(help_of=None, version=False)
    parser.add_argument("--version", action="store_true", help=reader.say("cli.help.version"))
    commands = parser.add_subparsers(
        title=reader.say("cli.parser.commands"),
        dest="command",
        metavar=reader.say("cli.metavar.command"),
    )
    for name in COMMANDS:
        about = reader.say(f"cli.about-command.{name}")
        own = commands.add_parser(name, help=about, description=_sentence(about), reader=reader)
        if name == asked:
            command(name).add_arguments(own, reader)
    return parser


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:] + "."


def read_arguments(parser: Parser, arguments: list[str], reader: Reader) -> argparse.Namespace:
    """Read the command line; `BadArguments` says what is wrong with it."""
    asked = _asked_command(arguments)
    if asked is not None and asked not in COMMANDS:
        raise _no_command(asked)
    try:
        args, unknown = parser.parse_known_args(arguments)
    except argparse.ArgumentError as error:
        raise _in_our_words(error, arguments, reader) from error
    # argparse gives names up at the first option; those that follow it are names all the same.
    if hasattr(args, "names"):
        late = [word for word in unknown if not word.startswith("-")]
        if late and unknown == late:
            args.names, unknown = [*args.names, *late], []
    if unknown and args.help_of is None:
        raise BadArguments("cli.parser.unknown", argument=unknown[0])
    return args


def _asked_command(arguments: Sequence[str]) -> str | None:
    skip = False
    for argument in arguments:
        if skip:
            skip = False
        elif argument == "--lang":
            skip = True
        elif not argument.startswith("-"):
            return argument
    return None


def _no_command(name: str) -> BadArguments:
    close = get_close_matches(name, COMMANDS, n=1)
    if close:
        return BadArguments("cli.parser.no-command-like", name=name, close=close[0])
    return BadArguments("cli.parser.no-command", name=name, known=tuple(COMMANDS))


def _in_our_words(
    error: argparse.ArgumentError, arguments: Sequence[str], reader: Reader
) -> BadArguments:
    name = (error.argument_name or "").rpartition("/")[2]
    given = next((word for word in arguments if word.startswith(f"{name}=")), None)
    followed = [after for word, after in pairwise(arguments) if word == name]
    if given is not None:
        return BadArguments("cli.parser.bad-value", name=name, value=given.partition("=")[2])
    if followed and not followed[-1].startswith("-"):
        return BadArguments("cli.parser.bad-value", name=name, value=followed[-1])
    return BadArguments("cli.parser.needs-value", name=name or reader.say("cli.metavar.command"))
