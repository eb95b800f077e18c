"""What an acknowledged move survives.

`full`: the death of the server, and a power cut. Every commit waits until the disk has it: SQLite
with `synchronous = FULL`, PostgreSQL with `synchronous_commit = on`.

`process`: the death of the server. The file or the database has the move, but the disk may not:
what was acknowledged in the last moments may be lost, whole and without a gap, when the power
fails. SQLite (`NORMAL`) loses what was not yet written back since its last checkpoint, and nothing
when only the server dies. PostgreSQL (`off`) loses at most three times its `wal_writer_delay` (0.6
seconds unless configured otherwise), but also when only the database itself is killed.
"""

from __future__ import annotations

from typing import Literal

Durability = Literal["full", "process"]
# The first is the usual one.
DURABILITIES: tuple[Durability, ...] = ("full", "process")
