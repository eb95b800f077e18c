"""A table that nobody sits at: a match from a record or a lesson, laid out to be looked at.

It is shown by the same functions as a live one, so that a browser needs only one kind of board.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from msgspec.structs import replace

from funicular.core.match import Match
from funicular.core.record import DealProof, Record
from funicular.table.entries import TableOpened
from funicular.table.presence import Presence
from funicular.table.render import show_table
from funicular.table.score_rows import ScoreRow, finished_row
from funicular.table.table import Place, Played, Table
from funicular.table.wire import TableShown

# The one whose hand is shown, as a table knows its guests.
WHO_LOOKS = "who-looks"


def still_table(
    name: str,
    match: Match,
    players: Sequence[str],
    *,
    seat: int | None = None,
    bots: Mapping[int, str] = MappingProxyType({}),
) -> Table:
    """This match at a table of this name, seen from a seat; `bots` are the levels of those."""
    game = match.game
    opened = TableOpened(
        id=name,
        game=game.name,
        seats=game.seats,
        options={},
        lang="",
        invite="",
        host="",
        key="",
        level="",
        pace="normal",
        deals=match.ending.deals,
        target=match.ending.target,
    )
    places = tuple(
        Place("bot", player, bots[place])
        if place in bots
        else Place("person", player, guest=WHO_LOOKS if place == seat else "")
        for place, player in enumerate(players)
    )
    return Table(
        opened=opened,
        game=game,
        match=match,
        seq=1,
        places=places,
        guests=(),
        pace="normal",
        open=False,
        begun=1,
        dealt_in=tuple(place.guest for place in places),
        turns=(0,) * game.seats,
        rows=_rows(match),
        finished=int(match.over),
        played=(Played(match, tuple(players), _unproven(game.seats)),) if match.over else (),
    )


def _rows(match: Match) -> tuple[ScoreRow, ...]:
    return tuple(
        finished_row(replace(match, states=match.states[:number]))
        for number, state in enumerate(match.states, 1)
        if state.points is not None
    )


def show_still(table: Table, lang: str) -> TableShown:
    """The table as its viewer sees it: with everybody there."""
    return show_table(table, Presence(present=frozenset(table.people)), WHO_LOOKS, lang)


def _unproven(seats: int) -> DealProof:
    return DealProof(commitment="", seed="", nonces=("",) * seats)


def proof_of(record: Record) -> DealProof | None:
    """What the record says of its deals, if it says anything."""
    return record.proof if isinstance(record.proof, DealProof) else None
