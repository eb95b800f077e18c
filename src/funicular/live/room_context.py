"""What every room needs from the server around it."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field

from funicular.live.bans import Bans
from funicular.live.bot_pool import BotPool
from funicular.live.metrics import Metrics
from funicular.live.worker_pools import Pool

# Seconds after which a bot keeps the seat of a person who is away.
USUAL_GRACE = 20.0
# Days after which a table that nobody comes to is closed.
USUAL_DAYS = 30.0


class Pools(Struct, frozen=True):
    """Where work is done that would hold up the event loop, each kind apart from the others."""

    # Playing logs again. A page of a log is one job, so its deadline is about waiting.
    tables: Pool = field(default_factory=lambda: Pool("tables", most=64, seconds=20.0))
    # Writing snapshots, and the records of matches that are over.
    snapshots: Pool = field(default_factory=lambda: Pool("snapshots", most=256, seconds=20.0))
    # Showing replays.
    replays: Pool = field(default_factory=lambda: Pool("replays", most=16, seconds=20.0))
    # Checking records that people bring, and drawing plausible deals to play on from.
    uploads: Pool = field(default_factory=lambda: Pool("uploads", most=8, seconds=15.0))
    # Checking reviews that browsers hand in.
    reviews: Pool = field(default_factory=lambda: Pool("reviews", most=8, seconds=30.0))

    @property
    def all(self) -> tuple[Pool, ...]:
        """Every one, for health and metrics."""
        return (self.tables, self.snapshots, self.replays, self.uploads, self.reviews)

    def close(self) -> None:
        """Give up all that waits and all that is under way."""
        for pool in self.all:
            pool.close()


class RoomContext(Struct, frozen=True):
    """The store, the bots, the counters, other servers, the pools, and how patient tables are."""

    # A `Store` and a `Cluster`: protocols, which msgspec cannot look into.
    store: Any
    bot_pool: BotPool
    metrics: Metrics
    cluster: Any
    grace: float = USUAL_GRACE
    days: float = USUAL_DAYS
    # Seconds from the beginning of a bot's turn to its move; None for what game and level need.
    bot_pause: float | None = None
    pools: Pools = field(default_factory=Pools)
    # Which names nobody may take: a `Bans`.
    bans: Any = field(default_factory=Bans)
    # The daily deals and duels: a `Challenges`; None where there are none.
    challenges: Any = None
