"""A new table: from what somebody asks for to the first entries of its log."""

from __future__ import annotations

import secrets

from funicular.games.registry import make_game
from funicular.live import messages
from funicular.live.game_forms import ending_apart
from funicular.live.language import spoken_language
from funicular.live.table_bounds import check_size
from funicular.live.table_log import CHANCE
from funicular.table import commands as ask
from funicular.table.deals import SEED_BYTES
from funicular.table.decide import decide
from funicular.table.decision import check_level
from funicular.table.entries import AnyEntry, Committed, TableOpened
from funicular.table.fold import after, opening
from funicular.table.presence import Presence
from funicular.table.table import Table, key_of

# Letters and digits that nobody confuses, so that an id can be read out; no hyphen, which sets
# off the number of a match in the id of its replay.
ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
ID_LETTERS = 10
INVITE_BYTES = 16
GUEST_BYTES = 8


def new_table(wish: messages.NewTable) -> tuple[tuple[AnyEntry, ...], messages.Opened]:
    """The log of a new table, its host seated; `FunicularError` says what cannot be."""
    check_level(wish.level)
    options, deals, target = ending_apart(wish)
    # Refuses what this game cannot be, before anything is written.
    check_size(make_game(wish.game, wish.seats, options).match(deals=deals, target=target))
    host, token = secrets.token_hex(GUEST_BYTES), secrets.token_hex()
    opened = TableOpened(
        id=new_id(),
        game=wish.game,
        seats=wish.seats,
        options=options,
        lang=spoken_language(wish.lang),
        invite=secrets.token_hex(INVITE_BYTES),
        host=host,
        key=key_of(token),
        level=wish.level,
        pace=wish.pace,
        open=wish.open,
        deals=deals,
        target=target,
        clock=wish.clock,
        hints=wish.hints,
    )
    committed = Committed(secrets.token_hex(SEED_BYTES))
    table = after(opening(opened), committed, 0.0)
    entries: list[AnyEntry] = [opened, committed]
    sit = ask.Sit(wish.name, wish.nonce, face=wish.face)
    seated = decide(table, Presence(), host, sit, CHANCE)
    entries += seated.entries
    if wish.start:
        entries += decide(
            _with(table, seated.entries), Presence(), host, ask.Start(), CHANCE
        ).entries
    return tuple(entries), messages.Opened(opened.id, opened.invite, seated.token or token)


def new_id() -> str:
    """The id of a new table."""
    return "".join(secrets.choice(ALPHABET) for _ in range(ID_LETTERS))


def _with(table: Table, entries: tuple[AnyEntry, ...]) -> Table:
    for entry in entries:
        table = after(table, entry, 0.0)
    return table
