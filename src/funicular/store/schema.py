"""The tables of the SQLite file, and its version."""

from __future__ import annotations

import sqlite3

from funicular.store.log import StoreFailed

# What `PRAGMA user_version` says of a file made here. A change of the tables needs another number
# and a step that brings older files along.
VERSION = 1

TABLES = """
CREATE TABLE tables (
    id      TEXT PRIMARY KEY,
    created REAL NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX tables_by_age ON tables (created);

CREATE TABLE log (
    table_id TEXT NOT NULL REFERENCES tables (id),
    seq      INTEGER NOT NULL,
    guest    TEXT,
    command  TEXT,
    at       REAL NOT NULL,
    body     BLOB NOT NULL,
    PRIMARY KEY (table_id, seq),
    UNIQUE (table_id, guest, command)
) STRICT, WITHOUT ROWID;

CREATE TABLE records (
    name TEXT PRIMARY KEY,
    body BLOB NOT NULL
) STRICT, WITHOUT ROWID;
"""


def prepare(connection: sqlite3.Connection, path: str) -> None:
    """Make the tables in a new file; refuse one that a later version of us has made."""
    # The one mode in which readers do not wait for the writer; FULL, so that a commit has reached
    # the disk when it returns, power cut or not.
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA busy_timeout = 5000")
    connection.execute("BEGIN IMMEDIATE")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > VERSION:
        connection.execute("ROLLBACK")
        raise StoreFailed("store.newer", path=path, given=version, known=VERSION)
    if version == 0:
        for statement in TABLES.split(";\n"):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {VERSION}")
    connection.execute("COMMIT")
