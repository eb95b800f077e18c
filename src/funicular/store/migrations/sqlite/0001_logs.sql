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
