"""A deal of dnpup in writing: the hands, then a line a turn.

The sheet has no notation of its own. A line says what was discarded as the turn began, what was
done, and what came of it; cards are written as they lay.
"""

from __future__ import annotations

from funicular.games.dnpup.events import Action, Discarded, Event
from funicular.games.dnpup.state import State
from funicular.lang import Reader


def transcript(state: State, reader: Reader) -> str:
    """The whole deal for a reader who may see everything."""
    lines = [
        reader.say("dnpup.transcript.hand", owner=seat, cards=hand)
        for seat, hand in enumerate(state.dealt)
    ]
    lines.append(reader.say("dnpup.transcript.starter", seat=state.public.starter))
    for number, turn in enumerate(_by_turn(state.public.events), 1):
        what = " ".join(reader.say(event.phrase) for event in turn)
        lines.append(reader.say("dnpup.transcript.turn", number=number, what=what))
    return "\n".join(lines) + "\n"


def _by_turn(events: tuple[Event, ...]) -> list[list[Event]]:
    """The events of each turn; the last may have only begun."""
    turns: list[list[Event]] = []
    acted = True
    for event in events:
        # A turn begins with its first discard, or with its action if there is nothing to discard.
        if acted and isinstance(event, Action | Discarded):
            turns.append([])
            acted = False
        turns[-1].append(event)
        acted = acted or isinstance(event, Action)
    return turns
