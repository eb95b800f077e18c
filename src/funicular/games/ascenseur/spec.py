"""Ascenseur as the rest of the code knows it: both sheets, which differ in their preset alone."""

from __future__ import annotations

from funicular.games.ascenseur import shorthand, terminal
from funicular.games.ascenseur.claims import claim_of
from funicular.games.ascenseur.game import Ascenseur
from funicular.games.ascenseur.options import HOUSE_RULES, PRESETS, Choice
from funicular.games.ascenseur.wire import WIRE
from funicular.games.spec import GameSpec, Length

# With few cards one sees at once what a contract is; the sheet's own climb takes an evening.
SHORT = Length({"schedule": (3, 4, 5, 4, 3)}, minutes=5)
MEDIUM = Length({"peak": 6}, minutes=10)
WHOLE_MINUTES = {"ascenseur-52": 35, "ascenseur-32": 20}

SPECS = tuple(
    GameSpec(
        name=name,
        kind="ascenseur",
        seats=preset.seats,
        make=Ascenseur.of,
        of_setup=Ascenseur,
        choice=Choice,
        # A person who wants the other deck chooses the other game.
        not_in_form=frozenset({"deck"}),
        house_rules=HOUSE_RULES,
        lengths={
            "short": SHORT,
            "medium": MEDIUM,
            "long": Length({}, WHOLE_MINUTES[name]),
        },
        live_bounds={"deals": 100},
        form_bounds={"peak_repeats": 100},
        claim=claim_of,
        lesson=f"lesson-{preset.deck}.toml",
        wire=WIRE,
        terminal=terminal,
        shorthand=shorthand,
    )
    for name, preset in PRESETS.items()
)
