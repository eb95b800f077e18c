"""What lives as long as the server, all of it in one value that every request finds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection

from funicular.live.admin_orders import AdminOrders
from funicular.live.archive import Archive
from funicular.live.bans import Bans
from funicular.live.bot_pool import BotPool
from funicular.live.challenges import Challenges
from funicular.live.cluster import Cluster
from funicular.live.health import Health
from funicular.live.metrics import Metrics
from funicular.live.quick_match import QuickMatches
from funicular.live.rooms import Rooms
from funicular.store.open import Store
from funicular.web.settings import Settings
from funicular.web.shutdown import Shutdown

if TYPE_CHECKING:
    # The files of these ask for services themselves.
    from funicular.web.guards.cut_connections import Cuts
    from funicular.web.guards.limits import Limits
    from funicular.web.guards.strangers import Strangers
    from funicular.web.person import UsedSignatures
    from funicular.web.quick_match import PlayingCount
    from funicular.web.replays import Replays
    from funicular.web.reviews import Reviews


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """The store, the tables and what surrounds them; `web/app.py` makes it."""

    settings: Settings
    store: Store
    cluster: Cluster
    metrics: Metrics
    health: Health
    bans: Bans
    admin_orders: AdminOrders
    bot_pool: BotPool
    challenges: Challenges
    rooms: Rooms
    quick_matches: QuickMatches
    playing: PlayingCount
    archive: Archive
    replays: Replays
    reviews: Reviews
    cuts: Cuts
    limits: Limits
    strangers: Strangers
    used_signatures: UsedSignatures
    shutdown: Shutdown

    @property
    def new_store(self) -> bool:
        """Whether the store was made at this start: the first migration makes its tables."""
        return any(step.number == 1 for step in self.store.migrations_applied)


def services(connection: HTTPConnection) -> Services:
    """What the application of this request has."""
    found: Services = connection.app.services
    return found
