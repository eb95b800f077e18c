"""`funicular replay`: a recorded match again, event by event, all hands open."""

from __future__ import annotations

import argparse
from typing import TextIO

from funicular.cli.arguments import read_number
from funicular.cli.deal import show_deal
from funicular.cli.errors import BadArguments
from funicular.cli.files import read_bytes
from funicular.cli.prompt import EndOfInput, ask, is_conversation
from funicular.cli.scores import show_score_sheet
from funicular.cli.screen import Screen
from funicular.core.game import State
from funicular.core.match import Match
from funicular.core.score_sheet import match_text, result
from funicular.core.seats import check_seat
from funicular.games.records import read_record
from funicular.lang import Reader


def add_arguments(parser: argparse.ArgumentParser, reader: Reader) -> None:
    """Describe what can be asked."""
    number = reader.say("cli.metavar.number")
    parser.add_argument(
        "file", nargs="?", metavar=reader.say("cli.metavar.file"), help=reader.say("cli.help.file")
    )
    parser.add_argument("--seat", metavar=number, help=reader.say("cli.help.seat"))
    parser.add_argument("--match", metavar=number, help=reader.say("cli.help.match"))
    parser.add_argument("--text", action="store_true", help=reader.say("cli.help.text"))


def run_command(args: argparse.Namespace, reader: Reader, out: TextIO) -> int:
    """Show the match; on a terminal an event at a time."""
    if args.file is None:
        raise BadArguments("cli.parser.needs-value", name=reader.say("cli.metavar.file"))
    if args.text and args.seat is not None:
        raise BadArguments("cli.text-and-seat")
    number = read_number(args.match, "--match", least=1) or 1
    match, players = read_record(numbered_record(read_bytes(args.file), number))
    seat = read_number(args.seat, "--seat")
    if seat is not None:
        check_seat(seat, match.game.seats)
    at_table = Reader(reader.lang, players, seat)
    screen = Screen(out)
    if args.text:
        screen.block(match_text(match, at_table))
        return 0
    screen.say(reader.say("cli.replay", game=match.game.name, players=players))
    if not match.over:
        screen.say(reader.say("cli.replay-unfinished"))
    try:
        _show_deals(match, screen, at_table)
    except EndOfInput:
        return 0
    screen.say()
    show_score_sheet(match, screen, at_table)
    screen.say()
    screen.say(result(match, at_table))
    return 0


def numbered_record(content: bytes, number: int) -> bytes:
    """The only record in the file, or one of those written a line each.

    Every line counts, so that a damaged one does not give its number to the next.
    """
    lines = content.rstrip().splitlines()
    # A record for people has its first brace on a line of its own.
    several = lines if any(line.startswith(b'{"') for line in lines) else [content]
    if number > len(several):
        raise BadArguments("cli.no-such-match", number=number, n=len(several))
    return several[number - 1]


def _show_deals(match: Match, screen: Screen, reader: Reader) -> None:
    stepping = is_conversation(screen)
    if stepping:
        screen.say(reader.say("cli.replay-keys"))
    for number, state in enumerate(match.states, 1):
        screen.heading(reader.say("sheet.deal", number=number))
        show_deal(state, screen, reader, reader.seat)
        stepping = _show_events(state, screen, reader, stepping=stepping)


def _show_events(state: State, screen: Screen, reader: Reader, *, stepping: bool) -> bool:
    """Tell the deal; whether to stop after each event in the next one too."""
    skipping = False
    for event in state.view(reader.seat).events[1:]:
        if stepping and not skipping:
            match ask(screen, ">").casefold()[:1]:
                case "q":
                    raise EndOfInput
                case "d":
                    skipping = True
                case "a":
                    stepping = False
                case _:
                    pass
        screen.say(reader.say(event.phrase))
    return stepping
