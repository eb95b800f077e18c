"""What is measured: a server on a file, or two servers on PostgreSQL, with Redis or without."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from msgspec import Struct

from bench.use import with_children
from funicular.store.durability import Durability


class Place(Struct, frozen=True):
    """Servers that share a store, and the processes by what they are."""

    name: str
    addresses: list[str]
    main: dict[str, list[int]]

    @property
    def processes(self) -> dict[str, list[int]]:
        """All of them as they are now, children too."""
        return {
            name: [each for pid in pids for each in with_children(pid)]
            for name, pids in self.main.items()
        }


@contextmanager
def server(
    data: str, durability: Durability, redis: str | None, python: str = sys.executable
) -> Iterator[tuple[str, int]]:
    """A server of our own, or of another commit by its Python: its address and its process."""
    command = [python, "-m", "funicular", "serve", "--port", "0", "--no-open"]
    # Bots play as soon as they can: it is the server that is measured.
    command += ["--durability", durability, "--bot-pause", "0"]
    given = {"LANG": "en_GB.UTF-8", "PYTHONUNBUFFERED": "1", "FUNICULAR_DATA": data}
    environment = {name: text for name, text in os.environ.items() if name != "FUNICULAR_REDIS"}
    if redis is not None:
        given["FUNICULAR_REDIS"] = redis
    with (
        tempfile.TemporaryFile() as errors,
        subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=errors, text=True, env=environment | given
        ) as process,
    ):
        try:
            for line in process.stdout or ():
                if found := re.search(r"http://[0-9.]+:[0-9]+", line):
                    break
            else:
                errors.seek(0)
                sys.exit(f"the server did not start\n{errors.read().decode()}")
            yield found[0], process.pid
        finally:
            process.terminate()


@contextmanager
def file(durability: Durability = "full", python: str = sys.executable) -> Iterator[Place]:
    """One server on an SQLite file."""
    with tempfile.TemporaryDirectory() as folder:
        data = str(Path(folder) / "tables.db")
        with server(data, durability, None, python) as (address, pid):
            yield Place(f"1 server, SQLite, {durability}", [address], {"servers": [pid]})


@contextmanager
def database(*, woken: bool = True, servers: int = 2) -> Iterator[Place]:
    """Several servers on PostgreSQL, which writes through to the disk."""
    import redis as client

    from tests.system.servers.postgres import Postgres
    from tests.system.servers.redis import Redis

    with ExitStack() as stack:
        postgres = stack.enter_context(Postgres())
        noted = (postgres.folder / "data" / "postmaster.pid").read_text()
        main = {"PostgreSQL": [int(noted.split()[0])]}
        wakes = None
        if woken:
            wakes = stack.enter_context(Redis()).url
            with client.Redis.from_url(wakes) as asked:
                main["Redis"] = [asked.info()["process_id"]]
        url = postgres.new_database()
        running = [stack.enter_context(server(url, "full", wakes)) for _ in range(servers)]
        main["servers"] = [pid for _, pid in running]
        name = f"{servers} servers, PostgreSQL{' + Redis' if woken else ', no Redis'}"
        yield Place(name, [address for address, _ in running], main)
