"""A store in an SQLite file, for one server."""

from funicular.store.sqlite.store import SqliteStore

# What it was called when it kept logs only.
SqliteLog = SqliteStore

__all__ = ["SqliteLog", "SqliteStore"]
