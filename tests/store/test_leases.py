"""Servers that share a database: who lives, who has which table, who is connected where."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import asyncpg
import pytest

from funicular.store.log import Conflict, Fence, Fenced
from funicular.store.open import Store
from tests.store.stores import opened, row

if TYPE_CHECKING:
    # At run time asyncpg's class takes no parameter.
    Connection = asyncpg.Connection[asyncpg.Record]
    Use = Callable[[Store, Store, Connection], Awaitable[None]]

# The clock of the database is not waited for: it is told that all servers have been silent.
SILENCE = "UPDATE servers SET until = clock_timestamp() - interval '1 second'"


def with_two(database: str, use: Use) -> None:
    """Two servers, and somebody who can reach into the database."""

    async def main() -> None:
        connection = await asyncpg.connect(database)
        try:
            async with opened(database) as one, opened(database) as two:
                await use(one, two, connection)
        finally:
            await connection.close()

    asyncio.run(main())


def fence_of(fence: Fence | None) -> Fence:
    assert fence is not None
    return fence


def test_a_lease_is_of_one_living_server(database: str) -> None:
    async def use(one: Store, two: Store, _: Connection) -> None:
        assert one.shared
        first = await one.lease(["a", "b", "a"])
        assert sorted(first) == ["a", "b"]
        assert list(await two.lease(["a", "b", "c"])) == ["c"]
        # Asking again changes nothing, not even the fence.
        assert await one.lease(["a", "b", "c"]) == first
        assert await one.lease([]) == {}

    with_two(database, use)


def test_leases_are_handed_out_once_however_many_ask(database: str) -> None:
    async def use(one: Store, two: Store, _: Connection) -> None:
        tables = [f"t{number}" for number in range(50)]
        asked = [
            store.lease(tables[start:] + tables[:start])
            for start in range(0, 50, 10)
            for store in (one, two)
        ]
        answers = await asyncio.gather(*asked)
        ours = {name for answer in answers[0::2] for name in answer}
        theirs = {name for answer in answers[1::2] for name in answer}
        assert ours | theirs == set(tables)
        assert not ours & theirs

    with_two(database, use)


def test_who_is_silent_loses_leases_to_others_and_comes_back_to_nothing(database: str) -> None:
    async def use(one: Store, two: Store, connection: Connection) -> None:
        before = fence_of((await one.lease(["t"]))["t"])
        await one.append("t", [row(1)], fence=before)
        await connection.execute(SILENCE)
        # Dead, but nobody has taken anything: what it writes still counts.
        await one.append("t", [row(2)], fence=before)
        after = fence_of((await two.lease(["t"]))["t"])
        assert after.number > before.number
        await one.beat()
        assert await one.lease(["t"]) == {}
        with pytest.raises(Fenced):
            await one.append("t", [row(3)], fence=before)
        await two.append("t", [row(3)], fence=after)
        # A person's move names no fence: any server may write it.
        await one.append("t", [row(4)])
        with pytest.raises(Conflict) as caught:
            await two.append("t", [row(4)], fence=after)
        assert not isinstance(caught.value, Fenced)
        assert await one.heads(["t"]) == {"t": 4}

    with_two(database, use)


def test_a_beat_keeps_what_one_has(database: str) -> None:
    async def use(one: Store, two: Store, connection: Connection) -> None:
        held = await one.lease(["t"])
        await connection.execute(SILENCE)
        await one.beat()
        assert await two.lease(["t"]) == {}
        assert await one.lease(["t"]) == held

    with_two(database, use)


def test_a_lease_given_back_and_taken_again_has_another_fence(database: str) -> None:
    async def use(one: Store, two: Store, _: Connection) -> None:
        held = await one.lease(["t", "u"])
        await one.release(["t"])
        with pytest.raises(Fenced):
            await one.append("t", [row(1)], fence=held["t"])
        taken = fence_of((await two.lease(["t", "u"]))["t"])
        await two.release(["t"])
        again = fence_of((await one.lease(["t", "u"]))["t"])
        assert fence_of(held["t"]).number < taken.number < again.number
        assert (await one.lease(["u"])) == {"u": held["u"]}

    with_two(database, use)


def test_of_a_batch_only_those_are_refused_whose_fence_does_not_hold(database: str) -> None:
    async def use(one: Store, two: Store, _: Connection) -> None:
        tables = [f"t{number}" for number in range(30)]
        ours = await one.lease(tables[::2])
        theirs = await two.lease(tables)
        assert len(ours) == len(theirs) == 15
        wrong = {name: Fence(fence_of(lease).server, 0) for name, lease in ours.items()}
        for seq in (1, 2):
            results = await asyncio.gather(
                *(one.append(name, [row(seq)], fence=ours.get(name) or theirs[name])
                  for name in tables),
                *(one.append(f"new {name}", [row(1)], fence=wrong[name]) for name in wrong),
                return_exceptions=True,
            )  # fmt: skip
            assert results[:30] == [None] * 30
            assert all(isinstance(result, Fenced) for result in results[30:])
        assert await one.heads([f"new {name}" for name in tables]) == {}

    with_two(database, use)


async def until_waiting(connection: Connection, number: int) -> None:
    """Until so many statements wait for a lock."""
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    for _ in range(10_000):
        if await connection.fetchval(waiting) == number:
            return
    pytest.fail("nobody waits")


def test_a_takeover_waits_for_what_is_being_written_and_then_shuts_it_out(database: str) -> None:
    """The lease cannot change hands between the look at its fence and the commit."""

    async def use(one: Store, two: Store, connection: Connection) -> None:
        other = await asyncpg.connect(database)
        held = (await one.lease(["t"]))["t"]
        await one.append("t", [row(1)], fence=held)
        async with connection.transaction():
            await connection.execute("SELECT FROM tables WHERE id = 't' FOR UPDATE")
            writing = asyncio.create_task(one.append("t", [row(2)], fence=held))
            await until_waiting(other, 1)
            await other.execute(SILENCE)
            taking = asyncio.create_task(two.lease(["t"]))
            await until_waiting(other, 2)
        await other.close()
        await writing
        assert list(await taking) == ["t"]
        with pytest.raises(Fenced):
            await one.append("t", [row(3)], fence=held)
        assert await two.read("t") == (row(1), row(2))

    with_two(database, use)


def test_who_is_connected_elsewhere_is_told_while_that_server_lives(database: str) -> None:
    async def use(one: Store, two: Store, connection: Connection) -> None:
        await one.beat()
        await one.here({"a": b"zoe", "b": b"max"})
        await two.beat()
        await two.here({"a": b"lea"})
        assert await one.elsewhere(["a", "b"]) == {"a": (b"lea",)}
        assert await two.elsewhere(["a", "b", "c"]) == {"a": (b"zoe",), "b": (b"max",)}
        await one.here({"a": b"zoe and max"})
        assert await two.elsewhere(["a", "b"]) == {"a": (b"zoe and max",), "b": (b"max",)}
        await one.release(["b"])
        assert await two.elsewhere(["a", "b"]) == {"a": (b"zoe and max",)}
        await connection.execute(SILENCE)
        assert await two.elsewhere(["a", "b"]) == {}
        await one.beat()
        assert await two.elsewhere(["a", "b"]) == {"a": (b"zoe and max",)}
        await one.here({})

    with_two(database, use)


def test_who_retires_leaves_everything_to_others_at_once(database: str) -> None:
    async def use(one: Store, two: Store, connection: Connection) -> None:
        held = await one.lease(["t"])
        await one.here({"t": b"zoe"})
        await one.retire()
        assert await two.elsewhere(["t"]) == {}
        assert list(await two.lease(["t"])) == ["t"]
        with pytest.raises(Fenced):
            await one.append("t", [row(1)], fence=held["t"])
        await connection.execute("UPDATE servers SET until = until - interval '1 day'")
        await one.retire()
        assert await connection.fetchval("SELECT count(*) FROM servers") == 0

    with_two(database, use)
