"""`funicular`: choose the language, read the command line, run a command, end without noise."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from funicular import __version__
from funicular.cli.commands import command
from funicular.cli.errors import BadArguments
from funicular.cli.files import problem_of
from funicular.cli.kernels import kernels_in_use
from funicular.cli.language import choose_language, locale_language
from funicular.cli.parser import build_parser, read_arguments
from funicular.cli.plain_letters import print_letters
from funicular.cli.screen import UNPRINTABLE
from funicular.core.errors import FunicularError
from funicular.lang import Reader

FAILED = 1
REFUSED = 2
# What a shell reports of a program that Ctrl-C or a closed pipe has ended.
INTERRUPTED = 130
CLOSED_PIPE = 141


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    _open_errors()
    reader = Reader(locale_language(os.environ))
    _forgive_encodings(reader)
    try:
        try:
            reader = Reader(choose_language(arguments, os.environ))
            _forgive_encodings(reader)
            code = _run(arguments, reader, _output())
        except FunicularError as error:
            _complain(error, reader)
            code = REFUSED
        _flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return CLOSED_PIPE
    except OSError as error:
        # Files and saves have sentences of their own: what has failed is a standard stream.
        _drop_output()
        with suppress(OSError):
            _complain(BadArguments("cli.stream", problem=problem_of(error)), reader)
        return FAILED
    return code


def _run(arguments: list[str], reader: Reader, out: TextIO) -> int:
    parser = build_parser(reader, arguments)
    args = read_arguments(parser, arguments, reader)
    if args.help_of is not None:
        print(args.help_of.format_help(), end="", file=out)
        return 0
    if args.version:
        version = reader.say("cli.version", version=__version__, kernels=kernels_in_use(reader))
        print(version, file=out)
        return 0
    if args.command is None:
        print(parser.format_help(), end="", file=out)
        return 0
    return command(args.command).run_command(args, reader, out)


def _output() -> TextIO:
    # Python has no stdout at all where the shell has closed it.
    if sys.stdout is None:
        raise BadArguments("cli.no-output")
    return sys.stdout


def _flush() -> None:
    if sys.stdout is not None:
        sys.stdout.flush()


def _complain(error: FunicularError, reader: Reader) -> None:
    said = reader.say("cli.error", problem=error.say(reader))
    # Files and servers have names and words of their own, which are not to speak to the terminal.
    print(UNPRINTABLE.sub("", said), file=sys.stderr)


def _open_errors() -> None:
    """Let complaints go nowhere where nobody wants them: `print` would take stdout instead."""
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - open to the end


def _forgive_encodings(reader: Reader) -> None:
    """Never fail over a character that a terminal cannot show, nor over bytes that are no text."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    print_letters(sys.stdout, reader)
    print_letters(sys.stderr, reader)


def _drop_output() -> None:
    """Nothing can be written any more: let Python's own last flush go nowhere, not fail."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in filter(None, (sys.stdout, sys.stderr)):
        try:
            stream.flush()
        except OSError:
            os.dup2(nowhere, stream.fileno())
