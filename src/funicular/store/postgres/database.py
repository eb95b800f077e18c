"""Connections to a database, and one sentence for everything that can go wrong with them.

Nothing waits for ever: connecting, getting a connection that is free, and every statement have an
end. A connection that has failed is thrown away, so after the death and return of the database the
next question finds it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, TypeVar

import asyncpg

from funicular.lang import Phrase
from funicular.store.durability import Durability
from funicular.store.log import StoreAway, StoreFailed, Unsure
from funicular.store.migrations import Migration
from funicular.store.postgres.address import DatabaseAddress
from funicular.store.postgres.migrating import migrate

CONNECT_SECONDS = 3.0
COMMAND_SECONDS = 5.0

SYNCHRONOUS = {"full": "on", "process": "off"}

# How many connections there may be, without those that are kept for administrators, and how many
# servers live.
ROOM = """
    SELECT current_setting('max_connections')::int
        - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true), '0')::int,
        (SELECT count(*) FROM servers WHERE until > clock_timestamp())
"""

# All that asyncpg and the network raise.
FAILURES = (
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    OSError,
    TimeoutError,
)
# Whether the database has done what it was asked is not known after these.
UNSURE = (
    asyncpg.PostgresConnectionError,
    # "Terminated by an administrator" and its like: the connection goes, perhaps after the commit.
    asyncpg.OperatorInterventionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    OSError,
    TimeoutError,
)

# The connection had died, often while nobody used it: the next one may be better.
LOST = (asyncpg.PostgresConnectionError, asyncpg.InterfaceError, ConnectionError)
# A database that starts, stops, moves or is full of visitors: waiting may help.
AWAY = (
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.TooManyConnectionsError,
    OSError,
    TimeoutError,
)

T = TypeVar("T")

if TYPE_CHECKING:
    # At run time asyncpg's class takes no parameter.
    Connection = asyncpg.pool.PoolConnectionProxy[asyncpg.Record]


class Database:
    """A pool of connections."""

    def __init__(self, pool: asyncpg.Pool[asyncpg.Record], address: DatabaseAddress) -> None:
        """Take a pool that is open."""
        self._pool = pool
        self.address = address
        self._closed = False

    async def fetch(self, sql: str, *values: object) -> list[asyncpg.Record]:
        """Ask a statement that may be asked twice."""
        return await self.ask(lambda connection: connection.fetch(sql, *values))

    async def ask(self, question: Callable[[Connection], Awaitable[T]]) -> T:
        """Ask something that may be asked twice."""
        try:
            try:
                return await self._ask(question)
            except LOST:
                return await self._ask(question)
        except FAILURES as error:
            raise self.failed(error) from error

    async def _ask(self, question: Callable[[Connection], Awaitable[T]]) -> T:
        async with self.connection() as connection:
            return await question(connection)

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[Connection]:
        """A connection, thrown away if it has failed. Raises what asyncpg raises."""
        if self._closed:
            raise StoreFailed("store.closed")
        connection = await self._pool.acquire(timeout=COMMAND_SECONDS)
        try:
            yield connection
        except UNSURE:
            connection.terminate()
            raise
        finally:
            with suppress(*FAILURES):
                await self._pool.release(connection, timeout=COMMAND_SECONDS)

    def failed(self, error: Exception) -> StoreFailed:
        """The sentence for what has gone wrong."""
        return StoreFailed("store.failed", problem=problem_of(error, self.address))

    def unsure(self, error: Exception) -> Unsure:
        """The sentence for what may have been done all the same."""
        return Unsure("store.failed", problem=problem_of(error, self.address))

    async def close(self) -> None:
        """Give all connections back."""
        self._closed = True
        try:
            async with asyncio.timeout(COMMAND_SECONDS):
                await self._pool.close()
        except FAILURES:
            self._pool.terminate()


async def open_database(
    where: str, *, durability: Durability, making: bool, connections: int
) -> tuple[Database, tuple[Migration, ...]]:
    """Connect, and bring the tables up to date; also the steps that were lacking."""
    address = DatabaseAddress(where)
    pool = asyncpg.create_pool(
        address.full,
        # None is kept ready: the pool would try for ever to have it, and log each time it fails.
        min_size=0,
        max_size=connections,
        timeout=CONNECT_SECONDS,
        command_timeout=COMMAND_SECONDS,
        reset=_as_it_is,
        server_settings=_settings(durability),
    )
    database = Database(pool, address)
    try:
        await pool
        async with database.connection() as connection:
            return database, await migrate(connection, address.shown, making=making)
    except StoreFailed:
        await database.close()
        raise
    except (*FAILURES, ValueError) as error:
        await database.close()
        problem = problem_of(error, address)
        # Without its cause, which may quote from the address.
        if isinstance(error, AWAY):
            raise StoreAway("store.no-database", path=address.shown, problem=problem) from None
        raise StoreFailed("store.no-database", path=address.shown, problem=problem) from None


async def check_room(database: Database, connections: int) -> None:
    """Refuse to be one server too many: later, moves would be refused now and then, at each."""
    ((most, others),) = await database.fetch(ROOM)
    servers = others + 1
    if servers * connections > most:
        await database.close()
        raise StoreFailed(
            "store.too-many-connections",
            servers=servers,
            each=connections,
            wanted=servers * connections,
            most=most,
        )


def problem_of(error: BaseException, address: DatabaseAddress) -> Phrase | str:
    """What is wrong, without secrets."""
    if isinstance(error, TimeoutError):
        return Phrase.of("store.no-answer")
    return address.hide(str(error)) or type(error).__name__


def _settings(durability: Durability) -> dict[str, str]:
    """What holds for all our connections, whatever the database is configured to."""
    return {
        "application_name": "funicular",
        "synchronous_commit": SYNCHRONOUS[durability],
        "default_transaction_isolation": "read committed",
        # The database gives up no later than we do, so that nothing is done long after.
        "statement_timeout": f"{COMMAND_SECONDS * 1000:.0f}",
        # A server that is stopped in the middle of a transaction must not keep its locks.
        "idle_in_transaction_session_timeout": f"{COMMAND_SECONDS * 1000:.0f}",
        # Plans are kept: one made while a table was small must do when it is large.
        "enable_seqscan": "off",
        "jit": "off",
    }


async def _as_it_is(_: asyncpg.Connection[Any]) -> None:
    """Nothing we do changes a connection, so there is nothing to set back and to wait for."""
