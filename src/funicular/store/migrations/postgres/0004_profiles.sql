-- A profile belongs to a key; its id is the key's fingerprint. `shape` is the name as it looks, so
-- that no two look alike. `public` has the words for what others may see. `signed` is the time of
-- the last change that the key has signed, in milliseconds: no older one is taken.
CREATE TABLE profiles (
    id      text COLLATE "C" PRIMARY KEY,
    key     text COLLATE "C" NOT NULL,
    name    text NOT NULL,
    shape   text COLLATE "C" NOT NULL UNIQUE,
    public  text NOT NULL,
    created double precision NOT NULL,
    signed  bigint NOT NULL
);

-- Which guest of a table plays for which profile, from the table's match of this number on.
CREATE TABLE claims (
    table_id text COLLATE "C" NOT NULL,
    guest    text COLLATE "C" NOT NULL,
    since    bigint NOT NULL,
    profile  text COLLATE "C" NOT NULL,
    PRIMARY KEY (table_id, guest, since)
);

CREATE INDEX claims_by_profile ON claims (profile);

-- Up to which row the log of a table was read for results, and where it stood there.
CREATE TABLE collected (
    table_id text COLLATE "C" PRIMARY KEY,
    seq      bigint NOT NULL,
    body     text NOT NULL
);

-- One a match and profile, as JSON.
CREATE TABLE results (
    profile text COLLATE "C" NOT NULL,
    replay  text COLLATE "C" NOT NULL,
    at      double precision NOT NULL,
    game    text COLLATE "C" NOT NULL,
    body    text COLLATE "C" NOT NULL,
    PRIMARY KEY (profile, replay)
);

CREATE INDEX results_by_time ON results (profile, at);

-- Sums over deals, by the number of seats and of cards in hand.
CREATE TABLE statistics (
    profile text COLLATE "C" NOT NULL,
    game    text COLLATE "C" NOT NULL,
    seats   bigint NOT NULL,
    cards   bigint NOT NULL,
    deals   bigint NOT NULL,
    made    bigint NOT NULL,
    points  bigint NOT NULL,
    par     double precision NOT NULL,
    PRIMARY KEY (profile, game, seats, cards)
);

-- Against 'people' and against 'bots'; `rank` is what lists are sorted by.
CREATE TABLE ratings (
    profile   text COLLATE "C" NOT NULL,
    game      text COLLATE "C" NOT NULL,
    against   text COLLATE "C" NOT NULL,
    value     double precision NOT NULL,
    deviation double precision NOT NULL,
    rank      double precision NOT NULL,
    matches   bigint NOT NULL,
    listed    bigint NOT NULL,
    PRIMARY KEY (profile, game, against)
);

CREATE INDEX ratings_by_rank ON ratings (game, against, rank, profile) WHERE listed = 1;
