-- What is known of a table without reading its log: its last row, when that came, whether it rests.
ALTER TABLE tables ADD COLUMN seq INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN touched REAL NOT NULL DEFAULT 0.0;
ALTER TABLE tables ADD COLUMN closed INTEGER NOT NULL DEFAULT 0;

UPDATE tables SET
    seq = (SELECT coalesce(max(seq), 0) FROM log WHERE table_id = tables.id),
    touched = coalesce(
        (SELECT at FROM log WHERE table_id = tables.id ORDER BY seq DESC LIMIT 1), created
    );

-- By id, not by time: the time changes with every row, and the index would be written each time.
CREATE INDEX tables_open ON tables (id) WHERE closed = 0;

CREATE TABLE snapshots (
    table_id TEXT PRIMARY KEY REFERENCES tables (id),
    form     TEXT NOT NULL,
    seq      INTEGER NOT NULL,
    body     BLOB NOT NULL
) STRICT, WITHOUT ROWID;
