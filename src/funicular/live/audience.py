"""Who is there for the bots of one table: by them its work is counted, and for them bots play on.

Of several people the one whose networks have least to wait for counts: a stranger who joins a table
cannot slow it. Once nobody is there the table waits behind those with people, as work of those who
were there last, and after a while its bots stop until somebody comes.
"""

from __future__ import annotations

import math
from time import monotonic

from funicular.live.admission.causes import Cause
from funicular.live.admission.fair_queue import FairQueue
from funicular.live.admission.figures import PAUSED_AFTER_SECONDS, UNATTENDED_AFTER_SECONDS
from funicular.live.broadcast import Broadcast

Networks = tuple[str, ...]


class Audience:
    """That of one table, here and at other servers."""

    def __init__(self, table: str, broadcast: Broadcast, cause: Cause) -> None:
        """Begin with the one for whom the table is loaded, who comes in a moment."""
        self._table = table
        self._broadcast = broadcast
        self._networks: tuple[Networks, ...] = (cause.networks,)
        self._last = monotonic() if cause.attended else -math.inf

    @property
    def attended(self) -> bool:
        """Whether anybody is there, or was a moment ago."""
        return self._gone_for() < UNATTENDED_AFTER_SECONDS

    @property
    def gone(self) -> bool:
        """Whether all have been away for so long that bots stop."""
        return self._gone_for() >= PAUSED_AFTER_SECONDS

    def heard(self, networks: Networks) -> None:
        """A person was here just now, though perhaps without a socket."""
        self._last = monotonic()
        self._networks = (networks,)

    def cause(self, queue: FairQueue) -> Cause:
        """Who causes the work of this table, in this queue."""
        attended = self.attended
        return queue.lightest([Cause(each, self._table, attended) for each in self._networks])

    def _gone_for(self) -> float:
        here = self._broadcast.networks
        if here:
            self._networks = here
            self._last = monotonic()
        return monotonic() - self._last
