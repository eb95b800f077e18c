"""Seven kills under load: what was acknowledged is there, once, and every table goes on.

`python -m tests.system.kills` kills hundreds of times, at more tables.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.kit.counted import COUNTED
from tests.system.kills.evidence import Evidence, Written
from tests.system.kills.killing import Killing, Plan
from tests.system.kills.load import Acknowledged
from tests.system.kills.processes import House, Target
from tests.system.kills.verdict import Promised, check_evidence
from tests.system.servers.postgres import Postgres
from tests.system.servers.redis import Redis

# One of each game.
TABLES = 4
ON_POSTGRES: tuple[Target, ...] = ("server", "postgres", "redis", "server")


@pytest.fixture
def house_on_postgres(
    tmp_path: Path, postgres_server: Postgres, redis_server: Redis
) -> Iterator[House]:
    house = House(tmp_path, postgres_server, redis_server)
    try:
        house.start()
        yield house
    finally:
        house.close()
        # For whoever comes next; killed, and not started again, if the test has failed.
        postgres_server.start()
        redis_server.start()
        postgres_server.drop(house.data)


def test_a_server_on_sqlite_is_killed(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    house = House(tmp_path, None, None)
    try:
        house.start()
        check(Plan(("server",) * 3, tables=TABLES, hurry=0.5), house, record_property)
    finally:
        house.close()


def test_servers_postgresql_and_redis_are_killed(
    house_on_postgres: House, record_property: Callable[[str, object], None]
) -> None:
    check(Plan(ON_POSTGRES, tables=TABLES, hurry=0.5), house_on_postgres, record_property)


def check(plan: Plan, house: House, record_property: Callable[[str, object], None]) -> None:
    counts = asyncio.run(Killing(plan, house).run())
    record_property(COUNTED, "\n".join(counts.lines()))
    assert counts.kills.total() == len(plan.targets)
    assert counts.tables == plan.tables
    assert counts.acknowledged > 0


WRITTEN = [Written(1, None, None, 0.0), Written(2, "ada", "a", 0.0), Written(3, "max", "b", 1.0)]
WHOLE = Evidence({"t": WRITTEN}, {"t": 3})
PROMISED = [
    Promised("t", "ada", (Acknowledged("a", "move", 2, 0.0),)),
    Promised("t", "max", (Acknowledged("b", "say", 4, 0.0), Acknowledged("c", "ready", 4, 0.0))),
]


def test_what_was_promised_is_found() -> None:
    found = check_evidence(WHOLE, PROMISED)
    assert (found.checked, found.idle) == (2, 1)


@pytest.mark.parametrize(
    "evidence",
    [
        Evidence({"t": WRITTEN[:2]}, {"t": 2}),
        Evidence({"t": [WRITTEN[0], WRITTEN[2]]}, {"t": 2}),
        Evidence({"t": [*WRITTEN, replace(WRITTEN[2], seq=4)]}, {"t": 4}),
        Evidence({"t": [WRITTEN[0], replace(WRITTEN[1], guest="max"), WRITTEN[2]]}, {"t": 3}),
        Evidence({"t": WRITTEN}, {"t": 4}),
        Evidence({"t": WRITTEN}, {"t": 3, "u": 1}),
    ],
    ids=["lost", "gap", "twice", "another's", "another end", "table without a log"],
)
def test_what_is_wrong_with_a_log_is_noticed(evidence: Evidence) -> None:
    with pytest.raises(AssertionError):
        check_evidence(evidence, PROMISED)


def test_what_comes_after_its_acknowledgement_is_noticed() -> None:
    early = Promised("t", "max", (Acknowledged("b", "say", 2, 0.0),))
    with pytest.raises(AssertionError):
        check_evidence(WHOLE, [early])
