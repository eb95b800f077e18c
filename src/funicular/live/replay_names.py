"""What replays are called: the third match of a table is `TABLE-3`."""

from __future__ import annotations


def replay_name(table: str, number: int) -> str:
    """What the replay of a table's match of this number is called."""
    return f"{table}-{number}"
