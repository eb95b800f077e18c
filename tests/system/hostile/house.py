"""The servers under attack, as they can be arranged, and how they are."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal, TypeVar

import asyncpg
from msgspec import Struct

from bench.use import with_children
from tests.kit.serving import Served
from tests.system.hostile.nginx import Nginx
from tests.system.hostile.prepare import make_giants, patient_table, poison
from tests.system.hostile.target import PROXIES, Key
from tests.system.servers.postgres import Postgres
from tests.system.servers.redis import Redis
from tests.system.servers.server import Server

S = TypeVar("S", bound=Server)

PAGE = os.sysconf("SC_PAGE_SIZE")
TICKS = os.sysconf("SC_CLK_TCK")
# Of each run that loads them.
GIANTS = 6


class Arrangement(Struct, frozen=True):
    """How the servers are to be."""

    store: Literal["sqlite", "postgres"] = "sqlite"
    servers: int = 1
    # "own": each attack comes from an address of its own, and the limits hold for this machine.
    # "shared": all come from the address of the honest people, which is exempt.
    sources: Literal["own", "shared"] = "own"
    proxy: Literal["", "nginx"] = ""
    ipv6: bool = False
    pure: bool = False
    # Another part of uvicorn; "" is what the server chooses.
    http: str = ""
    # How long the logs of the old tables are, and how many turns the record has that is costly to
    # show.
    rows: int = 20_000
    flips: int = 10_000
    # How many the record has whose positions are a large reply: ten megabytes.
    large: int = 1130

    @property
    def name(self) -> str:
        """For people."""
        parts = [f"{self.servers} server" + ("s" if self.servers > 1 else "")]
        parts.append("PostgreSQL and Redis" if self.store == "postgres" else "SQLite")
        parts += [word for word in (self.proxy, self.http) if word]
        parts += ["IPv6"] if self.ipv6 else []
        parts += ["pure Python"] if self.pure else []
        own = "attackers with addresses of their own"
        parts.append(own if self.sources == "own" else "attackers at the exempt address")
        return ", ".join(parts)


class Attacked(Served):
    """One of the servers."""

    def __init__(self, how: Arrangement, folder: Path, *arguments: str) -> None:
        before: tuple[str, ...] = ()
        if how.http:
            before = (sys.executable, "-m", "tests.system.hostile.protocols", how.http)
        self._ipv6 = how.ipv6
        more = ("--host", "::1") if how.ipv6 else ()
        # Bots play at their usual pace: how long people wait for them is measured.
        environment = {"FUNICULAR_BOT_PAUSE": ""}
        if how.pure:
            environment["FUNICULAR_PURE"] = "1"
        super().__init__(folder, *arguments, *more, before=before, environment=environment)

    @property
    def address(self) -> str:
        """Where it is."""
        return f"http://[::1]:{self.port}" if self._ipv6 else super().address

    @property
    def memory(self) -> int:
        """Its resident memory in bytes, with that of its children."""
        total = 0
        for pid in with_children(self.pid):
            with suppress(OSError):
                total += int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE
        return total

    @property
    def processor(self) -> float:
        """Seconds of processor that it has used."""
        with suppress(OSError):
            columns = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
            return sum(map(int, columns[11:13])) / TICKS
        return 0.0

    @property
    def files(self) -> int:
        """How many files and sockets it has open."""
        with suppress(OSError):
            return len(list(Path(f"/proc/{self.pid}/fd").iterdir()))
        return 0

    def lines(self, after: int) -> list[dict[str, Any]]:
        """What it has logged after so many characters; a line that is no JSON is an error."""
        found = []
        for line in self.errors[after:].splitlines():
            try:
                found.append(json.loads(line))
            except json.JSONDecodeError:
                found.append({"level": "error", "event": line[:200]})
        return found


async def _database_size(url: str) -> int:
    connection = await asyncpg.connect(url)
    try:
        return int(await connection.fetchval("SELECT pg_database_size(current_database())"))
    finally:
        await connection.close()


class House:
    """All that is started for a run."""

    def __init__(
        self,
        how: Arrangement,
        folder: Path,
        postgres: Postgres | None = None,
        redis: Redis | None = None,
    ) -> None:
        """Databases that run already are used; otherwise they are started, and ended again."""
        self.how = how
        self.folder = folder
        self.data = str(folder / "tables.db")
        self.servers: list[Attacked] = []
        self.giants: tuple[Key, ...] = ()
        self.poison = folder / "poison.json"
        self.large = folder / "large.json"
        self._postgres = postgres
        self._redis = redis
        self._nginx: Nginx | None = None
        self._started: list[Server] = []

    def start(self) -> None:
        """Start everything; make the old tables before the servers start for good."""
        arguments = ["--log-format", "json"]
        if self.how.store == "postgres":
            postgres = self._postgres or self._run(Postgres())
            redis = self._redis or self._run(Redis())
            self.data = postgres.new_database()
            redis.empty()
            arguments += ["--redis", redis.url]
        arguments += ["--data", self.data]
        if self.how.proxy:
            arguments += ["--trust-proxy", "127.0.0.1"]
        elif self.how.sources == "own":
            arguments += ["--limit-loopback", "--trust-proxy", PROXIES]
        self.servers = [
            Attacked(self.how, self.folder, *arguments) for _ in range(self.how.servers)
        ]
        poison(self.poison, self.how.flips)
        poison(self.large, self.how.large)
        first = self.servers[0]
        first.start()
        patient = patient_table(first)
        first.kill()
        self.giants = make_giants(self.data, patient, 2 * GIANTS, self.how.rows)
        for server in self.servers:
            server.start()
        if self.how.proxy:
            self._nginx = self._run(Nginx([server.port for server in self.servers]))

    def _run(self, server: S) -> S:
        """Start something that is ended with us."""
        self._started.append(server)
        server.start()
        return server

    @property
    def host(self) -> str:
        """Where clients connect to."""
        return "::1" if self.how.ipv6 else "127.0.0.1"

    @property
    def ports(self) -> tuple[int, ...]:
        """And at which ports."""
        if self._nginx is not None:
            return (self._nginx.port,)
        return tuple(server.port for server in self.servers)

    @property
    def addresses(self) -> list[str]:
        """The same, for honest people."""
        if self._nginx is not None:
            return [f"http://127.0.0.1:{self._nginx.port}"]
        return [server.address for server in self.servers]

    @property
    def memory(self) -> int:
        """Of all servers together, in bytes."""
        return sum(server.memory for server in self.servers)

    @property
    def stored(self) -> int:
        """What the store takes on the disk, in bytes."""
        if self.how.store == "postgres":
            return asyncio.run(_database_size(self.data))
        return sum(each.stat().st_size for each in self.folder.glob("tables.db*"))

    def end(self, patience: float) -> list[tuple[float, int | None]]:
        """Ask all servers to end: how long each took, and its exit code; None if it did not."""
        began = time.monotonic()
        for server in self.servers:
            os.kill(server.pid, signal.SIGTERM)
        ended: list[tuple[float, int | None]] = []
        for server in self.servers:
            while server.alive and time.monotonic() < began + patience:
                time.sleep(0.02)
            took = time.monotonic() - began
            if server.alive:
                server.kill()
                ended.append((took, None))
            else:
                ended.append((took, server.ended()))
        return ended

    def close(self) -> None:
        """End what still runs."""
        for server in self.servers:
            server.kill()
        for other in reversed(self._started):
            other.close()
