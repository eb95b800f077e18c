"""How large a match at a live table may be.

The rules and the library allow far more, and records and logs of such matches can still be read.
But a table is kept in memory and sent to everybody at it, so a new one gets what people play in a
few evenings and no more. The form in the lobby has the same bounds.
"""

from __future__ import annotations

from typing import Any

from funicular.core.errors import BadOptions, shown
from funicular.core.match import Match

MOST_DEALS = 100
# Of a deal of dnpup; the rules allow 10,000, and 600 are usual. Every update tells the deal so far,
# so its length is what a command costs.
MOST_TURNS = 1_000
# Some fifty deals in each game: a deal brings 20 points or so in Auf & Ab, 1 or 2 in dnpup.
MOST: dict[str, dict[str, int]] = {
    "auf-ab": {"deals": MOST_DEALS, "target": 1_000},
    "dnpup": {
        "deals": MOST_DEALS,
        "target": 100,
        "points_to_win": 100,
        "turn_cap": MOST_TURNS,
    },
    "ascenseur-52": {"deals": MOST_DEALS, "peak_repeats": MOST_DEALS},
    "ascenseur-32": {"deals": MOST_DEALS, "peak_repeats": MOST_DEALS},
}


def check_size(match: Match) -> None:
    """Refuse a match that is too long for a table, and say which number and how large it may be."""
    setup = match.game.setup
    agreed: dict[str, Any] = {
        "deals": match.ending.deals,
        "target": match.ending.target,
        **{name: getattr(setup.options, name, None) for name in ("points_to_win", "turn_cap")},
    }
    for name, most in MOST[setup.name].items():
        given = agreed.get(name)
        if given is not None and given > most:
            raise BadOptions("options.most", name=name, most=most, given=shown(given))
