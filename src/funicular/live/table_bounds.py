"""How large a match at a live table may be.

The rules and the library allow far more, and records and logs of such matches can still be read.
But a table is kept in memory and sent to everybody at it, so a new one gets what people play in a
few evenings and no more: each game says how much (`live_bounds`). The form in the lobby has the
same bounds.
"""

from __future__ import annotations

from funicular.core.errors import BadOptions, shown
from funicular.core.match import Match
from funicular.games.registry import spec_of


def check_size(match: Match) -> None:
    """Refuse a match that is too long for a table, and say which number and how large it may be."""
    setup = match.game.setup
    ending = {"deals": match.ending.deals, "target": match.ending.target}
    for name, most in spec_of(setup.name).live_bounds.items():
        given = ending[name] if name in ending else getattr(setup.options, name)
        if given is not None and given > most:
            raise BadOptions("options.most", name=name, most=most, given=shown(given))
