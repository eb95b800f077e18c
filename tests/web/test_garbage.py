"""A full look for garbage comes when the server says so, and not by itself."""

import asyncio
import gc
import weakref
from contextlib import suppress

import pytest

from funicular.web import gc_tuning as garbage


def test_what_is_old_is_looked_through_only_when_we_say_so() -> None:
    usual = gc.get_threshold()

    async def main() -> None:
        collecting = asyncio.create_task(garbage.collect_seldom())
        # One step of the loop: it begins, and waits for its first time.
        await asyncio.sleep(0)
        young, middling, old = gc.get_threshold()
        assert (young, middling) == (garbage.YOUNG, garbage.MIDDLING)
        assert old == garbage.NEVER
        assert gc.get_freeze_count() > 0
        collecting.cancel()
        with suppress(asyncio.CancelledError):
            await collecting

    asyncio.run(main())
    assert gc.get_threshold() == usual
    assert gc.get_freeze_count() == 0


def test_a_circle_is_found_when_its_time_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    class Circle:
        def __init__(self) -> None:
            self.own = self

    monkeypatch.setattr(garbage, "SECONDS", 0.0)

    async def main() -> None:
        collecting = asyncio.create_task(garbage.collect_seldom())
        await asyncio.sleep(0)
        circle = weakref.ref(Circle())
        async with asyncio.timeout(30):
            while circle() is not None:  # noqa: ASYNC110 - nothing tells of it
                await asyncio.sleep(0)
        collecting.cancel()
        with suppress(asyncio.CancelledError):
            await collecting

    asyncio.run(main())
