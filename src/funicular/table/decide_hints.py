"""The command about hints: agreeing to them, or no longer."""

from __future__ import annotations

from funicular.table import commands as ask
from funicular.table.decision import NOTHING, CannotDo, Deciding, Decision
from funicular.table.entries import HintsAnswered


def answer_hints(by: Deciding, command: ask.AnswerHints) -> Decision:
    """Agree to hints before the match, or no longer.

    While a match runs what was agreed stands. Who came later may still agree to it.
    """
    table, guest = by.table, by.guest
    by.own_seat()
    if not table.opened.hints:
        raise CannotDo("table.hints.not-offered", "forbidden")
    agreed = guest in table.hints_agreed
    if agreed == command.yes:
        return NOTHING
    under_way = table.phase in ("playing", "scored")
    if under_way and not (command.yes and table.hints_on):
        raise CannotDo("table.hints.match-runs", "forbidden")
    return by.kept(HintsAnswered(guest or "", command.yes))
