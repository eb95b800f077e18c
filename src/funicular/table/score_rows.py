"""The score sheet, a row a deal. A finished deal's row is written once, in every language."""

from __future__ import annotations

from funicular.core.match import Match
from funicular.lang import Reader, languages
from funicular.table.wire import SheetDetail, SheetRow

# A row in each language.
ScoreRow = dict[str, SheetRow]


def finished_row(match: Match) -> ScoreRow:
    """The row of the deal just over."""
    return {lang: last_row(match, lang) for lang in languages()}


def last_row(match: Match, lang: str) -> SheetRow:
    """What the sheet says of the last deal. No name is in it, so one serves all."""
    state = match.states[-1]
    number = len(match.states)
    reader = Reader(lang)
    cells = match.game.score_cells(state)
    return SheetRow(
        number=number,
        cards=match.schedule[number - 1] if match.schedule else None,
        cells=tuple(reader.say(cell.text) for cell in cells),
        points=state.points_so_far,
        void=state.void,
        details=tuple(
            SheetDetail(cell.contract, reader.say(cell.note) if cell.note else "") for cell in cells
        ),
    )
