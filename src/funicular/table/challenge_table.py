"""An attempt at a challenge, as a table: one person, the bots that everybody meets, one match.

It is played from the first card to the last without help: nothing is taken back, nobody moves for
the person, and nobody changes seats. What would show the cards or the seed is not shown here at
all; the page of the challenge shows it once it is over for everybody.
"""

from __future__ import annotations

from funicular.table import commands as ask
from funicular.table.decision import CannotDo
from funicular.table.table import Table

# Whatever does not change what the bots answer.
ALLOWED = (
    ask.MakeMove,
    ask.Pause,
    ask.Resume,
    ask.SetPace,
    ask.Rekey,
    ask.Say,
    ask.React,
)
# Only between two deals: afterwards there is no other match.
BETWEEN_DEALS = (ask.Start, ask.Ready)


def check_allowed(table: Table, command: ask.AnyCommand) -> None:
    """Refuse what an attempt does not have."""
    if table.challenge is None or isinstance(command, ALLOWED):
        return
    if isinstance(command, BETWEEN_DEALS) and table.phase == "scored":
        return
    raise CannotDo("challenge.not-here", "forbidden")
