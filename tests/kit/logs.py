"""Logs of tables as a server would write them, to put into a store."""

from __future__ import annotations

from collections.abc import Sequence

from funicular.core.wire import to_json
from funicular.store.log import Row
from funicular.table.entries import (
    AnyEntry,
    BotSeated,
    Committed,
    Renamed,
    Said,
    Seated,
    TableOpened,
)
from funicular.table.table import key_of

DAY = 86_400.0
SEED = "5eed" * 16
INVITE = "1a417e" * 5 + "00"


def entries_of(table: str, *, name: str = "Zoé", lang: str = "en") -> list[AnyEntry]:
    """A table with a person who says two things, another who answers, and a bot."""
    return [
        TableOpened(
            id=table,
            game="ascenseur-52",
            seats=3,
            options={},
            lang=lang,
            invite=INVITE,
            host="host",
            key=key_of("secret"),
            level="casual",
            pace="instant",
            open=True,
        ),
        Committed(SEED),
        Seated(0, "host", name, key_of("secret"), "0" * 32),
        Seated(1, "other", "Max", key_of("another"), "1" * 32),
        BotSeated(2, "Ida", "casual"),
        Said(0, "first words"),
        Renamed(0, f"{name} II"),
        Said(1, f"hello {name}"),
        Said(0, "last words"),
    ]


def rows_from(entries: Sequence[AnyEntry], *, at: float = 1_700_000_000.0) -> list[Row]:
    """The entries as rows, a second apart."""
    return [Row(seq, None, None, at + seq, to_json(entry)) for seq, entry in enumerate(entries, 1)]


def log_of(table: str, *, at: float = 1_700_000_000.0, **about: str) -> list[Row]:
    """The rows of such a table."""
    return rows_from(entries_of(table, **about), at=at)
