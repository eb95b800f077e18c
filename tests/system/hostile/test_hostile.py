"""Every attack for a moment, beside two honest tables: nothing of theirs is lost or refused.

`python -m tests.system.hostile` does it for longer, and measures. No time is judged here.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.system.hostile.attacks import ATTACKS
from tests.system.hostile.campaign import SCHOOL, Campaign, Plan, Report, source_of
from tests.system.hostile.house import Arrangement, House
from tests.system.servers.postgres import Postgres
from tests.system.servers.redis import Redis

# Attacks that run together are told apart by their addresses.
GROUPS = (
    ("frames",),
    ("slow", "requests", "networks"),
    ("commands", "work"),
    ("starvation",),
)
PLAN = Plan(
    tuple(
        (
            " and ".join(families),
            tuple(name for name, attack in ATTACKS.items() if attack.family in families),
        )
        for families in GROUPS
    ),
    seconds=2.0,
    tables=2,
    alone=1,
    school=2,
    quiet=0.5,
    gap=0.2,
    calm=False,
)
SHORT = {"rows": 2000, "flips": 1000, "large": 100}


def attack(house: House) -> Report:
    """Run all attacks against it."""
    try:
        house.start()
        return asyncio.run(Campaign(house, PLAN).run())
    finally:
        house.close()


def complaints(report: Report) -> list[str]:
    """All that is not as it must be."""
    found = [f"{phase.name}: {each}" for phase in report.phases for each in phase.wrong()]
    found += report.account.wrong
    found += [f"ended with {code}" for _, code in report.ends if code != 0]
    return found


def check(report: Report) -> None:
    found = complaints(report)
    assert not found, "\n".join(found)
    assert all(phase.took("command") for phase in report.phases)
    assert all(each.connections for phase in report.phases for each in phase.outcomes)
    assert report.account.found > 0


def test_a_server_on_sqlite_holds(tmp_path: Path) -> None:
    check(attack(House(Arrangement(**SHORT), tmp_path)))  # type: ignore[arg-type]  # two numbers


def test_two_servers_on_postgresql_hold(
    tmp_path: Path, postgres_server: Postgres, redis_server: Redis
) -> None:
    how = Arrangement(store="postgres", servers=2, **SHORT)  # type: ignore[arg-type]  # two numbers
    house = House(how, tmp_path, postgres_server, redis_server)
    check(attack(house))
    postgres_server.drop(house.data)


def test_every_attack_comes_from_an_address_of_its_own() -> None:
    assert len({source_of(name) for name in ATTACKS}) == len(ATTACKS)
    assert {"127.0.0.1", SCHOOL}.isdisjoint(source_of(name) for name in ATTACKS)
    assert {name for _, names in PLAN.groups for name in names} == set(ATTACKS)
