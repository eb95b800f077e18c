"""Garbage: Python looks through all it has for what nobody can reach, and all wait meanwhile.

With two thousand tables in memory that takes a second, and left to itself it would happen several
times a minute, because every move replaces a table by another. What is reachable no longer is
nearly always given back at once, without any looking; only what holds on to itself in a circle,
such as a connection that has ended, waits to be found.
"""

from __future__ import annotations

import asyncio
import gc

# What is young is looked through now and then: each time takes a moment, and at a table hardly
# anything is found. What is old, only when we say so.
YOUNG = 50_000
MIDDLING = 10
NEVER = 1_000_000
SECONDS = 600.0


async def collect_seldom() -> None:
    """Look through everything every ten minutes only, until cancelled."""
    # The modules and the words stay for good: they need not be looked through again.
    gc.collect()
    gc.freeze()
    usual = gc.get_threshold()
    gc.set_threshold(YOUNG, MIDDLING, NEVER)
    try:
        while True:
            await asyncio.sleep(SECONDS)
            gc.collect()
    finally:
        gc.set_threshold(*usual)
        gc.unfreeze()
