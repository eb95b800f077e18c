"""For how many days what is kept, as it was chosen for a store: transactions written once for both
databases (`store/steps`). 0 is for ever; without any row nothing was chosen.
"""

from __future__ import annotations

from collections.abc import Mapping

from funicular.store.steps import Steps


def chosen_days() -> Steps[dict[str, float]]:
    """What was chosen, by what is kept."""
    found = yield "SELECT what, days FROM retention", ()
    return {what: days for what, days in found}  # noqa: C416 - a row is no pair to every checker


def choose_days(days: Mapping[str, float], *, anew: bool) -> Steps[None]:
    """Choose; where something was chosen before, that holds, unless it is chosen anew."""
    then = "UPDATE SET days = excluded.days" if anew else "NOTHING"
    for what, each in days.items():
        yield (
            f"INSERT INTO retention (what, days) VALUES ($1, $2) ON CONFLICT (what) DO {then}",  # noqa: S608 - ours
            (what, each),
        )
