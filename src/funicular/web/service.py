"""What every room needs from the server around it."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from funicular.web.bans import Bans
from funicular.web.metrics import Metrics
from funicular.web.thinking import Thinkers

# Seconds after which a bot keeps the seat of somebody who is away.
USUAL_GRACE = 20.0
# Days after which a table that nobody comes to is closed.
USUAL_DAYS = 30.0


class Service(Struct, frozen=True):
    """The store, the bots, the counters, other servers, and how patient the tables are."""

    # A `Store` and a `Company`: protocols, which msgspec cannot look into.
    log: Any
    thinkers: Thinkers
    metrics: Metrics
    company: Any
    grace: float = USUAL_GRACE
    days: float = USUAL_DAYS
    # Which names nobody may take: a `Bans`.
    bans: Any = msgspec.field(default_factory=Bans)
