"""People who play whole matches at a table of their own, and notice nothing of the rest."""

from __future__ import annotations

import asyncio
import threading
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from funicular.live.table_log import read_row
from funicular.store.log import Row
from funicular.store.open import open_store
from funicular.table.entries import Moved
from tests.system.fuzz.wire import Wrong
from tests.web.live import Guest, Place, nonce

SEATS = 3
# Nobody may send more than thirty messages a second for long.
BREATH = 0.05


class Control(threading.Thread):
    """A table full of people; they play until they are told to stop, and finish their match."""

    def __init__(self, port: int) -> None:
        super().__init__(name="control", daemon=True)
        self._place = Place(port)
        self._enough = threading.Event()
        self.opened = self._place.open("ascenseur-32", seats=SEATS, options={"schedule": [1, 2]})
        self.seated = threading.Event()
        self.moves: list[tuple[int, str]] = []
        self.matches = 0
        self.failed: BaseException | None = None

    def run(self) -> None:
        """Play."""
        try:
            asyncio.run(self._play())
        except BaseException as error:  # noqa: BLE001 - told to whoever waits for us
            self.failed = error
        finally:
            self.seated.set()

    def stop(self) -> None:
        """Let them finish; `Wrong` if something has come between them."""
        self._enough.set()
        self.join()
        if self.failed is not None:
            message = f"the others could not go on: {self.failed!r}"
            raise Wrong(message) from self.failed

    async def _play(self) -> None:
        async with AsyncExitStack() as stack:
            people = [await stack.enter_async_context(self._place.guest(self.opened))]
            for seat in range(1, SEATS):
                hello = {"invite": self.opened["invite"]}
                other = await stack.enter_async_context(self._place.guest(self.opened, **hello))
                done = await other.do_as(f"sit-{seat}", "sit", name=f"P{seat}", nonce=nonce())
                assert done["type"] == "done", done
                people.append(other)
            for each in people:
                await each.until(lambda me: me.table["you"] is not None)
            self.seated.set()
            await self._done(people[0], "start", nonce=nonce())
            while True:
                await self._match(people)
                self.matches += 1
                if self._enough.is_set():
                    return
                for each in people:
                    await self._done(each, "ready", nonce=nonce())

    async def _match(self, people: list[Guest]) -> None:
        number = self.matches + 1
        for each in people:
            await each.until(lambda me: me.table["match"] == number and me.deal is not None)
        while people[0].phase != "over":
            if people[0].phase == "scored":
                deal = people[0].deal
                for each in people:
                    await self._done(each, "ready")
                for each in people:
                    await each.until(
                        lambda me, deal=deal: me.deal["number"] != deal["number"]  # type: ignore[misc]
                    )
            mover = people[people[0].deal["to_act"][0]]  # type: ignore[index]
            await mover.until(lambda me: me.my_turn)
            assert mover.deal is not None
            move = mover.deal["legal"][0]
            seat, seq = mover.table["you"], mover.seq
            await self._done(mover, "move", move=move, turn=mover.deal["turn"])
            self.moves.append((seat, move))
            for each in people:
                await each.until(lambda me, seq=seq: me.seq > seq)  # type: ignore[misc]
            await asyncio.sleep(BREATH)

    async def _done(self, guest: Guest, command: str, **fields: Any) -> None:  # noqa: ANN401 - as in commands
        number = f"control-{len(self.moves)}-{command}"
        done = await guest.do_as(number, command, **fields)
        assert done["type"] == "done", done

    def check_log(self, data: Path) -> None:
        """See that what is kept of this table is what they did, and nothing else."""
        rows = asyncio.run(_rows(data, self.opened["table"]))
        entries = [read_row(row)[0] for row in rows]
        moves = [(each.seat, each.move) for each in entries if isinstance(each, Moved)]
        others = {
            row.command
            for row in rows
            if row.command is not None and not row.command.startswith(("control-", "sit-"))
        }
        if moves != self.moves or others:
            message = f"the table was disturbed: {others}, {len(moves)} moves"
            raise Wrong(message)


async def _rows(data: Path, table: str) -> tuple[Row, ...]:
    log = await open_store(str(data), serving=False)
    try:
        return await log.read(table)
    finally:
        await log.close()
