"""A table that plays on from a move of a replay: from what is asked for to the log's first entries.

It is an ordinary table, with one person in the seat that was asked for and bots in all others, and
it begins at once. Its one deal is given (`table/what_if`), so it has no seed and no proof.
"""

from __future__ import annotations

import math
import random
import secrets
from typing import Annotated, Literal

from msgspec import Meta, Struct

from funicular.core.errors import BadRecord
from funicular.core.record import Record, WhatIf, parse_record
from funicular.live.admission.figures import MOST_SQUARES
from funicular.live.admission.worker_pool import go_on
from funicular.live.language import spoken_language
from funicular.live.messages import Lang, Opened
from funicular.live.new_table import GUEST_BYTES, INVITE_BYTES, new_id
from funicular.live.table_log import CHANCE
from funicular.table import commands as ask
from funicular.table.commands import Face, LevelName, Name
from funicular.table.deals import NONCE_BYTES
from funicular.table.decide import decide
from funicular.table.decision import check_level
from funicular.table.entries import AnyEntry, GivenPosition, TableOpened
from funicular.table.fold import after, opening
from funicular.table.presence import Presence
from funicular.table.table import key_of
from funicular.table.what_if import given_position
from funicular.table.wire import Pace

# More than any deal has of either.
MOST_NUMBER = 1_000_000
ReplayName = Annotated[str, Meta(pattern=r"^[0-9a-z-]{1,64}$(?!\n)")]
PlaceNumber = Annotated[int, Meta(ge=0, le=MOST_NUMBER)]


class NewWhatIf(Struct, frozen=True, forbid_unknown_fields=True):
    """What `POST /api/what-if` takes: a move of a replay to play on from; `Opened` answers."""

    replay: ReplayName
    # Which deal, from 1, and how many of its moves stand.
    deal: PlaceNumber
    ply: PlaceNumber
    # The seat to play; bots have all others.
    seat: PlaceNumber
    name: Name
    lang: Lang
    # The cards as they lay, or others that this seat could not tell from them.
    world: Literal["true", "plausible"] = "true"
    # The level of the bots.
    level: LevelName = "strong"
    pace: Pace = "normal"
    face: Face | None = None


def check_ply(ply: int) -> None:
    """Refuse to play on from so late in a deal that looking through it would take long."""
    most = math.isqrt(MOST_SQUARES)
    if ply > most:
        raise BadRecord("what-if.too-late", ply=ply, most=most)


def new_what_if(text: bytes, wish: NewWhatIf) -> tuple[tuple[AnyEntry, ...], Opened]:
    """The log of a table that plays on from this record; `FunicularError` says what cannot be."""
    check_level(wish.level)
    record = parse_record(text)
    source = WhatIf(
        replay=wish.replay, deal=wish.deal, ply=wish.ply, seat=wish.seat, world=wish.world
    )
    return _begun(record, wish, given_position(record, source, random.SystemRandom(), go_on))


def _begun(
    record: Record, wish: NewWhatIf, given: GivenPosition
) -> tuple[tuple[AnyEntry, ...], Opened]:
    host, token = secrets.token_hex(GUEST_BYTES), secrets.token_hex()
    opened = TableOpened(
        id=new_id(),
        game=record.game,
        seats=record.seats,
        options=record.options,
        lang=spoken_language(wish.lang),
        invite=secrets.token_hex(INVITE_BYTES),
        host=host,
        key=key_of(token),
        level=wish.level,
        pace=wish.pace,
        what_if=given,
    )
    table = opening(opened)
    entries: list[AnyEntry] = [opened]
    # Nothing is drawn that a number of the player's own could change, but a match begins with one.
    sit = ask.Sit(wish.name, secrets.token_hex(NONCE_BYTES), wish.seat, face=wish.face)
    for command in (sit, ask.Start()):
        decided = decide(table, Presence(), host, command, CHANCE)
        entries += decided.entries
        token = decided.token or token
        for entry in decided.entries:
            table = after(table, entry, 0.0)
    return tuple(entries), Opened(opened.id, opened.invite, token)
