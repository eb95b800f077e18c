"""`funicular puzzle`: a position in which one move is clearly best, to be found in the terminal."""

from __future__ import annotations

import argparse
import random
from datetime import UTC, datetime
from typing import TextIO

from funicular.cli.answers import TypedCommand, TypedMove, understand
from funicular.cli.arguments import read_game_name, read_number
from funicular.cli.errors import BadArguments
from funicular.cli.game_screen import GameScreen
from funicular.cli.prompt import EndOfInput, ask
from funicular.cli.screen import Screen
from funicular.core.errors import FunicularError
from funicular.games.registry import GAMES
from funicular.lang import Reader
from funicular.review.hint import Hint
from funicular.review.puzzles.collection import puzzle, puzzle_of_the_day, puzzles_of
from funicular.review.puzzles.puzzle import GRADES, Puzzle
from funicular.table.puzzle_table import PuzzleShown, reader_of, show_puzzle, verdict


def add_arguments(parser: argparse.ArgumentParser, reader: Reader) -> None:
    """Describe what can be asked."""
    name, number = reader.say("cli.metavar.name"), reader.say("cli.metavar.number")
    parser.add_argument("--game", metavar=name, help=reader.say("cli.help.puzzle-game"))
    parser.add_argument("--grade", metavar=number, help=reader.say("cli.help.puzzle-grade"))
    parser.add_argument("--id", metavar=name, help=reader.say("cli.help.puzzle-id"))


def run_command(args: argparse.Namespace, reader: Reader, out: TextIO) -> int:
    """Show the position, ask for a move, and tell what it is worth."""
    asked = _chosen(args)
    at_table = reader_of(asked, reader.lang)
    screen = Screen(out)
    shown = GameScreen(screen, at_table, asked.game)
    position = show_puzzle(asked.id, reader.lang)
    stars = "★" * asked.grade + "☆" * (GRADES[-1] - asked.grade)
    screen.heading(
        reader.say(
            "cli.puzzle",
            game=asked.game,
            stars=stars,
            how=reader.say(f"web.puzzle.grade.{asked.grade}"),
            id=asked.id,
        )
    )
    shown.show_log(position.deal.told)
    shown.show_turn(position.deal)
    screen.say()
    screen.say(reader.say("cli.puzzle-ask"))
    try:
        found = _find(asked, position, shown)
    except EndOfInput:
        return 0
    evaluation = asked.evaluation()
    if not found:
        screen.say(Hint(evaluation, asked.position.view()).text(at_table))
    screen.say()
    screen.block(evaluation.text(at_table))
    return 0


def _chosen(args: argparse.Namespace) -> Puzzle:
    """The puzzle that is asked for: by its id, any of a game or a grade, or today's."""
    if args.id is not None:
        if args.game is not None or args.grade is not None:
            raise BadArguments("cli.puzzle-id-alone")
        return puzzle(args.id)
    game = None if args.game is None else read_game_name(args.game)
    grade = read_number(args.grade, "--grade")
    if grade is not None and grade not in GRADES:
        raise BadArguments("puzzle.grade-range", given=grade, least=GRADES[0], most=GRADES[-1])
    if game is None and grade is None:
        return puzzle_of_the_day(datetime.now(UTC).date())
    games = GAMES if game is None else (game,)
    found = [each for name in games for each in puzzles_of(name, grade)]
    if not found:
        raise BadArguments("cli.puzzle-none")
    return random.SystemRandom().choice(found)


def _find(asked: Puzzle, position: PuzzleShown, shown: GameScreen) -> bool:
    """Ask until the best move is found; false if the answer is wanted."""
    reader, screen, deal = shown.reader, shown.screen, position.deal
    listing = shown.listing(deal)
    game = asked.position.game_played()
    while True:
        typed = understand(ask(screen, reader.say("cli.prompt")), game, deal, listing, reader)
        if isinstance(typed, TypedMove):
            try:
                told = verdict(asked.id, str(typed.move), reader.lang)
            except FunicularError as error:
                screen.say(error.say(reader))
                continue
            screen.say(told.text)
            if told.right:
                screen.say(told.why)
                return True
        elif not isinstance(typed, TypedCommand):
            screen.say(reader.say(typed.why))
        elif typed.command == "quit":
            raise EndOfInput
        elif typed.command == "hint":
            return False
        elif not shown.show_asked(typed, deal, deal.told):
            screen.say(reader.say("cli.puzzle-ask"))
