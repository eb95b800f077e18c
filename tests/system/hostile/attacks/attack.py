"""An attack: its name, what it does, and what the server owes to it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Literal

from msgspec import Struct

from tests.system.hostile.scene import MUCH, Scene

Family = Literal["frames", "slow", "requests", "networks", "commands", "work", "starvation"]
# By how many bytes servers may grow under it.
GROWTH = 64 << 20


class Attack(Struct, frozen=True):
    """One way to do harm."""

    name: str
    # Attacks of one family can be told apart by their addresses when they run together.
    family: Family
    about: str
    run: Callable[[Scene], Awaitable[None]]
    # Whether the server must end every connection of it itself.
    ends: bool = False
    # From how many bytes on; less may be allowed.
    much: int = MUCH
    # Whether its address must be named in the server's log.
    named: bool = False
    # Whether it comes from the honest people's own address.
    neighbour: bool = False
    # Whether it comes as a proxy that the servers believe, with any address it likes before it.
    proxy: bool = False
    growth: int = GROWTH
