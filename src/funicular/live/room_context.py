"""What every room needs from the server around it."""

from __future__ import annotations

from dataclasses import dataclass, field

from funicular.live.admission import figures
from funicular.live.admission.worker_pool import WorkerPool
from funicular.live.bans import Bans
from funicular.live.bot_pool import BotPool
from funicular.live.challenges import Challenges
from funicular.live.cluster import Cluster
from funicular.live.metrics import Metrics
from funicular.store.open import Store

# Seconds after which a bot keeps the seat of a person who is away.
USUAL_GRACE = 20.0
# Days after which a table that nobody comes to is closed.
USUAL_DAYS = 30.0


class Pools:
    """Where work is done that would hold up the event loop, each kind apart from the others."""

    def __init__(self) -> None:
        """Begin with nothing to do; `figures` says what each of them is for."""
        self.tables = WorkerPool(figures.TABLES)
        self.snapshots = WorkerPool(figures.SNAPSHOTS)
        self.records = WorkerPool(figures.RECORDS)
        self.results = WorkerPool(figures.RESULTS)
        self.replays = WorkerPool(figures.REPLAYS)
        self.uploads = WorkerPool(figures.UPLOADS)
        self.reviews = WorkerPool(figures.REVIEWS)

    @property
    def all(self) -> tuple[WorkerPool, ...]:
        """Every one, for health and metrics."""
        own = (self.tables, self.snapshots, self.records, self.results, self.replays)
        return (*own, self.uploads, self.reviews)

    def close(self) -> None:
        """Give up all that waits and all that is under way."""
        for pool in self.all:
            pool.close()


@dataclass(frozen=True, slots=True)
class RoomContext:
    """The store, the bots, the counters, other servers, the pools, and how patient tables are."""

    store: Store
    bot_pool: BotPool
    metrics: Metrics
    cluster: Cluster
    grace: float = USUAL_GRACE
    days: float = USUAL_DAYS
    # Seconds from the beginning of a bot's turn to its move; None for what game and level need.
    bot_pause: float | None = None
    pools: Pools = field(default_factory=Pools)
    # Which names nobody may take.
    bans: Bans = field(default_factory=Bans)
    # The daily deals and duels; None where there are none.
    challenges: Challenges | None = None
