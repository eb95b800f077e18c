"""The score sheet on a screen: as columns where they fit, else a sentence a deal."""

from __future__ import annotations

from collections.abc import Iterable

from funicular.cli.screen import Screen
from funicular.core.match import Match
from funicular.core.score_sheet import score_sheet
from funicular.games.terminal import tied
from funicular.lang import Phrase, Reader


def show_score_sheet(match: Match, screen: Screen, reader: Reader) -> None:
    """Print the sheet of the deals in this match."""
    sheet = score_sheet(match, reader)
    if max(map(len, sheet.splitlines())) <= screen.width:
        screen.block(sheet)
        return
    for number, state in enumerate(match.states, 1):
        label = reader.say("sheet.deal", number=number)
        _row(label, [cell.text for cell in match.game.score_cells(state)], screen, reader)
    _row(reader.say("sheet.total"), match.totals, screen, reader)


def _row(label: str, cells: Iterable[Phrase | int], screen: Screen, reader: Reader) -> None:
    said = [
        tied(reader.say("cli.score", player=seat, score=cell)) for seat, cell in enumerate(cells)
    ]
    screen.row(reader.say("cli.score-row", label=label, scores=tuple(said)))
