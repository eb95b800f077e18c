"""The score sheet of a match and the whole match in writing, as plain text."""

from __future__ import annotations

from funicular.core.arguments import check_kind
from funicular.core.match import Match
from funicular.lang import Reader


def score_sheet(match: Match, reader: Reader) -> str:
    """A line a deal, a column a player, the totals below."""
    check_kind(match, Match, "argument.match")
    check_kind(reader, Reader, "argument.reader")
    seats = range(match.game.seats)
    rows = [("", *(reader.player(seat) for seat in seats))]
    for number, state in enumerate(match.states, 1):
        label = reader.say("sheet.deal", number=number)
        if match.schedule:
            label = reader.say("sheet.deal-of", number=number, n=match.schedule[number - 1])
        rows.append((label, *(reader.say(cell.text) for cell in match.game.score_cells(state))))
    rows.append(
        (
            reader.say("sheet.total"),
            *(reader.say("sheet.points", points=total) for total in match.totals),
        )
    )
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        for row in rows
    ]
    return "\n".join(line.rstrip() for line in lines)


def result(match: Match, reader: Reader) -> str:
    """Who has won, or that the match goes on."""
    winners = match.winners
    if not winners:
        return reader.say("sheet.void" if match.over else "sheet.unfinished")
    if len(winners) == 1:
        key = "sheet.deal-won" if match.ending.alone else "sheet.won"
        return reader.say(key, seat=winners[0], n=match.totals[winners[0]])
    return reader.say("sheet.shared", winners=winners, n=match.totals[winners[0]])


def match_text(match: Match, reader: Reader) -> str:
    """The match in writing: each deal in its game's own manner, the score sheet, the result."""
    check_kind(match, Match, "argument.match")
    check_kind(reader, Reader, "argument.reader")
    parts = []
    for number, state in enumerate(match.states, 1):
        heading = reader.say("sheet.deal", number=number)
        parts += [heading, "=" * len(heading), match.game.transcript(state, reader), ""]
    parts += [score_sheet(match, reader), "", result(match, reader)]
    return "\n".join(parts)
