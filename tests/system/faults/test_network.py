"""Whole matches over bad networks: all that was acknowledged is in the log, once and in order, and
both people have seen the same match.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.system.faults.duplicate_commands import Habits
from tests.system.faults.matches import calm, play_match
from tests.system.faults.network_faults import BREAKING, STEADY, random_trouble, weather
from tests.system.faults.serving import Server, Start

SOAKING = os.environ.get("FUNICULAR_SOAK") == "1"
SEEDS = range(20 if SOAKING else 1)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that the matches of this file share."""
    folder: Path = tmp_path_factory.mktemp("network")
    with Server(Start(str(folder / "tables.db")), folder) as server:
        yield server
        assert "Traceback" not in server.errors


@pytest.mark.parametrize("fault", STEADY)
def test_a_match_in_steady_bad_weather(server: Server, fault: str) -> None:
    for seed in SEEDS:
        asyncio.run(play_match([server], weather(STEADY[fault]), seed=seed))


@pytest.mark.parametrize("fault", BREAKING)
def test_a_match_over_lines_that_break(server: Server, fault: str) -> None:
    for seed in SEEDS:
        proxies, players = asyncio.run(
            play_match([server], BREAKING[fault], seed=seed, silence=0.3)
        )
        assert sum(player.breaks for player in players) >= 4
        assert sum(proxy.made for proxy in proxies) > 4


@pytest.mark.parametrize(
    "habits",
    [Habits(twice=0.5), Habits(stale=0.5), Habits(swap=0.5), Habits(0.4, 0.4, 0.3)],
    ids=["twice", "stale", "swapped", "all"],
)
def test_commands_that_come_twice_late_and_in_another_order(server: Server, habits: Habits) -> None:
    for seed in SEEDS:
        _, players = asyncio.run(play_match([server], calm, seed=seed, habits=habits, silence=0.6))
        assert not any(player.refused for player in players)
        assert sum(player.mischief.resent + player.mischief.swapped for player in players) > 0
        # The last copies may still be on their way when the match is over.
        for player in players:
            assert player.again >= player.mischief.resent - 2


@pytest.mark.parametrize("seed", range(200 if SOAKING else 2))
def test_a_match_through_everything_at_once(server: Server, seed: int) -> None:
    asyncio.run(
        play_match(
            [server],
            random_trouble(seed),
            seed=seed,
            silence=0.4,
            habits=Habits(twice=0.2, stale=0.2, swap=0.1),
        )
    )
