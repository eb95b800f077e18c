"""Tables that would be long to come by, put into the log of a server that runs."""

from __future__ import annotations

import asyncio
import itertools
import random
import secrets
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from funicular.games.auf_ab.state import State
from funicular.live.table_log import rows_of
from funicular.store.open import open_store
from funicular.table import commands as ask
from funicular.table.decide import closed
from tests.table.sitting import HOST, NONCE, AtTable

if TYPE_CHECKING:
    from tests.system.browser.people import Person

# Deals that were played before everybody went.
PLAYED = 3

# Numbers that give cards from which everybody lays as much as they can, and how much the last
# three then have laid when it is our turn.
WIDE = {3: (0x6AA, [6, 6, 5]), 4: (0xE7, [5, 5, 4])}


def come_back_late(person: Person) -> None:
    """Somebody comes back to a match that was given up meanwhile."""
    there = _Logged(person, "ascenseur-52", 4, options={"schedule": [3, 5, 2, 4]})
    at = there.begun()
    rng = random.Random(5)
    for _ in range(PLAYED):
        at.finish_deal(rng)
        at.do(HOST, ask.Start())
    for _ in range(6):
        at.move(at.table.to_act[0], rng)
    at.write(*closed(at.table, at.chance).entries)
    there.go(closed=True)


def wide_trick(person: Person, seats: int) -> None:
    """A trick of Auf & Ab in which much lies side by side."""
    number, laid = WIDE[seats]
    there = _Logged(person, "auf-ab", seats)
    at = there.begun(f"{number:032x}")
    while (at.table.to_act, _last_three(at)) != ((0,), laid):
        state, seat = at.table.state, at.table.to_act[0]
        assert state is not None
        moves = state.legal_moves(seat)
        at.play(seat, str(max(moves, key=lambda move: len(getattr(move, "cards", ())))))
    there.go()


def end_of_a_deal(person: Person, game: str, seats: int) -> None:
    """A deal is over, and the last of it lies there still; in Auf & Ab several melds."""
    for number in itertools.count():
        there = _Logged(person, game, seats)
        at = there.begun()
        at.finish_deal(random.Random(number))
        if game != "auf-ab" or len(_last_three(at)) == 3:
            there.go()
            return


def _last_three(at: AtTable) -> list[int]:
    state = at.table.state
    assert isinstance(state, State)
    return [len(meld.cards) for _, meld in state.trick[-3:]]


class _Logged:
    """A table that somebody has opened, as only its log will tell."""

    def __init__(self, person: Person, game: str, seats: int, **settings: object) -> None:
        self._person = person
        self._table, self._invite = secrets.token_hex(8), secrets.token_hex(8)
        self._token = secrets.token_hex(16)
        named = {"id": self._table, "invite": self._invite, "lang": person.lang}
        self._at = AtTable(game, seats, **named | settings)

    def begun(self, nonce: str = NONCE) -> AtTable:
        """Somebody sits there, and the cards are dealt."""
        self._at.do(HOST, ask.Sit(self._person.name, nonce, token=self._token))
        self._at.do(HOST, ask.Start(nonce))
        return self._at

    def go(self, *, closed: bool = False) -> None:
        """Let the server have it, and go there."""
        person, at = self._person, self._at
        data = str(person.server.folder / "tables.db")

        async def append() -> None:
            store = await open_store(data, serving=False, making=False)
            await store.append(self._table, rows_of(at.log, 1, None, time.time()), closed=closed)
            await store.close()

        # Playwright keeps a loop running in this thread.
        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, append()).result()
        person.remembers(self._table, at.table.game.name, self._invite, self._token)
        person.go(f"/t/{self._table}#{self._invite}")
