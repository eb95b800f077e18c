"""How much one address may do, and all of them together, before it is asked to wait.

The limits are far above what a family or a class behind one address does; they are there for loops
and for people who mean harm. A caller that exceeds one is refused and told for how long
(`TooFast`); one that goes on regardless is cut off. See docs/limits.md for the
numbers.

What is remembered of addresses is bounded: of very many the longest unheard are forgotten, which
to them is a full bucket. What costs us most is also counted for all addresses together.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from typing import Literal
from weakref import WeakValueDictionary

from funicular.live.refusals import TooFast
from funicular.live.token_bucket import Bucket, Rate
from funicular.web.guards.addresses import Caller
from funicular.web.guards.cut_connections import Cuts
from funicular.web.guards.socket_budget import SHARED_FRAMES

HOUR = 3600
DAY = 24 * HOUR
MB = 1 << 20

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
    "frames",
    "refusals",
]

EACH: dict[LimitKind, Rate] = {
    # A page is some thirty requests; a client without sockets asks twice a second.
    "requests": Rate(600, 40),
    # Everybody behind one address comes back at once when a server restarts.
    "sockets": Rate(200, 5),
    "tables": Rate(60, 120 / HOUR),
    "records": Rate(30, 120 / HOUR),
    # Of records.
    "bytes": Rate(20 * MB, 40 * MB / HOUR),
    # New ones: a class may make theirs at once, and nobody needs a hundred.
    "profiles": Rate(40, 40 / HOUR),
    # That the server measures itself, for browsers that cannot.
    "hints": Rate(60, 0.5),
    # Handed in to be kept.
    "reviews": Rate(20, 60 / HOUR),
    # Decisions measured by the server, for a browser that cannot.
    "judged": Rate(300, 1),
    # Secrets that let nobody in, tables and replays that are not there.
    "guesses": Rate(60, 0.5),
    # Of all sockets together.
    "frames": SHARED_FRAMES,
    # Times that an address is told to wait before it is cut off without a word.
    "refusals": Rate(100, 1),
}
ALL: dict[LimitKind, Rate] = {
    "tables": Rate(2000, 10_000 / HOUR),
    "records": Rate(500, 5000 / HOUR),
    "bytes": Rate(500 * MB, 2000 * MB / DAY),
    "profiles": Rate(500, 1000 / HOUR),
    "hints": Rate(200, 4),
    "reviews": Rate(300, 3000 / HOUR),
    "judged": Rate(600, 2),
}
# Open at once.
MOST_SOCKETS = 200
MOST_SOCKETS_IN_ALL = 20_000
# When to come again once too many are open: nobody knows when one closes.
SOCKETS_WAIT = 20

MOST_REMEMBERED = 50_000


class Limits:
    """The buckets of all addresses, and how many sockets each has open."""

    def __init__(self, cuts: Cuts | None = None, *, most_remembered: int = MOST_REMEMBERED) -> None:
        """Begin with everybody's full."""
        self._cuts = cuts or Cuts()
        self._most = most_remembered
        self._each: OrderedDict[tuple[LimitKind, str], Bucket] = OrderedDict()
        self._all = {kind: Bucket(rate) for kind, rate in ALL.items()}
        self._sockets: Counter[str] = Counter()
        # Of tables, for as long as a socket counts against them.
        self._tables: WeakValueDictionary[str, Bucket] = WeakValueDictionary()

    def __len__(self) -> int:
        """How many buckets are remembered."""
        return len(self._each)

    def take(self, caller: Caller, kind: LimitKind, tokens: float = 1.0) -> None:
        """Count something that the caller wants to do; `TooFast` if it is too much."""
        if caller.exempt:
            return
        one, every = self._bucket(caller, kind), self._all.get(kind)
        # First for the caller alone: whoever is over their own limit uses up nobody else's.
        wait = one.wait(tokens) or (every.wait(tokens) if every else 0.0)
        if wait:
            self._cuts.limited(kind, caller.address)
            raise TooFast(kind, wait)
        one.take(tokens)
        if every:
            every.take(tokens)

    def may_be_told(self, caller: Caller) -> bool:
        """Whether to tell this caller once more to wait, or to cut the connection."""
        return caller.exempt or self._bucket(caller, "refusals").spend(1)

    def frames(self, caller: Caller, table: str) -> dict[str, Bucket]:
        """What the frames of a socket count against besides its own limits."""
        shared = {"table": self._tables.setdefault(table, Bucket(SHARED_FRAMES))}
        return shared if caller.exempt else shared | {"address": self._bucket(caller, "frames")}

    def open_socket(self, caller: Caller) -> None:
        """Count a socket until `close_socket`; `TooFast` if there are too many."""
        if caller.exempt:
            return
        self.take(caller, "sockets")
        many = self._sockets[caller.address] >= MOST_SOCKETS
        if many or self._sockets.total() >= MOST_SOCKETS_IN_ALL:
            self._cuts.limited("open", caller.address)
            raise TooFast("open", SOCKETS_WAIT)
        self._sockets[caller.address] += 1

    def close_socket(self, caller: Caller) -> None:
        """A socket that was counted is gone."""
        if caller.exempt:
            return
        self._sockets[caller.address] -= 1
        if not self._sockets[caller.address]:
            del self._sockets[caller.address]

    def _bucket(self, caller: Caller, kind: LimitKind) -> Bucket:
        key = kind, caller.address
        bucket = self._each.get(key)
        if bucket is None:
            bucket = self._each[key] = Bucket(EACH[kind])
            if len(self._each) > self._most:
                self._each.popitem(last=False)
        else:
            self._each.move_to_end(key)
        return bucket
