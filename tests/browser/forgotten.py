"""A table that nobody came back to, put into the log of a server that runs."""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from funicular.store.opening import open_store
from funicular.table import commands as ask
from funicular.table.decide import closed
from funicular.web.ledger import rows_of
from tests.table.sitting import HOST, NONCE, AtTable

if TYPE_CHECKING:
    from tests.browser.people import Person
    from tests.browser.serving import Server

# Deals that were played before everybody went.
PLAYED = 3


def come_back_late(person: Person) -> None:
    """Somebody comes back to a match that was given up meanwhile."""
    table, invite, token = (secrets.token_hex(8) for _ in range(3))
    at = AtTable(
        "ascenseur-52",
        options={"schedule": [3, 5, 2, 4]},
        id=table,
        invite=invite,
        lang=person.lang,
    )
    at.do(HOST, ask.Sit(person.name, NONCE, token=token * 2))
    at.do(HOST, ask.Start(NONCE))
    rng = random.Random(5)
    for _ in range(PLAYED):
        at.finish_deal(rng)
        at.do(HOST, ask.Start())
    for _ in range(6):
        at.move(at.table.to_act[0], rng)
    at.write(*closed(at.table, at.chance).entries)
    _write(person.server, at)
    person.remembers(table, "ascenseur-52", invite, token * 2)
    person.go(f"/t/{table}#{invite}")


def _write(server: Server, at: AtTable) -> None:
    async def append() -> None:
        store = await open_store(str(server.folder / "tables.db"), serving=False, making=False)
        await store.append(at.table.id, rows_of(at.log, 1, None, time.time()), closed=True)
        await store.close()

    # Playwright keeps a loop running in this thread.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, append()).result()
