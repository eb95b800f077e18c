"""Every figure of admission in one place: how much, how many at once, how long.

`docs/limits.md` shows this table; a test compares the two.
"""

from __future__ import annotations

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
