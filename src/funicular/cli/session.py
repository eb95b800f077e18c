"""Playing a sitting to its end, or until the person leaves."""

from __future__ import annotations

import sys
from contextlib import suppress

from funicular.challenge.challenge import Challenge
from funicular.cli.answers import TypedCommand, TypedMove, understand
from funicular.cli.errors import BadArguments
from funicular.cli.game_screen import GameScreen
from funicular.cli.local_table import (
    LocalTable,
    bot_moved,
    claimed,
    dealt,
    hint_for_person,
    moved,
    set_up,
    taken_back,
)
from funicular.cli.prompt import EndOfInput, ask
from funicular.cli.saves import write_save
from funicular.cli.sitting import Sitting
from funicular.core.errors import IllegalMove
from funicular.lang import Reader
from funicular.table.decision import CannotDo


class Quit(Exception):
    """The person wants to leave, and to go on another time."""


def play_sitting(
    sitting: Sitting, shown: GameScreen, reader: Reader, challenge: Challenge | None = None
) -> Sitting:
    """Play on; the sitting as it is when the match is over or the person has left.

    It is saved before every decision, so that nothing that ends the program can lose more. An
    attempt at a challenge is not: it is played at one go, without help.
    """
    local = set_up(sitting, reader, challenge)
    told = 0
    if local.match.under_way:
        shown.show_deal_heading(local.match)
        deal = local.deal_shown()
        shown.show_log(deal.told)
        told = len(deal.told)
    try:
        while local.table.phase != "over":
            others = [seat for seat in local.table.to_act if seat != local.seat]
            if local.table.phase != "playing":
                local = dealt(local)
                shown.show_deal_heading(local.match)
                told = 0
            elif others:
                local = bot_moved(local, others[0])
            else:
                local, told = _decide(local, shown, told)
            deal = local.deal_shown(told)
            shown.tell(deal)
            told += len(deal.told)
            if local.table.phase != "playing":
                shown.show_score(local.match)
    except (Quit, EndOfInput):
        _say_saved(local, shown)
        return local.sitting
    except KeyboardInterrupt:
        shown.screen.say()
        _say_saved(local, shown)
        raise
    shown.show_result(local.match)
    return local.sitting


def _decide(local: LocalTable, shown: GameScreen, told: int) -> tuple[LocalTable, int]:
    """Ask until there is a move, or one is taken back; how much of the deal has been told then."""
    _save_quietly(local, shown)
    deal = local.deal_shown()
    shown.show_turn(deal)
    listing = shown.listing(deal)
    while True:
        text = ask(shown.screen, shown.reader.say("cli.prompt"))
        answer = understand(text, local.match.game, deal, listing, shown.reader)
        if isinstance(answer, TypedMove):
            try:
                return moved(local, answer.move), told
            except IllegalMove as error:
                shown.screen.say(error.say(shown.reader))
        elif not isinstance(answer, TypedCommand):
            shown.screen.say(shown.reader.say(answer.why))
        elif answer.command == "claim":
            try:
                return claimed(local), told
            except CannotDo as error:
                shown.screen.say(error.say(shown.reader))
        elif answer.command == "undo":
            before = taken_back(local)
            if before is not None:
                shown.screen.say(shown.reader.say("cli.undone"))
                return before, len(before.deal_shown().told)
            shown.screen.say(shown.reader.say("cli.nothing-to-undo"))
        else:
            _do(answer, local, shown)


def _do(asked: TypedCommand, local: LocalTable, shown: GameScreen) -> None:
    """Show what a command asks for, or leave."""
    deal = local.deal_shown()
    if asked.command == "quit":
        raise Quit
    if asked.command == "hint" and local.challenge is not None:
        shown.screen.say(shown.reader.say("challenge.not-here"))
    elif asked.command == "hint":
        hint = hint_for_person(local)
        shown.show_hint(hint.text(shown.reader), hint.move, deal)
    elif asked.command == "score":
        shown.show_score(local.match)
    else:
        shown.show_asked(asked, deal, deal.told)


def _save_quietly(local: LocalTable, shown: GameScreen) -> None:
    """Save if that is possible: where it is not, leaving is early enough to hear of it."""
    if local.began.given is not None or local.challenge is not None:
        return
    with suppress(BadArguments):
        write_save(local.sitting, shown.reader)


def _say_saved(local: LocalTable, shown: GameScreen) -> None:
    if local.began.given is not None or local.challenge is not None:
        return
    try:
        write_save(local.sitting, shown.reader)
    except BadArguments as error:
        print(error.say(shown.reader), file=sys.stderr)
    else:
        shown.screen.say(shown.reader.say("cli.saved", game=local.match.game.name))
