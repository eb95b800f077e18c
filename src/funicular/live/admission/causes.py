"""Who causes a piece of work: the networks of an address, then a table.

Turns go round by the widest network first, then by the narrower ones inside it, then by table: an
address with many tables, or a site with many addresses, waits behind itself.
"""

from __future__ import annotations

from msgspec import Struct


class Cause(Struct, frozen=True):
    """Who causes a piece of work, and whether a person waits for it."""

    # The widest first, the address itself last; empty for the server's own work.
    networks: tuple[str, ...] = ()
    table: str = ""
    # What nobody waits for comes after everything that somebody waits for.
    attended: bool = True

    @property
    def path(self) -> tuple[str, ...]:
        """The queues that the work waits in, from the outermost to its own."""
        return (*self.networks, self.table)


# Of the server's own accord.
SERVER = Cause(attended=False)
