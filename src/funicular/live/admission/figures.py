"""Every figure of admission in one place: how much, how many at once, how long.

`docs/limits.md` shows this table; a test compares the two.
"""

from __future__ import annotations

# Rates: how much a connection, an address, a seat, a table and all together may do.

# Queues and pools: how many at once, how many may wait, and for how long.
