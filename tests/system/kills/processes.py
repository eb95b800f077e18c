"""What runs and can be killed: servers at fixed ports on one store, PostgreSQL, Redis."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Literal, Protocol

from tests.system.faults.serving import Server, Start
from tests.system.servers.postgres import Postgres
from tests.system.servers.redis import Redis

Target = Literal["server", "postgres", "redis", "all"]
# How often two fall where one would do.
BOTH = 0.25


class Victim(Protocol):
    """Something that can be killed and started again with what it has kept."""

    def kill(self) -> None: ...
    def start(self) -> None: ...


class Blow:
    """What dies at one moment, and in which order it comes back."""

    def __init__(self, name: str, victims: list[Victim]) -> None:
        self.name = name
        self.victims = victims


class House:
    """One server on a file, or two on PostgreSQL that wake each other by Redis."""

    def __init__(
        self,
        folder: Path,
        postgres: Postgres | None,
        redis: Redis | None,
        settings: tuple[str, ...] = (),
    ) -> None:
        """With a PostgreSQL, which runs, two servers share a new database in it."""
        self.postgres = postgres
        self.redis = redis
        more = ["--log-format", "json", *settings]
        if redis is not None:
            more += ["--redis", redis.url]
        self.data = str(folder / "tables.db") if postgres is None else postgres.new_database()
        how = Start(self.data, more=tuple(more))
        self.servers = [Server(how, folder) for _ in range(1 if postgres is None else 2)]

    def start(self) -> None:
        for server in self.servers:
            server.start()

    def close(self) -> None:
        """End all servers, however they are."""
        for server in self.servers:
            server.kill()

    @property
    def errors(self) -> str:
        """What the servers have said on standard error."""
        return "".join(server.errors for server in self.servers)

    def addresses(self, first: int) -> Callable[[], int]:
        """Where somebody connects: to one server, and when that does not answer, to the next."""
        asked = first

        def port() -> int:
            nonlocal asked
            asked += 1
            return self.servers[asked % len(self.servers)].port

        return port

    def blow(self, target: Target, chance: random.Random) -> Blow:
        """Whom to kill next."""
        some: list[Victim] = list(chance.sample(self.servers, 1))
        if len(self.servers) > 1 and chance.random() < BOTH:
            some = list(self.servers)
        servers = Blow("server" if len(some) == 1 else "both servers", some)
        blows = {"server": servers}
        if self.postgres is not None:
            blows["postgres"] = Blow("postgres", [self.postgres])
        if self.redis is not None:
            blows["redis"] = Blow("redis", [self.redis])
        if target != "all":
            return blows[target]
        if self.postgres is not None and chance.random() < BOTH / 2:
            # A server cannot start before its database has.
            return Blow("postgres and servers", [self.postgres, *some])
        return chance.choice(list(blows.values()))
