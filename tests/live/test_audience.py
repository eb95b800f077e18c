"""Whose work a table is: that of the people who are there, then of those who left last."""

from __future__ import annotations

import asyncio

import pytest

from funicular.core.wire import to_json
from funicular.live import audience as audience_module
from funicular.live.admission.causes import Cause
from funicular.live.admission.fair_queue import FairQueue
from funicular.live.admission.figures import (
    PAUSED_AFTER_SECONDS,
    UNATTENDED_AFTER_SECONDS,
    QueueFigures,
)
from funicular.live.audience import Audience
from funicular.live.broadcast import ELSEWHERE, Broadcast

ADA, EVE = ("192.0.2.1",), ("2001:db8:1::/48", "2001:db8:1::/56", "2001:db8:1::/64")
QUEUE = QueueFigures("bots", at_once=1)


def test_a_stranger_who_joins_a_table_does_not_slow_it() -> None:
    async def main() -> None:
        queue, broadcast = FairQueue(QUEUE), Broadcast(20.0)
        audience = Audience("t", broadcast, Cause())
        broadcast.networks = (ADA, EVE)
        await queue.enter(Cause(EVE, "another"))
        assert audience.cause(queue) == Cause(ADA, "t")

    asyncio.run(main())


def test_a_table_that_is_left_waits_behind_others_and_then_stands_still(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 100.0
    monkeypatch.setattr(audience_module, "monotonic", lambda: now)
    queue, broadcast = FairQueue(QUEUE), Broadcast(20.0)
    audience = Audience("t", broadcast, Cause())
    broadcast.networks = (EVE,)
    now += 10 * PAUSED_AFTER_SECONDS
    assert (audience.attended, audience.gone) == (True, False)
    broadcast.networks = ()
    now += UNATTENDED_AFTER_SECONDS
    # Still the work of who was there.
    assert audience.cause(queue) == Cause(EVE, "t", attended=False)
    assert (audience.attended, audience.gone) == (False, False)
    now += PAUSED_AFTER_SECONDS
    assert (audience.attended, audience.gone) == (False, True)
    audience.heard(ADA)
    assert audience.cause(queue) == Cause(ADA, "t")
    now += PAUSED_AFTER_SECONDS
    # Somebody at another server is there as well; where they are is not known here.
    broadcast.are_elsewhere((to_json({"": 1}),))
    assert audience.cause(queue) == Cause(ELSEWHERE, "t")
