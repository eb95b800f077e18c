-- A file as the first version made it, with something in it.
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

INSERT INTO tables VALUES ('first', 100.5), ('second', 200.25), ('empty', 300.0);
INSERT INTO log VALUES
    ('first', 1, 'zoe', 'a', 100.5, x'7b7d'),
    ('first', 2, NULL, NULL, 101.125, x'00ff'),
    ('first', 3, 'max', 'a', 150.75, x''),
    ('second', 1, 'zoe', 'a', 200.25, x'01');
INSERT INTO records VALUES ('kept', x'7265636f7264');

PRAGMA user_version = 1;
