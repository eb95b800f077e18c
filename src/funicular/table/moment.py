"""A moment of a match that is over, just before a move, as the seat saw it that made the move."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from funicular.core.match import Match, MatchPosition
from funicular.table.render import show_deal
from funicular.table.static_table import show_still, still_table
from funicular.table.wire import AnyDeal, TableShown


class MomentShown(Struct, frozen=True):
    """`GET /api/challenges/ID/positions/DEAL/PLY`: the table as one saw it before this move."""

    table: TableShown
    deal: AnyDeal


def show_moment(
    match: Match, players: tuple[str, ...], position: MatchPosition, lang: str
) -> MomentShown:
    """Nothing of what came later, and nothing that the seat did not see."""
    until = replace(match, states=(*match.states[: position.deal], position.state))
    table = still_table("moment", until, players, seat=position.seat)
    deal = show_deal(table, position.seat, lang)
    assert deal is not None  # noqa: S101 - for the type checker: a deal is under way
    return MomentShown(show_still(table, lang), deal)
