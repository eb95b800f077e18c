"""`python -m tests.system.hostile.attacker`: the attackers, in a process of their own.

Each line of its standard input is an `Order`, each line of its standard output what became of it.
It runs with the lowest priority, and its attacks together use half a core at most.
"""

from __future__ import annotations

import asyncio
import os
import sys

import msgspec

from tests.system.hostile.attacks import ATTACKS
from tests.system.hostile.scene import Budget, Scene
from tests.system.hostile.target import Order, Outcome

NICE = 10
# For what an attack has to end after its time.
LATER = 2.0


async def attack(order: Order) -> list[Outcome]:
    """Run the attacks of an order, side by side."""
    budget = Budget()
    scenes = [
        Scene(order, name, source, budget, much=ATTACKS[name].much if ATTACKS[name].ends else None)
        for name, source in order.attacks
    ]

    async def one(scene: Scene) -> None:
        try:
            async with asyncio.timeout(order.seconds + LATER):
                await ATTACKS[scene.outcome.attack].run(scene)
        except TimeoutError:
            scene.outcome.count("did not end")
        except OSError as error:
            scene.outcome.count(type(error).__name__)
        await scene.end()

    await asyncio.gather(*(one(scene) for scene in scenes))
    return [scene.outcome for scene in scenes]


def main() -> None:
    """Take orders until there are no more."""
    os.nice(NICE)
    for line in sys.stdin.buffer:
        order = msgspec.json.decode(line, type=Order)
        sys.stdout.buffer.write(msgspec.json.encode(asyncio.run(attack(order))) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
