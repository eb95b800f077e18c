"""A line in front of a pool: first come, first served, and nobody waits for ever."""

from __future__ import annotations

import asyncio

import pytest

from funicular.live.refusals import Refusal
from funicular.live.waiting_line import WaitingLine


def test_all_have_their_turn_in_the_order_in_which_they_came_a_few_at_once() -> None:
    async def main() -> None:
        line = WaitingLine(at_once=2, most=10, seconds=60.0)
        served: list[int] = []
        inside = most = 0

        async def ask(number: int) -> None:
            nonlocal inside, most
            async with line.turn():
                inside += 1
                most = max(most, inside)
                served.append(number)
                await asyncio.sleep(0)
                inside -= 1

        await asyncio.gather(*(ask(number) for number in range(10)))
        assert served == list(range(10))
        assert most == 2
        assert line.waiting == 0

    asyncio.run(main())


def test_whoever_comes_to_a_full_line_or_waits_too_long_is_told_so() -> None:
    async def main() -> None:
        line = WaitingLine(at_once=1, most=1, seconds=0.01)
        async with line.turn():
            waits = asyncio.create_task(line.turn().__aenter__())
            await asyncio.sleep(0)
            for refused in (line.turn().__aenter__(), waits):
                with pytest.raises(Refusal) as caught:
                    await refused
                assert caught.value.code == "busy"
        # Its place is free again.
        async with line.turn():
            assert line.waiting == 0

    asyncio.run(main())


def test_whoever_goes_away_leaves_the_turn_to_others() -> None:
    async def main() -> None:
        line = WaitingLine(at_once=1, most=5, seconds=60.0)
        held = line.turn()
        await held.__aenter__()
        gone = asyncio.create_task(line.turn().__aenter__())
        stays = asyncio.create_task(line.turn().__aenter__())
        await asyncio.sleep(0)
        gone.cancel()
        await held.__aexit__(None, None, None)
        async with asyncio.timeout(60):
            await stays
        assert line.waiting == 0

    asyncio.run(main())
