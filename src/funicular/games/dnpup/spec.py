"""dnpup as the rest of the code knows it."""

from __future__ import annotations

from funicular.games.dnpup import shorthand, terminal
from funicular.games.dnpup.game import Dnpup
from funicular.games.dnpup.options import NAME, SEATS, Choice
from funicular.games.dnpup.wire import WIRE
from funicular.games.spec import GameSpec, Length

SPECS = (
    GameSpec(
        name=NAME,
        kind=NAME,
        seats=SEATS,
        make=Dnpup.of,
        of_setup=Dnpup,
        choice=Choice,
        lengths={
            "short": Length({"points_to_win": 2}, minutes=2),
            "medium": Length({}, minutes=4),
            "long": Length({"points_to_win": 8}, minutes=9),
        },
        live_bounds={
            "deals": 100,
            # A deal brings 1 or 2 points, so these are some fifty deals.
            "target": 100,
            "points_to_win": 100,
            # The rules allow 10,000, and 600 are usual. Every update tells the deal so far, so its
            # length is what a command costs.
            "turn_cap": 1_000,
        },
        wire=WIRE,
        terminal=terminal,
        shorthand=shorthand,
    ),
)
