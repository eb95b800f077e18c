-- Ids are compared as bytes, as SQLite does, so that both databases have one order.
CREATE TABLE tables (
    id      text COLLATE "C" PRIMARY KEY,
    created double precision NOT NULL,
    seq     bigint NOT NULL,
    touched double precision NOT NULL,
    closed  boolean NOT NULL
) WITH (fillfactor = 50);
-- Every append changes a row of it, in columns that no index has: with room left on the page that
-- costs no index anything (a "heap-only" change).

CREATE INDEX tables_by_age ON tables (created);
CREATE INDEX tables_open ON tables (id) WHERE NOT closed;

-- No foreign key: the one statement that appends has the table locked, and the key would be looked
-- up once more for every row.
CREATE TABLE log (
    table_id text COLLATE "C" NOT NULL,
    seq      bigint NOT NULL,
    guest    text COLLATE "C",
    command  text COLLATE "C",
    at       double precision NOT NULL,
    body     bytea NOT NULL,
    PRIMARY KEY (table_id, seq)
);

CREATE UNIQUE INDEX log_commands ON log (table_id, guest, command) WHERE command IS NOT NULL;

CREATE TABLE records (
    name text COLLATE "C" PRIMARY KEY,
    body bytea NOT NULL
);

CREATE TABLE snapshots (
    table_id text COLLATE "C" PRIMARY KEY,
    form     text COLLATE "C" NOT NULL,
    seq      bigint NOT NULL,
    body     bytea NOT NULL
);
