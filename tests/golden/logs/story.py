"""A table at which everything happens that a log can tell of, played by the program that runs.

`python -m tests.golden.logs` writes its log, a snapshot, the records of its matches and
what the table looked like on the way into a folder: once for each release, and never again.
"""

from __future__ import annotations

import random
from typing import Any

from funicular.core.record import WhatIf
from funicular.lang import Phrase
from funicular.live.attempts import Asked
from funicular.live.table_log import rows_of
from funicular.store.log import Row
from funicular.table import commands as ask
from funicular.table.claims import claim_now
from funicular.table.decide import closed
from funicular.table.decision import Decision
from funicular.table.entries import AnyEntry
from funicular.table.fold import after
from funicular.table.presence import Presence
from funicular.table.table import Table
from funicular.table.what_if import given_position
from funicular.table.wire import Clock, Line
from tests.table.sitting import HOST, NONCE, AtTable

# When the first entry was written, in seconds since 1970, and the seconds from one to the next.
BEGAN = 1_763_200_000.0
STEP = 1.5
# What a person's move takes at a table with a clock: more than the time of a turn.
SPENT = 33.5

STORIES: dict[str, dict[str, Any]] = {
    "auf-ab": {
        "game": "auf-ab",
        "seats": 4,
        "deals": 2,
        "clock": Clock(turn=30, bank=60),
        "hints": True,
    },
    "dnpup": {"game": "dnpup", "seats": 2, "deals": 2},
    "ascenseur-52": {"game": "ascenseur-52", "seats": 4, "deals": 3},
    "ascenseur-32": {
        "game": "ascenseur-32",
        "seats": 3,
        "deals": 3,
        "options": {"bidding": "simultaneous"},
        "lang": "fr",
    },
}


class LoggedTable(AtTable):
    """A table whose entries are kept as the rows that a server would write."""

    def __init__(self, **settings: Any) -> None:  # noqa: ANN401 - any field of Opened
        self.rows: list[Row] = []
        self.facts: dict[int, dict[str, Any]] = {}
        self._asked: Asked | None = None
        super().__init__(**settings)
        # The opening was written before there was anybody to write it down.
        self.rows = [*rows_of(self.log[:1], 1, None, BEGAN), *self.rows]

    def do(self, guest: str | None, command: ask.AnyCommand, spent: float = 0.0) -> Decision:
        self._asked = (guest or "new", f"command-{len(self.rows)}")
        if isinstance(command, ask.MakeMove) and self.table.opened.clock is not None:
            spent = SPENT
        return super().do(guest, command, spent)

    def write(self, *entries: AnyEntry) -> None:
        at = BEGAN + STEP * self.table.seq
        self.rows += rows_of(entries, self.table.seq + 1, self._asked, at)
        self._asked = None
        for entry in entries:
            self.log.append(entry)
            self.table = after(self.table, entry, at=at)

    def note(self) -> None:
        """Remember what the table looks like now."""
        self.facts[self.table.seq] = facts_of(self.table)


def facts_of(table: Table) -> dict[str, Any]:
    """What must be the same for ever, in plain values."""
    state = table.state
    return {
        "phase": table.phase,
        "places": [[each.kind, each.name, each.level, each.guest] for each in table.places],
        "pace": table.pace,
        "open": table.open,
        "begun": table.begun,
        "finished": table.finished,
        "seed": table.seed,
        "nonces": list(table.nonces),
        "totals": list(table.match.totals) if table.begun else None,
        "to_act": list(table.to_act),
        "turns": list(table.turns),
        "history": None if state is None else [f"{seat} {move}" for seat, move in state.history],
        "hands": None
        if state is None
        else [" ".join(map(str, state.hand(seat))) for seat in range(table.opened.seats)],
        "ready": [list(each) for each in table.ready],
        "asking": table.asking is not None,
        "paused": table.paused,
        "closed": table.closed,
        "given_up": table.given_up,
        "banks": list(table.banks),
        "hints": [list(table.hints_agreed), table.hints_on],
        "claims": [[each.seat, each.tricks, each.made] for each in table.claims],
        "chat": [
            [each.seq, each.seat, each.name, each.text, each.reaction, each.at]
            for each in table.lines
            if isinstance(each, Line)
        ],
    }


