"""The disk of PostgreSQL is full, broken or slow: our server refuses in plain words, loses nothing,
and goes on by itself when the database does.

The shim stands before PostgreSQL's writes: a file system of its own would need rights that
whoever runs the tests may not have, and fails in the same places.
"""

from __future__ import annotations

import asyncio
import errno
from collections.abc import Iterator
from pathlib import Path

import pytest

from funicular.lang import Reader
from tests.system.faults.matches import play_match
from tests.system.faults.serving import Server, Start
from tests.system.faults.shims import Faults, needs_linux
from tests.system.faults.test_disk import (
    ROUNDS,
    Table,
    first_refusal,
    refuse_and_recover,
    wait_for_the_disk,
    wait_until_done,
)
from tests.system.servers.postgres import Postgres

pytestmark = needs_linux


class SpoiltPostgres(Postgres):
    """A PostgreSQL whose disk can be spoiled: all of it, or only the tables' files."""

    def __init__(self, under: str) -> None:
        super().__init__()
        # In its own folder: it runs as somebody else, who can read nothing of ours.
        self.faults = Faults(self.folder, self.folder / "data" / under)

    def command(self) -> tuple[str, ...]:
        given = (f"{name}={value}" for name, value in self.faults.environment.items())
        return ("env", *given, *super().command())


@pytest.fixture(scope="module")
def spoilt(request: pytest.FixtureRequest) -> Iterator[SpoiltPostgres]:
    under: str = request.param
    with SpoiltPostgres(under) as spoilt:
        yield spoilt
    spoilt.faults.close()


@pytest.fixture
def postgres(spoilt: SpoiltPostgres) -> Iterator[SpoiltPostgres]:
    yield spoilt
    spoilt.faults.mend()


@pytest.fixture
def server(tmp_path: Path, postgres: SpoiltPostgres) -> Iterator[Server]:
    with Server(Start(postgres.new_database()), tmp_path) as server:
        yield server


only_tables = pytest.mark.parametrize("spoilt", ["base"], indirect=True)
whole_disk = pytest.mark.parametrize("spoilt", [""], indirect=True, ids=["disk"])


@only_tables
@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EROFS], ids=["full", "read-only"])
def test_no_room_for_the_tables(server: Server, postgres: SpoiltPostgres, error: int) -> None:
    """The database lives. It refuses what needs more room than its files have."""
    table = Table(server)
    for _ in range(ROUNDS):
        assert table.rename()["type"] == "done"
        postgres.faults.set(write_error=error)
        refused = first_refusal(table)
        assert (refused["code"], refused["text"]) == ("busy", Reader("en").say("serve.busy"))
        assert table.shown["table"]["phase"] == "playing"
        postgres.faults.mend()
        wait_until_done(table, refused["id"])
        table.check()


@whole_disk
@pytest.mark.parametrize("where", ["write_error", "sync_error"])
def test_a_database_that_dies_of_its_disk(
    server: Server, postgres: SpoiltPostgres, where: str
) -> None:
    """It gives up rather than go on without its journal; whoever looks after it starts it again."""

    def mend() -> None:
        postgres.faults.mend()
        postgres.kill()
        postgres.start()

    def spoil() -> None:
        postgres.faults.set(**{where: errno.EIO})

    refuse_and_recover(server, spoil, mend, code=("busy", "unsure"), rounds=ROUNDS // 3)


@whole_disk
def test_a_slow_disk_only_costs_time(server: Server, postgres: SpoiltPostgres) -> None:
    postgres.faults.set(sync_delay=10_000)
    asyncio.run(play_match([server], deals=2))
    assert postgres.faults.waited > 20
    assert server.ask("/healthz")[0] == 200


@whole_disk
def test_nothing_is_told_before_the_disk_has_it(server: Server, postgres: SpoiltPostgres) -> None:
    wait_for_the_disk(Table(server), postgres.faults)
