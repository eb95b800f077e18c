"""A new table: from what somebody asks for to the first entries of its log."""

from __future__ import annotations

import secrets

from funicular.core.errors import BadOptions
from funicular.games.registry import make_game
from funicular.table import commands as ask
from funicular.table.deals import SEED_BYTES
from funicular.table.decide import check_level, decide
from funicular.table.entries import AnyEntry, Committed, Opened
from funicular.table.now import Now
from funicular.table.table import Table, after, key_of, opening
from funicular.web import messages
from funicular.web.game_forms import ending_apart
from funicular.web.language import spoken_language
from funicular.web.ledger import CHANCE

# Letters and digits that nobody confuses, so that an id can be read out; no hyphen, which sets
# off the number of a match in the id of its replay.
ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
ID_LETTERS = 10
INVITE_BYTES = 16
GUEST_BYTES = 8
# Turns of a deal of dnpup at a table. The rules allow 10,000; usual are 600.
MOST_TURNS = 1_000


def new_table(wish: messages.NewTable) -> tuple[tuple[AnyEntry, ...], messages.Opened]:
    """The log of a new table, its host seated; `FunicularError` says what cannot be."""
    check_level(wish.level)
    options, deals, target = ending_apart(wish)
    # Refuses what this game cannot be, before anything is written.
    game = make_game(wish.game, wish.seats, options)
    game.match(deals=deals, target=target)
    # Every update tells the deal so far, so its length is what a command costs.
    if getattr(game.options, "turn_cap", 0) > MOST_TURNS:
        raise BadOptions("table.turn-cap", n=MOST_TURNS)
    host, token = secrets.token_hex(GUEST_BYTES), secrets.token_hex()
    opened = Opened(
        id="".join(secrets.choice(ALPHABET) for _ in range(ID_LETTERS)),
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
    )
    committed = Committed(secrets.token_hex(SEED_BYTES))
    table = after(opening(opened), committed, 0.0)
    entries: list[AnyEntry] = [opened, committed]
    seated = decide(table, Now(), host, ask.Sit(wish.name, wish.nonce), CHANCE)
    entries += seated.entries
    if wish.start:
        entries += decide(_with(table, seated.entries), Now(), host, ask.Start(), CHANCE).entries
    return tuple(entries), messages.Opened(opened.id, opened.invite, seated.token or token)


def _with(table: Table, entries: tuple[AnyEntry, ...]) -> Table:
    for entry in entries:
        table = after(table, entry, 0.0)
    return table