def tell(settings: dict[str, Any]) -> LoggedTable:
    """Play the story of a table with these settings."""
    at = LoggedTable(**settings)
    rng = random.Random(11)
    zoe = at.sit("Zoé", HOST, 0)
    at.do(at.sit("Max", None, 1), ask.Stand())
    max_ = at.sit("Max", None, 1)
    at.do(zoe, ask.Say("Bonjour ! “Hello”"))
    at.do(max_, ask.React("bravo"))
    at.do(max_, ask.Rename("Maxime"))
    at.do(zoe, ask.SetPace("quick"))
    at.do(zoe, ask.SetOpen(open=True))
    if at.table.opened.seats > 2:
        at.do(zoe, ask.SeatBot(2, "beginner"))
    if at.table.opened.hints:
        at.do(max_, ask.AnswerHints(yes=True))
    at.note()
    at.do(zoe, ask.Start())
    at.note()
    while at.table.phase == "playing" and not _moved(at, 0):
        at.move(at.table.to_act[0], rng)
    at.do(zoe, ask.Undo())
    at.note()
    if at.table.asking is not None:
        at.do(max_, ask.Answer(yes=True))
    at.note()
    at.do(max_, ask.Pause())
    at.note()
    at.do(zoe, ask.Resume())
    at.do(max_, ask.Rekey())
    _play_match(at, (zoe, max_), rng)
    at.note()
    at.do(zoe, ask.Ready(NONCE[::-1]))
    at.note()
    at.do(max_, ask.Ready(NONCE[1:] + "f"))
    at.note()
    for _ in range(3):
        at.move(at.table.to_act[0], rng)
    at.do(max_, ask.Stand())
    at.note()
    at.do(zoe, ask.SetOpen(open=False))
    at.presence = Presence()
    at.write(*closed(at.table, at.chance).entries)
    at.note()
    return at


def tell_what_if(played: LoggedTable) -> LoggedTable:
    """Play on from a move of a match of this table to the end, and again from there."""
    record = played.table.played[0].record
    source = WhatIf(replay="table-1", deal=2, ply=6, seat=1, world="true")
    rng = random.Random(12)
    at = LoggedTable(
        game=record.game,
        seats=record.seats,
        options=record.options,
        what_if=given_position(record, source, rng),
    )
    zoe = at.sit("Zoé", HOST, source.seat)
    for go_on in (ask.Start(), ask.Ready(NONCE[::-1])):
        at.do(zoe, go_on)
        at.note()
        at.finish_deal(rng)
    at.note()
    return at


def stories() -> dict[str, LoggedTable]:
    """All tables, by the names of their files."""
    told = {name: tell(settings) for name, settings in STORIES.items()}
    return told | {"what-if": tell_what_if(told["ascenseur-52"])}


def _moved(at: LoggedTable, seat: int) -> bool:
    state = at.table.state
    return state is not None and any(who == seat for who, _ in state.history)


def _play_match(at: LoggedTable, people: tuple[str, ...], rng: random.Random) -> None:
    while at.table.phase != "over":
        if at.table.phase == "playing":
            if not _claimed(at):
                at.move(at.table.to_act[0], rng)
        else:
            for guest in people:
                at.do(guest, ask.Ready())


def _claimed(at: LoggedTable) -> bool:
    """Whether the person to act has laid their hand open, as soon as they could."""
    seat = at.table.to_act[0]
    guest = at.table.places[seat].guest
    if guest is None or isinstance(claim_now(at.table, seat), Phrase):
        return False
    at.do(guest, ask.ClaimTricks(at.table.turns[seat]))
    at.note()
    return True
