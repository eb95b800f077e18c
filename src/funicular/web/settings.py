"""What the operator of a server may choose."""

from __future__ import annotations

from dataclasses import dataclass, field

from funicular.admin.retention import Keep
from funicular.live.room_context import USUAL_DAYS, USUAL_GRACE
from funicular.store.durability import Durability
from funicular.store.postgres import USUAL_CONNECTIONS
from funicular.web.network_settings import NetworkSettings


@dataclass(frozen=True, slots=True)
class Settings:
    """All of it; nothing has to be said for a table at home."""

    durability: Durability = "full"
    # Where Redis is; None where servers look by themselves.
    redis: str | None = None
    grace: float = USUAL_GRACE
    days: float = USUAL_DAYS
    # Seconds from the beginning of a bot's turn to its move; None for what game and level need.
    bot_pause: float | None = None
    door: NetworkSettings | None = None
    # For how many days what is kept, and where to write to have something erased.
    keep: Keep = field(default_factory=Keep)
    # What is chosen for a store that is new; None to leave that open.
    first_keep: Keep | None = None
    contact: str | None = None
    # Whether `/metrics` is answered beside the page.
    public_metrics: bool = False
    # Connections to a database, at most.
    connections: int = USUAL_CONNECTIONS
    # Seconds to wait for a database that does not answer at the start.
    wait_for_store: float = 0.0
    # Refuse a store that is not there yet, instead of making one.
    require_store: bool = False


USUAL = Settings()
