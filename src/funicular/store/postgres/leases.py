"""Which servers live, who has which lease, and who is connected where, as the database has it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence

from funicular.store.leases import FORGET_DEAD_SERVERS, LEASE_SECONDS
from funicular.store.log import Fence
from funicular.store.postgres.database import Database

# `set_config` is for this transaction only: a sign of life need not wait for the disk.
BEAT = """
    WITH alive AS (
        INSERT INTO servers (id, until)
        SELECT $1, clock_timestamp() + make_interval(secs => $2)
        FROM set_config('synchronous_commit', 'off', true)
        ON CONFLICT (id) DO UPDATE SET until = excluded.until
    )
    SELECT id FROM servers WHERE until > clock_timestamp() AND id <> $1
"""
# Asking for leases is a heartbeat too. Looked at first, so that nothing is written where nothing
# changes. A lease is taken from a dead server only if it is still the one that was seen: one that
# has changed hands meanwhile is held by a server whose first heartbeat we cannot have seen.
LEASE = """
    WITH alive AS (
        INSERT INTO servers (id, until)
        VALUES ($1, clock_timestamp() + make_interval(secs => $3))
        ON CONFLICT (id) DO UPDATE SET until = excluded.until
    ),
    living AS (SELECT id FROM servers WHERE until > clock_timestamp() AND id <> $1),
    ours AS (
        SELECT table_id, fence FROM leases WHERE server = $1 AND table_id = ANY ($2::text[])
    ),
    free AS (
        SELECT DISTINCT asked.id, leases.fence AS seen
        FROM unnest($2::text[]) AS asked (id) LEFT JOIN leases ON leases.table_id = asked.id
        WHERE leases.server IS NULL
        OR leases.server <> $1 AND leases.server NOT IN (SELECT id FROM living)
    ),
    taken AS (
        INSERT INTO leases (table_id, server, fence)
        SELECT id, $1, nextval('fences') FROM free ORDER BY id
        ON CONFLICT (table_id) DO UPDATE SET server = excluded.server, fence = excluded.fence
        WHERE leases.fence = (SELECT seen FROM free WHERE free.id = leases.table_id)
        RETURNING table_id, fence
    )
    SELECT table_id, fence FROM ours UNION ALL SELECT table_id, fence FROM taken
"""
RELEASE = """
    WITH gone AS (
        DELETE FROM presence WHERE server = $1 AND table_id = ANY ($2::text[])
    )
    DELETE FROM leases WHERE server = $1 AND table_id = ANY ($2::text[])
"""
HERE = """
    INSERT INTO presence (table_id, server, body)
    SELECT asked.id, $1, asked.body FROM unnest($2::text[], $3::bytea[]) AS asked (id, body),
        set_config('synchronous_commit', 'off', true)
    ORDER BY asked.id
    ON CONFLICT (table_id, server) DO UPDATE SET body = excluded.body
    WHERE presence.body <> excluded.body
"""
ELSEWHERE = """
    SELECT presence.table_id, presence.body
    FROM presence JOIN servers ON servers.id = presence.server
    WHERE presence.table_id = ANY ($2::text[]) AND presence.server <> $1
    AND servers.until > clock_timestamp()
    ORDER BY presence.table_id, presence.server
"""
RETIRE = """
    WITH presence_gone AS (DELETE FROM presence WHERE server = $1),
    leases_gone AS (DELETE FROM leases WHERE server = $1)
    DELETE FROM servers WHERE id = $1
"""


class PostgresLeases:
    """The `Leases` of a database."""

    shared = True

    def __init__(self, database: Database) -> None:
        """Be a server that nobody has heard of yet."""
        self._database = database
        self.server = secrets.token_hex(8)

    async def beat(self) -> frozenset[str]:
        """This server lives; the others that do."""
        others = await self._database.fetch(BEAT, self.server, LEASE_SECONDS)
        return frozenset(other for (other,) in others)

    async def lease(self, tables: Sequence[str]) -> dict[str, Fence | None]:
        """Take the leases that no living server has, and keep our own; those we hold now."""
        found = await self._database.fetch(LEASE, self.server, list(tables), LEASE_SECONDS)
        return {name: Fence(self.server, number) for name, number in found}

    async def release(self, tables: Sequence[str]) -> None:
        """Give these leases back, and forget who is connected to us at these tables."""
        await self._database.fetch(RELEASE, self.server, list(tables))

    async def here(self, connected: Mapping[str, bytes]) -> None:
        """Who is connected to this server; tables that are not named keep what they had."""
        await self._database.fetch(
            HERE, self.server, list(connected.keys()), list(connected.values())
        )

    async def elsewhere(self, tables: Sequence[str]) -> dict[str, tuple[bytes, ...]]:
        """Who is connected to other living servers at these tables, in their words."""
        told: dict[str, tuple[bytes, ...]] = {}
        for name, body in await self._database.fetch(ELSEWHERE, self.server, list(tables)):
            told[name] = (*told.get(name, ()), body)
        return told

    async def retire(self) -> None:
        """This server ends: others may take over at once."""
        await self._database.fetch(RETIRE, self.server)
        await self._database.fetch(FORGET_DEAD_SERVERS)
