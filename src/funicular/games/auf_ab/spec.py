"""Auf & Ab as the rest of the code knows it."""

from __future__ import annotations

from funicular.games.auf_ab import shorthand, terminal
from funicular.games.auf_ab.game import AufAb
from funicular.games.auf_ab.options import DEALS, SEATS, Choice
from funicular.games.auf_ab.wire import WIRE
from funicular.games.spec import GameSpec, Length

SPECS = (
    GameSpec(
        name="auf-ab",
        kind="auf-ab",
        seats=SEATS,
        make=AufAb.of,
        of_setup=AufAb,
        choice=Choice,
        deals_in_form=DEALS,
        lengths={
            "short": Length({"deals": 2}, minutes=5),
            "medium": Length({}, minutes=10),
            "long": Length({"deals": 10}, minutes=20),
        },
        # A deal brings some 20 points, so this is about fifty deals.
        live_bounds={"deals": 100, "target": 1_000},
        wire=WIRE,
        terminal=terminal,
        shorthand=shorthand,
    ),
)
