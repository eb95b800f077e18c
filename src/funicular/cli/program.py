"""`funicular`: choose the language, read the command line, run a command, end without noise."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from typing import TextIO

from funicular.cli.commands import COMMANDS
from funicular.cli.language import choose_language
from funicular.cli.parser import build_parser, read_arguments
from funicular.core.errors import FunicularError
from funicular.lang import Reader

REFUSED = 2
# What a shell reports of a program that Ctrl-C or a closed pipe has ended.
INTERRUPTED = 130
CLOSED_PIPE = 141


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    _forgive_encodings()
    reader = Reader()
    try:
        try:
            reader = Reader(choose_language(arguments, os.environ))
            code = _run(arguments, reader, sys.stdout)
            sys.stdout.flush()
        except FunicularError as error:
            print(reader.say("cli.error", problem=error.say(reader)), file=sys.stderr)
            return REFUSED
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return CLOSED_PIPE
    return code


def _run(arguments: list[str], reader: Reader, out: TextIO) -> int:
    parser = build_parser(reader)
    args = read_arguments(parser, arguments, reader)
    if args.help_of is not None:
        print(args.help_of.format_help(), end="", file=out)
        return 0
    if args.version:
        print(parser.version, file=out)
        return 0
    if args.command is None:
        print(parser.format_help(), end="", file=out)
        return 0
    return COMMANDS[args.command].run_command(args, reader, out)


def _forgive_encodings() -> None:
    """Never fail over a character that a terminal cannot show, nor over bytes that are no text."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _drop_output() -> None:
    """Nobody reads any more: let Python's own last flush go nowhere instead of failing."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BrokenPipeError:
            os.dup2(nowhere, stream.fileno())
