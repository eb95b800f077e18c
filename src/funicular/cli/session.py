"""Playing a sitting to its end, or until the person leaves."""

from __future__ import annotations

import sys
from contextlib import suppress

from funicular.cli.answers import Asked, Chosen, understand
from funicular.cli.errors import BadArguments
from funicular.cli.game_screen import Desk
from funicular.cli.prompt import EndOfInput, ask
from funicular.cli.saves import write_save
from funicular.cli.sitting import PERSON, Sitting, bot_moved, deal, moved, taken_back
from funicular.core.errors import IllegalMove
from funicular.core.game import State
from funicular.games.registry import spec_of


class Quit(Exception):
    """The person wants to leave, and to go on another time."""


def play_sitting(sitting: Sitting, desk: Desk) -> Sitting:
    """Play on; the sitting as it is when the match is over or the person has left.

    It is saved before every decision, so that nothing that ends the program can lose more.
    """
    told = 0
    if sitting.match.under_way:
        desk.show_deal_heading(sitting.match)
        desk.show_log(sitting.view)
        told = len(sitting.view.events)
    try:
        while not sitting.match.over:
            state = sitting.under_way
            if state is None:
                sitting = deal(sitting)
                desk.show_deal_heading(sitting.match)
                told = 0
            elif others := [seat for seat in state.to_act if seat != PERSON]:
                sitting = bot_moved(sitting, state, others[0])
            else:
                sitting, told = _decide(sitting, state, desk, told)
            told = desk.tell(sitting.view, told)
            if sitting.under_way is None:
                desk.show_score(sitting.match)
    except (Quit, EndOfInput):
        _say_saved(sitting, desk)
        return sitting
    except KeyboardInterrupt:
        desk.screen.say()
        _say_saved(sitting, desk)
        raise
    desk.show_result(sitting.match)
    return sitting


def _decide(sitting: Sitting, state: State, desk: Desk, told: int) -> tuple[Sitting, int]:
    """Ask until there is a move, or one is taken back; how much of the deal has been told then."""
    _save_quietly(sitting, desk)
    view = state.view(PERSON)
    game = sitting.match.game
    desk.show_turn(view)
    listing = spec_of(game.name).terminal.listing(view, desk.reader)
    while True:
        text = ask(desk.screen, desk.reader.say("cli.prompt"))
        answer = understand(text, game, view, listing, desk.reader)
        if isinstance(answer, Chosen):
            try:
                return moved(sitting, PERSON, answer.move), told
            except IllegalMove as error:
                desk.screen.say(error.say(desk.reader))
        elif not isinstance(answer, Asked):
            desk.screen.say(desk.reader.say(answer.why))
        elif answer.command == "undo":
            before = taken_back(sitting)
            if before is not None:
                desk.screen.say(desk.reader.say("cli.undone"))
                return before, len(before.view.events)
            desk.screen.say(desk.reader.say("cli.nothing-to-undo"))
        else:
            _do(answer, sitting, state, desk)


def _do(asked: Asked, sitting: Sitting, state: State, desk: Desk) -> None:
    """Show what a command asks for, or leave."""
    view = state.view(PERSON)
    match asked.command:
        case "quit":
            raise Quit
        case "help":
            desk.show_help(sitting.match.game.name)
        case "hint":
            desk.show_hint(sitting, state, view)
        case "moves":
            desk.show_every_move(view)
        case "table":
            desk.show_turn(view)
        case "hand":
            desk.show_hand(view)
        case "score":
            desk.show_score(sitting.match)
        case "log":
            desk.show_log(view)
        case _:
            desk.show_rules(sitting.match.game.name, asked.rest)


def _save_quietly(sitting: Sitting, desk: Desk) -> None:
    """Save if that is possible: where it is not, leaving is early enough to hear of it."""
    with suppress(BadArguments):
        write_save(sitting, desk.reader)


def _say_saved(sitting: Sitting, desk: Desk) -> None:
    try:
        write_save(sitting, desk.reader)
    except BadArguments as error:
        print(error.say(desk.reader), file=sys.stderr)
    else:
        desk.screen.say(desk.reader.say("cli.saved", game=sitting.match.game.name))
