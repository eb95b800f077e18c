"""Every figure of admission in one place: how much, how many at once, how long.

`docs/limits.md` shows this table; a test compares the two.
"""

from __future__ import annotations

import os

from msgspec import Struct

from funicular.live.admission.holdings import Most
from funicular.live.admission.rates import Rate, SharedRate

HOUR = 3600
DAY = 24 * HOUR
KB = 1 << 10
MB = 1 << 20

# Rates: how much a connection, an address, a seat, a table and all together may do.

# An IPv4 address or an IPv6 /64; a /56 may do twice as much, a /48 four times.
OF_ADDRESS = {
    # A page is some thirty requests; a client without sockets asks twice a second.
    "requests": Rate(600, 40),
    # Times that an address is asked to wait before it is cut off without a word.
    "refusals": Rate(100, 1),
    # Everybody behind one address comes back at once when a server restarts.
    "sockets": Rate(200, 5),
    # Of all its sockets together.
    "frames": Rate(6000, 600),
    "tables": Rate(60, 120 / HOUR),
    "records": Rate(30, 120 / HOUR),
    # Of records.
    "bytes": Rate(20 * MB, 40 * MB / HOUR),
    # New ones: a class may make theirs at once, and nobody needs a hundred.
    "profiles": Rate(40, 40 / HOUR),
    # Handed in to be kept.
    "reviews": Rate(20, 60 / HOUR),
    # Decisions measured by the server, for a browser that cannot.
    "judged": Rate(300, 1),
    # That the server measures itself, for browsers that cannot.
    "hints": Rate(60, 0.5),
    # Secrets that let nobody in, tables and replays that are not there.
    "guesses": Rate(60, 0.5),
}
OF_ALL_ADDRESSES = {
    "tables": SharedRate(Rate(2000, 10_000 / HOUR)),
    "records": SharedRate(Rate(500, 5000 / HOUR)),
    "bytes": SharedRate(Rate(500 * MB, 2000 * MB / DAY)),
    "profiles": SharedRate(Rate(500, 1000 / HOUR)),
    "reviews": SharedRate(Rate(300, 3000 / HOUR)),
    "judged": SharedRate(Rate(600, 2)),
    "hints": SharedRate(Rate(200, 4)),
}
OF_CONNECTION = {
    # Unless it is a proxy's connection, which many visitors share.
    "requests": Rate(600, 100),
    # Messages of its socket.
    "messages": Rate(60, 30),
    "frames": Rate(1000, 60),
    "control-frames": Rate(100, 5),
    "fragments": Rate(200, 20),
    # A message may be 64 KB before it ends the connection.
    "bytes": Rate(512 * KB, 64 * KB),
    # Before hello: one message is all that is needed, a few wrong ones are answered.
    "frames-before-hello": Rate(250, 2),
    "bytes-before-hello": Rate(256 * KB, 4 * KB),
    # At a table that does not exist.
    "frames-at-no-table": Rate(8, 0.1),
    "bytes-at-no-table": Rate(16 * KB, 1),
}
# Through however many connections; who has no seat is counted by connection.
OF_SEAT = {
    "talk": Rate(8, 1),
    # A program that plays against programs makes this many moves; a person never does.
    "commands": Rate(120, 40),
    # That the server measures for a seat.
    "hints": Rate(10, 0.2),
}
OF_TABLE = {
    "talk": SharedRate(Rate(30, 4), reserves=False),
    "commands": SharedRate(Rate(480, 120), reserves=False),
}
# Of all sockets at a table.
TABLE_FRAMES = {"frames": Rate(6000, 600)}

# What an address and all together hold at the same time.
SOCKETS_OPEN = Most(200, 20_000)
UNSENT_BYTES = Most(40 * MB, 160 * MB)

# Queues and pools: how many at once, how many may wait, and for how long.

# One more than there are processors: what one network may never have costs the others nothing.
BOTS_AT_ONCE = max(2, os.cpu_count() or 2) + 1


class QueueFigures(Struct, frozen=True):
    """What one queue allows."""

    name: str
    # How many turns there are at the same time.
    at_once: int = 1
    # How many may wait for one: in all, and of each network of any width.
    most: int = 64
    most_each: int = 64
    # From when a turn is asked for until its work is done, or where nothing is worked out in a
    # turn, until it comes.
    seconds: float = 20.0
    # After how many seconds those that are refused are asked to come again.
    again: int = 2
    # What it is for, as the documentation has it.
    what: str = ""

    @property
    def most_of_a_network(self) -> int:
        """Turns that one network may have at the same time: one is kept for others."""
        return max(1, self.at_once - 1)

    @property
    def most_unattended(self) -> int:
        """Turns that work which nobody waits for may have at the same time."""
        return max(1, self.at_once // 2)


# Turns of this one last until the event loop comes round again: a request takes a millisecond.
REQUESTS = QueueFigures(
    *("requests", 4, 20_000, 10_000),
    what="requests and handshakes that begin each time round the event loop",
)
PIECES = QueueFigures(
    *("pieces", 4, 20_000, 10_000),
    what="pieces of long replies that go out each time round the event loop",
)
BOTS = QueueFigures(
    *("bots", BOTS_AT_ONCE, 4096, 2048, 10.0),
    what="moves of bots that search, hints that the server measures",
)
POLICIES = QueueFigures(
    *("policies", 2, 4096, 2048),
    what="moves of bots that need no search",
)
TABLES = QueueFigures(
    *("tables", 1, 128, 64),
    what="a page of a log, 500 rows, or a snapshot that is read",
)
SNAPSHOTS = QueueFigures(
    *("snapshots", 1, 256, 256),
    what="writing a snapshot, or the record of a match",
)
RECORDS = QueueFigures(
    *("records", 2, 64, 32, 60.0),
    what="playing a log again for a record that was never kept",
)
RESULTS = QueueFigures(
    *("results", 2, 256, 64),
    what="collecting the results of profiles",
)
REPLAYS = QueueFigures(
    *("replays", 2, 1024, 512),
    what="the overview, the film or the positions of a replay",
)
UPLOADS = QueueFigures(
    *("uploads", 2, 64, 32, 15.0),
    what="checking a record, or making a table that plays on from a move",
)
REVIEWS = QueueFigures(
    *("reviews", 2, 64, 32, 30.0),
    what="checking a review, up to four of its decisions; measuring up to four for a browser "
    "that cannot",
)
CHECKS = QueueFigures(
    *("checks", 3, 256, 64, 600.0, 5),
    what="attempts at challenges that are played again, a decision at a time",
)
EXPERTS = QueueFigures(
    *("experts", 2, 32, 8, 3600.0, 60),
    what="the experts of daily deals and duels, a decision at a time",
)
QUEUES = (
    *(REQUESTS, PIECES, BOTS, POLICIES, TABLES, SNAPSHOTS, RECORDS),
    *(RESULTS, REPLAYS, UPLOADS, REVIEWS, CHECKS, EXPERTS),
)

# A view knows all moves of its deal, so what is made from the views of a deal grows with the square
# of its moves. This is a deal of 1,400 of them, far more than people and bots ever make.
MOST_SQUARES = 2_000_000

# A bot that has waited so long for its turn thinks for no longer than this.
HURRIED_AFTER_SECONDS = 1.0
HURRIED_MILLISECONDS = 20
# So long after the last person left a table waits behind those with people; then its bots stop.
UNATTENDED_AFTER_SECONDS = 10.0
PAUSED_AFTER_SECONDS = 60.0
