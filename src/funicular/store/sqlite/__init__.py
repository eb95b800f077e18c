"""A store in an SQLite file, for one server."""

from funicular.store.sqlite.store import SqliteStore

__all__ = ["SqliteStore"]
