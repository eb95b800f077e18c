"""An attempt as an ordinary table: the first entries of its log, up to the first cards.

What may be done there is said by `table/challenge_table`.
"""

from __future__ import annotations

from msgspec import Struct

from funicular.challenge.challenge import Challenge
from funicular.table import commands as ask
from funicular.table.decide_seats import SeatDecisions
from funicular.table.decision import Chance
from funicular.table.entries import (
    AnyEntry,
    Began,
    BotSeated,
    CardsDealt,
    Committed,
    TableOpened,
)
from funicular.table.fold import after, opening
from funicular.table.presence import Presence
from funicular.table.table import Table, key_of
from funicular.table.wire import Pace

INVITE_BYTES = 16
GUEST_BYTES = 8
TOKEN_BYTES = 32


class AttemptPlayer(Struct, frozen=True):
    """Who plays: how they are called and which face they wear, their language and pace."""

    name: str
    lang: str
    pace: Pace = "normal"
    face: int | None = None


def attempt_log(
    challenge: Challenge, table_id: str, player: AttemptPlayer, chance: Chance
) -> tuple[tuple[AnyEntry, ...], str]:
    """The log of a new attempt, and the token that lets the player in."""
    host, token = chance.secret(GUEST_BYTES), chance.secret(TOKEN_BYTES)
    opened = TableOpened(
        id=table_id,
        game=challenge.game,
        seats=challenge.seats,
        options=challenge.options,
        lang=player.lang,
        invite=chance.secret(INVITE_BYTES),
        host=host,
        key=key_of(token),
        level=challenge.bots,
        pace=player.pace,
        deals=challenge.deals,
        challenge=challenge.id,
    )
    entries: list[AnyEntry] = [opened]
    table = opening(opened)

    def add(*more: AnyEntry) -> Table:
        now = table
        for entry in more:
            now = after(now, entry, 0.0)
        entries.extend(more)
        return now

    table = add(Committed(challenge.seed))
    sit = ask.Sit(player.name, "", seat=challenge.seat, token=token, face=player.face)
    deciding = SeatDecisions(table, Presence(), host, chance)
    table = add(*deciding.sit(sit).entries)
    for seat, place in enumerate(table.places):
        if place.kind == "empty":
            table = add(BotSeated(seat, deciding.bot_name("", table), challenge.bots))
    table = add(Began(challenge.nonces))
    add(CardsDealt(chance.deal(table)))
    return tuple(entries), token
