-- A profile belongs to a key; its id is the key's fingerprint. `shape` is the name as it looks, so
-- that no two look alike. `public` has the words for what others may see. `signed` is the time of
-- the last change that the key has signed, in milliseconds: no older one is taken.
CREATE TABLE profiles (
    id      TEXT PRIMARY KEY,
    key     TEXT NOT NULL,
    name    TEXT NOT NULL,
    shape   TEXT NOT NULL UNIQUE,
    public  TEXT NOT NULL,
    created REAL NOT NULL,
    signed  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Which guest of a table plays for which profile, from the table's match of this number on.
CREATE TABLE claims (
    table_id TEXT NOT NULL,
    guest    TEXT NOT NULL,
    since    INTEGER NOT NULL,
    profile  TEXT NOT NULL,
    PRIMARY KEY (table_id, guest, since)
) STRICT, WITHOUT ROWID;

CREATE INDEX claims_by_profile ON claims (profile);

-- Up to which row the log of a table was read for results, and where it stood there.
CREATE TABLE collected (
    table_id TEXT PRIMARY KEY,
    seq      INTEGER NOT NULL,
    body     TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- One a match and profile, as JSON.
CREATE TABLE results (
    profile TEXT NOT NULL,
    replay  TEXT NOT NULL,
    at      REAL NOT NULL,
    game    TEXT NOT NULL,
    body    TEXT NOT NULL,
    PRIMARY KEY (profile, replay)
) STRICT, WITHOUT ROWID;

CREATE INDEX results_by_time ON results (profile, at);

-- Sums over deals, by the number of seats and of cards in hand.
CREATE TABLE statistics (
    profile TEXT NOT NULL,
    game    TEXT NOT NULL,
    seats   INTEGER NOT NULL,
    cards   INTEGER NOT NULL,
    deals   INTEGER NOT NULL,
    made    INTEGER NOT NULL,
    points  INTEGER NOT NULL,
    par     REAL NOT NULL,
    PRIMARY KEY (profile, game, seats, cards)
) STRICT, WITHOUT ROWID;

-- Against 'people' and against 'bots'; `rank` is what lists are sorted by.
CREATE TABLE ratings (
    profile   TEXT NOT NULL,
    game      TEXT NOT NULL,
    against   TEXT NOT NULL,
    value     REAL NOT NULL,
    deviation REAL NOT NULL,
    rank      REAL NOT NULL,
    matches   INTEGER NOT NULL,
    listed    INTEGER NOT NULL,
    PRIMARY KEY (profile, game, against)
) STRICT, WITHOUT ROWID;

CREATE INDEX ratings_by_rank ON ratings (game, against, rank, profile) WHERE listed = 1;
