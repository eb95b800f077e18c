"""Bots answer whatever else there is to do: in turn, hurried, or by a policy at last."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from funicular.core.game import View
from funicular.games.registry import make_game
from funicular.live import bot_pool
from funicular.live.admission.causes import Cause
from funicular.live.admission.figures import BOTS, HURRIED_MILLISECONDS, QueueFigures
from funicular.live.admission.worker_pool import WorkerPool
from funicular.live.bot_pool import BotPool
from funicular.native import COMPILED

PATIENCE = 60.0
ADA, EVE = Cause(("192.0.2.1",), "ada"), Cause(("192.0.2.2",), "eve")
STATE = make_game("dnpup", 3, {}).match().deal(random.Random(1)).states[-1]
VIEW: View = STATE.view(STATE.to_act[0])


class Thinking:
    """What bots are asked, and experts that think until they are let go."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.free = threading.Event()
        self._choose = bot_pool._choose

    def choose(self, level: str, view: View, seed: int) -> str:
        self.asked.append(level)
        if level == "expert":
            assert self.free.wait(PATIENCE)
        return self._choose("casual", view, seed)


@pytest.fixture
def thinking(monkeypatch: pytest.MonkeyPatch) -> Iterator[Thinking]:
    if not COMPILED:
        pytest.skip("other processes do not see what is put in place of thinking")
    there = Thinking()
    monkeypatch.setattr(bot_pool, "_choose", there.choose)
    yield there
    there.free.set()


@contextmanager
def closed_at_the_end(figures: QueueFigures = BOTS) -> Iterator[BotPool]:
    pool = BotPool()
    pool.searches = WorkerPool(figures)
    try:
        yield pool
    finally:
        pool.close()


async def until_waiting(pool: BotPool, number: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while pool.searches.waiting < number:  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(0.001)


def test_a_bot_that_needs_no_search_never_waits_behind_one_that_does(thinking: Thinking) -> None:
    async def main() -> None:
        with closed_at_the_end() as pool:
            experts = [asyncio.create_task(pool.move(EVE, "expert", VIEW)) for _ in range(50)]
            await until_waiting(pool, 40)
            assert await pool.move(EVE, "casual", VIEW)
            thinking.free.set()
            await asyncio.gather(*experts)

    asyncio.run(main())


def test_sixty_tables_of_one_address_take_no_turn_from_another(thinking: Thinking) -> None:
    async def main() -> None:
        with closed_at_the_end() as pool:
            tables = [Cause(EVE.networks, f"table {number}") for number in range(60)]
            experts = [asyncio.create_task(pool.move(each, "expert", VIEW)) for each in tables]
            await until_waiting(pool, 60 - BOTS.most_of_a_network)
            # All that one address may have think, and none of them comes to an end.
            for _ in range(20):
                assert await pool.move(ADA, "strong", VIEW)
            assert thinking.asked.count("expert") == BOTS.most_of_a_network
            thinking.free.set()
            await asyncio.gather(*experts)

    asyncio.run(main())


def test_a_bot_that_has_waited_for_long_thinks_for_a_moment(
    thinking: Thinking, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_pool, "HURRIED_AFTER_SECONDS", 0.0)

    async def main() -> None:
        with closed_at_the_end() as pool:
            await pool.move(ADA, "strong@900ms", VIEW)
            # The bots of a challenge, and those that check one, think as they have to.
            await pool.move(ADA, "strong@400", VIEW, 7)
            await pool.answer(ADA, "strong@400", VIEW, 7)

    asyncio.run(main())
    assert thinking.asked == [f"strong@{HURRIED_MILLISECONDS}ms", "strong@400", "strong@400"]


def test_a_bot_that_finds_no_turn_plays_by_a_policy_except_at_a_challenge(
    thinking: Thinking,
) -> None:
    async def main() -> None:
        figures = QueueFigures("bots", at_once=1, most=0, again=0)
        with closed_at_the_end(figures) as pool:
            held = asyncio.create_task(pool.move(EVE, "expert", VIEW))
            async with asyncio.timeout(PATIENCE):
                while not thinking.asked:  # noqa: ASYNC110 - a thread's doing
                    await asyncio.sleep(0.001)
            assert await pool.move(ADA, "strong", VIEW)
            assert thinking.asked == ["expert", "casual"]
            sure = asyncio.create_task(pool.move(ADA, "strong@400", VIEW, 7))
            await asyncio.sleep(0)
            assert not sure.done()
            thinking.free.set()
            await asyncio.gather(held, sure)
            assert thinking.asked[2:] == ["strong@400"]

    asyncio.run(main())
