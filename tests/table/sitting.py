"""A table in the hands of a test: commands done at once, chance that is known."""

from __future__ import annotations

import random
from typing import Any

from funicular.bots.levels import bot
from funicular.lang import Reader
from funicular.table import commands as ask
from funicular.table.decide import decide, gone_on, moved
from funicular.table.decision import Chance, Decision, proven
from funicular.table.entries import AnyEntry, Committed, TableOpened
from funicular.table.fold import after, opening, unfold
from funicular.table.presence import Presence
from funicular.table.table import Table, key_of

HOST = "host"
NONCE = "0123456789abcdef" * 2
SEED = "5e" * 32


class AtTable:
    """A table, the moment, and everything that was written."""

    def __init__(self, game: str = "ascenseur-52", seats: int = 4, **settings: Any) -> None:  # noqa: ANN401 - any field of TableOpened
        rng = random.Random(7)
        self.chance = Chance(lambda size: rng.randbytes(size).hex(), proven)
        self.log: list[AnyEntry] = []
        usual: dict[str, Any] = {
            "id": "table",
            "game": game,
            "seats": seats,
            "options": {},
            "lang": "en",
            "invite": "invitation",
            "host": HOST,
            "key": key_of("token"),
            "level": "casual",
            "pace": "instant",
        }
        first = TableOpened(**(usual | settings))
        self.log.append(first)
        self.table: Table = opening(first)
        self.presence = Presence()
        if self.table.what_if is None:
            self.write(Committed(SEED))

    @property
    def phase(self) -> str:
        """Where the table is now; a method call, so that no reader takes it for settled."""
        return self.table.phase

    @property
    def reader(self) -> Reader:
        """Whoever reads English here."""
        return Reader("en", self.table.names, None)

    def write(self, *entries: AnyEntry) -> None:
        for entry in entries:
            self.log.append(entry)
            self.table = after(self.table, entry, at=float(len(self.log)))

    def do(self, guest: str | None, command: ask.AnyCommand, spent: float = 0.0) -> Decision:
        decision = decide(self.table, self.presence, guest, command, self.chance, spent=spent)
        self._keep(decision)
        return decision

    def _keep(self, decision: Decision) -> None:
        self.write(*decision.entries)

    def sit(self, name: str, guest: str | None = None, seat: int | None = None) -> str:
        """Sit down and be there; who one is from now on."""
        token = self.do(guest, ask.Sit(name, NONCE, seat)).token
        assert token is not None
        known = self.table.guest_of(token)
        assert known is not None
        place = self.table.seat_of(known)
        assert place is not None
        self.presence = Presence(self.presence.present | {place})
        return known

    def leave(self, seat: int) -> None:
        """Close the tab."""
        self.presence = Presence(self.presence.present - {seat})
        self._keep(gone_on(self.table, self.presence, self.chance))

    def move(self, seat: int, rng: random.Random | None = None) -> None:
        """Let this seat make some move."""
        state = self.table.state
        assert state is not None
        self.play(seat, str(bot("random").choose(state.view(seat), rng or random.Random(1))))

    def play(self, seat: int, text: str) -> None:
        """Let this seat make this move: a person's by command, a bot's as a bot's."""
        if not self.table.bot_plays(seat):
            self.do(self.table.places[seat].guest, ask.MakeMove(text, self.table.turns[seat]))
        else:
            self._keep(
                moved(self.table, seat, ask.MakeMove(text, self.table.turns[seat]), self.chance)
            )

    def read_again(self) -> Table:
        """The table as it comes out of its log."""
        return unfold((entry, float(place)) for place, entry in enumerate(self.log, 1))

    def finish_deal(self, rng: random.Random | None = None) -> None:
        rng = rng or random.Random(3)
        number = len(self.table.match.states)
        while self.table.phase == "playing" and len(self.table.match.states) == number:
            self.move(self.table.to_act[0], rng)
