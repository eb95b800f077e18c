-- "FUNI": by this number a file is known as ours.
PRAGMA application_id = 1179995721;

-- Tables and records that an operator or the retention has deleted. None of them comes back.
CREATE TABLE deleted (
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    at   REAL NOT NULL,
    PRIMARY KEY (kind, name)
) STRICT, WITHOUT ROWID;

-- What servers that run have to hear of, in order. No number is given twice.
CREATE TABLE orders (
    number  INTEGER PRIMARY KEY AUTOINCREMENT,
    kind    TEXT NOT NULL,
    subject TEXT NOT NULL,
    at      REAL NOT NULL
) STRICT;

CREATE TABLE bans (
    kind    TEXT NOT NULL,
    subject TEXT NOT NULL,
    shown   TEXT NOT NULL,
    reason  TEXT NOT NULL,
    made    REAL NOT NULL,
    until   REAL,
    PRIMARY KEY (kind, subject)
) STRICT, WITHOUT ROWID;

-- When each record came. By triggers, so that a server of the version before fills it too.
CREATE TABLE record_times (
    name TEXT PRIMARY KEY,
    at   REAL NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX record_times_by_age ON record_times (at);

INSERT INTO record_times SELECT name, (julianday('now') - 2440587.5) * 86400.0 FROM records;

CREATE TRIGGER record_kept AFTER INSERT ON records WHEN new.name <> '' BEGIN
    INSERT OR REPLACE INTO record_times
    VALUES (new.name, (julianday('now') - 2440587.5) * 86400.0);
END;

CREATE TRIGGER record_gone AFTER DELETE ON records WHEN old.name <> '' BEGIN
    DELETE FROM record_times WHERE name = old.name;
END;

-- Up to which time the chat of a table has been deleted.
CREATE TABLE chat_swept (
    table_id TEXT PRIMARY KEY,
    before   REAL NOT NULL
) STRICT, WITHOUT ROWID;

-- The last reading of the clock, and since when readings have followed one another without a jump.
CREATE TABLE clock (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    seen     REAL NOT NULL,
    since    REAL NOT NULL
) STRICT;
