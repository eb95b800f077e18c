-- A server lives until then, by the clock of this database.
CREATE TABLE servers (
    id    text COLLATE "C" PRIMARY KEY,
    until timestamptz NOT NULL
);

-- No fence is ever given twice, whoever gets it and whatever was deleted meanwhile.
CREATE SEQUENCE fences;

CREATE TABLE leases (
    table_id text COLLATE "C" PRIMARY KEY,
    server   text COLLATE "C" NOT NULL,
    fence    bigint NOT NULL
);

CREATE INDEX leases_by_server ON leases (server);

CREATE TABLE presence (
    table_id text COLLATE "C" NOT NULL,
    server   text COLLATE "C" NOT NULL,
    body     bytea NOT NULL,
    PRIMARY KEY (table_id, server)
);

CREATE INDEX presence_by_server ON presence (server);
