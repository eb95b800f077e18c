"""The run: evenings of play, a blow at random moments, and after each of them the books."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Any

from msgspec import Struct

from funicular.store.checking import check_logs
from funicular.store.open import Store, open_store
from tests.system.faults.reading import check_file
from tests.system.kills.counts import Counts
from tests.system.kills.evidence import POSTGRES, read_evidence, read_guests
from tests.system.kills.load import Load, Mark, Sitting
from tests.system.kills.processes import Blow, House, Target
from tests.system.kills.verdict import Promised, check_evidence, judge, moved_since, promised

# Acknowledgements before a blow falls, in all and at each table; and seconds after them.
FEW, MANY = 10, 7
MOMENT = 0.05
# The longest that something stays dead, in seconds.
LONG = 1.0
# How often the tables are looked at to see everybody move.
LOOKS = 20
# Servers say so when their database or Redis is gone. Anything else is an error of ours.
EXPECTED = {
    "bot-not-kept",
    "company-failed",
    "store-refuses",
    "not-gone-on",
    "not-heard",
    "not-looked",
    "redis-lost",
}


class Plan(Struct, frozen=True):
    """How much is to be killed, and how."""

    # What is struck, one after the other.
    targets: tuple[Target, ...]
    seed: int = 0
    tables: int = 20
    # Blows until the tables are left for new ones.
    evening: int = 10
    # How often the next blow does not wait until all tables are well again.
    hurry: float = 0.25


class Killing:
    """One run."""

    def __init__(
        self, plan: Plan, house: House, told: Callable[[Counts], None] = lambda _: None
    ) -> None:
        """`told` hears after each evening how far we are."""
        self.counts = Counts()
        self._plan = plan
        self._house = house
        self._told = told
        self._chance = random.Random(plan.seed)
        # Of evenings that are over.
        self._promises: list[Promised] = []

    async def run(self) -> Counts:
        """Kill as planned; `AssertionError` for the first thing that is not as it must be."""
        targets = self._plan.targets
        for first in range(0, len(targets), self._plan.evening):
            await self._evening(targets[first : first + self._plan.evening])
            self._told(self.counts)
        await self._check_everything()
        return self.counts

    async def _evening(self, targets: Sequence[Target]) -> None:
        seed = self._chance.randrange(1 << 30)
        async with Load(self._house, self._plan.tables, seed) as evening:
            guests = await read_guests(self._house.data)
            unheard: set[str | None] = set()
            for target in targets:
                await self._wait_for_the_moment(evening)
                struck = time.time()
                asked = {name for person in evening.persons for name in person.player.waiting}
                await self._strike(evening, self._house.blow(target, self._chance))
                promises = _promises(evening, guests)
                evidence = await read_evidence(self._house.data)
                check_evidence(evidence, promises)
                unheard |= {
                    row.command
                    for rows in evidence.rows.values()
                    for row in rows
                    if row.command in asked and row.at < struck
                }
            await self._play_on(evening)
        self.counts.unheard += len(unheard)
        self._promises += _promises(evening, guests)
        await self._judge(evening.sittings)

    async def _wait_for_the_moment(self, evening: Load) -> None:
        enough = evening.acknowledged + self._chance.randrange(
            FEW, FEW + MANY * len(evening.sittings)
        )
        await evening.until(
            lambda: evening.acknowledged >= enough, lambda: evening.still(evening.sittings)
        )
        await asyncio.sleep(self._chance.uniform(0.0, MOMENT))

    async def _strike(self, evening: Load, blow: Blow) -> None:
        self.counts.kills[blow.name] += 1
        began = monotonic()
        await asyncio.gather(*(asyncio.to_thread(victim.kill) for victim in blow.victims))
        marks = {
            sitting.id: [Mark(person) for person in sitting.persons] for sitting in evening.sittings
        }
        await asyncio.sleep(self._chance.choice((0.0, self._chance.uniform(0.0, LONG))))
        for victim in blow.victims:
            await asyncio.to_thread(victim.start)

        def still() -> list[Sitting]:
            return [
                each
                for each in evening.sittings
                if not any(mark.since() for mark in marks[each.id])
            ]

        hurried = self._chance.random() < self._plan.hurry
        few = len(evening.sittings) - 1 if hurried else 0
        await evening.until(lambda: len(still()) <= few, lambda: evening.still(still()))
        self.counts.recoveries += [
            min(each.at for mark in of_table for each in mark.since()[:1]) - began
            for of_table in marks.values()
            if any(mark.since() for mark in of_table)
        ]

    async def _play_on(self, evening: Load) -> None:
        """See everybody move at every table, bots too."""
        store = await self._open()
        try:
            seqs = {
                each.id: max(person.player.picture.seq for person in each.persons)
                for each in evening.sittings
            }
            waiting = evening.sittings
            for _ in range(LOOKS):
                marks = [Mark(person) for each in waiting for person in each.persons]
                await evening.until(
                    lambda marks=marks: all(mark.since() for mark in marks),  # type: ignore[misc]  # bound early
                    lambda waiting=waiting: evening.still(waiting),  # type: ignore[misc]  # as above
                )
                waiting = [
                    each
                    for each in waiting
                    if moved_since(await store.read(each.id, after=seqs[each.id]))
                    < set(range(len(each.persons[0].player.picture.table["chairs"])))
                ]
                if not waiting:
                    return
            raise AssertionError(evening.still(waiting))
        finally:
            await store.close()

    async def _judge(self, sittings: Sequence[Sitting]) -> None:
        counts = self.counts
        store = await self._open()
        try:
            for sitting in sittings:
                judged = judge(sitting, await store.read(sitting.id))
                counts.tables += 1
                counts.rows += judged.rows
                counts.moves += judged.moves
                counts.bots_moves += judged.bots_moves
                counts.matches += judged.matches
                counts.breaks += sum(person.player.breaks for person in sitting.persons)
        finally:
            await store.close()

    async def _check_everything(self) -> None:
        """All evenings once more, and whether the store itself finds anything wrong."""
        found = check_evidence(await read_evidence(self._house.data), self._promises)
        self.counts.acknowledged, self.counts.idle = found.checked, found.idle
        store = await self._open()
        try:
            async with store.inventory() as inventory:
                checked = await check_logs(inventory)
        finally:
            await store.close()
        assert checked.whole, checked
        # Bots may have moved once more after the people had gone.
        assert checked.tables == self.counts.tables, checked
        assert checked.rows >= self.counts.rows, checked
        if not self._house.data.startswith(POSTGRES):
            await asyncio.to_thread(check_file, self._house.data)
        self._hear_complaints()

    def _hear_complaints(self) -> None:
        errors = [line for line in map(_read, self._house.errors.splitlines()) if line]
        self.counts.complaints = Counter(line["event"] for line in errors)
        others = [line for line in errors if line["event"] not in EXPECTED]
        assert not others, others[:3]
        if not self._house.data.startswith(POSTGRES):
            assert not errors, errors[:3]

    async def _open(self) -> Store:
        # Not while a server is dead: what it has left is for it to mend.
        return await open_store(self._house.data, serving=False)


def _promises(evening: Load, guests: dict[tuple[str, str], str]) -> list[Promised]:
    return [each for sitting in evening.sittings for each in promised(sitting, guests)]


def _read(line: str) -> dict[str, Any] | None:
    """A line of a server's log if it tells of an error; the last before a kill may be cut off."""
    try:
        read: dict[str, Any] = json.loads(line)
    except ValueError:
        return {"event": line} if "Traceback" in line else None
    return read if read["level"] in ("error", "critical") else None
