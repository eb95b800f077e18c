"""A PostgreSQL of the tests' own. It writes through to the disk, as in earnest."""

import asyncio
import signal
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ClassVar

import asyncpg

from tests.system.servers.programs import programs
from tests.system.servers.server import Server

USER = "funicular"


class Postgres(Server):
    """A cluster in a folder of its own; everybody on this machine may connect."""

    name: ClassVar[str] = "postgres"
    stop_signal: ClassVar[signal.Signals] = signal.SIGINT  # ends at once, and closes its books

    def __init__(self) -> None:
        super().__init__()
        self._databases = 0

    def prepare(self) -> None:
        # Without waiting for the disk: nothing is in it yet that a power cut could take away.
        self.run(
            str(programs().initdb),
            f"--pgdata={self.folder / 'data'}",
            f"--username={USER}",
            "--auth=trust",
            "--encoding=UTF8",
            "--locale=C",
            "--no-sync",
        )

    def command(self) -> tuple[str, ...]:
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": str(self.port),
            "unix_socket_directories": str(self.folder),
            "fsync": "on",
        }
        given = (f"--{name}={value}" for name, value in settings.items())
        return (str(programs().postgres), "-D", str(self.folder / "data"), *given)

    def answers(self) -> bool:
        async def nothing(_: asyncpg.Connection) -> None:
            pass

        try:
            self._ask(nothing)
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
            return False
        return True

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://{USER}@127.0.0.1:{self.port}/{database}"

    def new_database(self) -> str:
        """The address of an empty database that nobody has used. Starts the server if need be."""
        self.start()
        self._databases += 1
        name = f"test_{self._databases}"
        self.execute(f"CREATE DATABASE {name}")
        return self.url(name)

    def drop(self, url: str) -> None:
        """Remove a database, whoever is still connected to it."""
        self.execute(f"DROP DATABASE IF EXISTS {url.rpartition('/')[2]} WITH (FORCE)")

    def execute(self, query: str) -> None:
        async def ask(connection: asyncpg.Connection) -> None:
            await connection.execute(query)

        self._ask(ask)

    def _ask(self, question: Callable[[asyncpg.Connection], Awaitable[None]]) -> None:
        """Ask through the socket in our folder, where no other server can be."""

        async def ask() -> None:
            connection = await asyncpg.connect(
                host=str(self.folder), port=self.port, user=USER, database="postgres"
            )
            try:
                await question(connection)
            finally:
                await connection.close()

        # In a thread: the caller may be inside a loop of its own.
        with ThreadPoolExecutor(1) as thread:
            thread.submit(lambda: asyncio.run(ask())).result()
