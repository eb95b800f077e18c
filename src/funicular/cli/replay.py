"""`funicular replay`: a recorded match again, event by event, all hands open."""

from __future__ import annotations

import argparse
from typing import TextIO

from funicular.cli.arguments import read_number
from funicular.cli.deal import show_deal
from funicular.cli.errors import BadArguments
from funicular.cli.prompt import EndOfInput, ask, is_conversation
from funicular.cli.recorded_match import add_recorded_match, read_recorded_match
from funicular.cli.scores import show_score_sheet
from funicular.cli.screen import Screen
from funicular.core.game import State
from funicular.core.match import Match
from funicular.core.score_sheet import match_text, result
from funicular.core.seats import check_seat
from funicular.lang import Reader


def add_arguments(parser: argparse.ArgumentParser, reader: Reader) -> None:
    """Describe what can be asked."""
    number = reader.say("cli.metavar.number")
    add_recorded_match(parser, reader)
    parser.add_argument("--seat", metavar=number, help=reader.say("cli.help.seat"))
    parser.add_argument("--text", action="store_true", help=reader.say("cli.help.text"))


def run_command(args: argparse.Namespace, reader: Reader, out: TextIO) -> int:
    """Show the match; on a terminal an event at a time."""
    if args.text and args.seat is not None:
        raise BadArguments("cli.text-and-seat")
    match, players = read_recorded_match(args, reader)
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
