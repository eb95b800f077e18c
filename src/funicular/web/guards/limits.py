"""How much one address may do, and all of them together, before it is asked to wait.

The limits are far above what a family or a class behind one address does; they are there for loops
and for people who mean harm. A caller that exceeds one is refused and told for how long
(`TooFast`); one that goes on regardless is cut off. The numbers are in `figures`.
"""

from __future__ import annotations

from typing import Literal

from funicular.live.admission.figures import (
    OF_ADDRESS,
    OF_ALL_ADDRESSES,
    SOCKETS_OPEN,
    TABLE_FRAMES,
)
from funicular.live.admission.holdings import Holdings
from funicular.live.admission.rates import MOST_REMEMBERED, Bucket, Rates
from funicular.live.refusals import TooFast
from funicular.web.guards.addresses import Caller
from funicular.web.guards.cut_connections import Cuts
from funicular.web.guards.unsent import Unsent

LimitKind = Literal[
    "requests",
    "sockets",
    "tables",
    "records",
    "bytes",
    "profiles",
    "hints",
    "reviews",
    "judged",
    "guesses",
]

# When to come again once too many sockets are open: nobody knows when one closes.
SOCKETS_WAIT = 20


class Limits:
    """The rates of all addresses, and what each holds: open sockets, bytes that were not sent."""

    def __init__(self, cuts: Cuts | None = None, *, most_remembered: int = MOST_REMEMBERED) -> None:
        """Begin with everybody's buckets full."""
        self._cuts = cuts or Cuts()
        self._rates = Rates(OF_ADDRESS, OF_ALL_ADDRESSES, most_remembered=most_remembered)
        self._tables = Rates(TABLE_FRAMES, most_remembered=most_remembered)
        self._sockets = Holdings(SOCKETS_OPEN)
        self.unsent = Unsent()

    def __len__(self) -> int:
        """How many buckets of addresses are remembered."""
        return len(self._rates)

    def take(self, caller: Caller, kind: LimitKind, tokens: float = 1.0) -> None:
        """Count something that the caller wants to do; `TooFast` if it is too much."""
        if caller.exempt:
            return
        if wait := self._rates.take(kind, caller.networks, tokens):
            self._cuts.limited(kind, caller.address)
            raise TooFast(kind, wait)

    def may_be_told(self, caller: Caller) -> bool:
        """Whether to tell this caller once more to wait, or to cut the connection."""
        return caller.exempt or not self._rates.take("refusals", caller.networks)

    def frames(self, caller: Caller, table: str) -> tuple[tuple[str, Bucket], ...]:
        """What the frames of a socket count against besides its own limits, by what owns it."""
        at_table = (("table", each) for each in self._tables.path("frames", (table,)))
        networks = () if caller.exempt else self._rates.path("frames", caller.networks)
        return (*at_table, *(("address", each) for each in networks))

    def open_socket(self, caller: Caller) -> None:
        """Count a socket until `close_socket`; `TooFast` if there are too many."""
        if caller.exempt:
            return
        self.take(caller, "sockets")
        if self._sockets.full(caller.networks, 1) is not None:
            self._cuts.limited("open", caller.address)
            raise TooFast("open", SOCKETS_WAIT)
        self._sockets.add(caller.networks)

    def close_socket(self, caller: Caller) -> None:
        """A socket that was counted is gone."""
        if not caller.exempt:
            self._sockets.add(caller.networks, -1)
