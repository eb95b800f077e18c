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

-- `at` is when it came, by the clock of this database.
CREATE TABLE records (
    name text COLLATE "C" PRIMARY KEY,
    body bytea NOT NULL,
    at   double precision NOT NULL DEFAULT extract(epoch FROM clock_timestamp())
);

CREATE INDEX records_by_age ON records (at);

CREATE TABLE snapshots (
    table_id text COLLATE "C" PRIMARY KEY,
    form     text COLLATE "C" NOT NULL,
    seq      bigint NOT NULL,
    body     bytea NOT NULL
);

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

-- Tables and records that an operator or the retention has deleted. None of them comes back.
CREATE TABLE deleted (
    kind text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    at   double precision NOT NULL,
    PRIMARY KEY (kind, name)
);

-- What servers that run have to hear of. Written under a lock, so that numbers appear in order.
CREATE TABLE orders (
    number  bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind    text COLLATE "C" NOT NULL,
    subject text COLLATE "C" NOT NULL,
    at      double precision NOT NULL
);

CREATE TABLE bans (
    kind    text COLLATE "C" NOT NULL,
    subject text COLLATE "C" NOT NULL,
    shown   text NOT NULL,
    reason  text NOT NULL,
    made    double precision NOT NULL,
    until   double precision,
    PRIMARY KEY (kind, subject)
);

-- Up to which time the chat of a table has been deleted.
CREATE TABLE chat_swept (
    table_id text COLLATE "C" PRIMARY KEY,
    before   double precision NOT NULL
);

-- The last reading of the clock, and since when readings have followed one another without a jump.
CREATE TABLE clock (
    only_row integer PRIMARY KEY CHECK (only_row = 1),
    seen     double precision NOT NULL,
    since    double precision NOT NULL
);

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

-- Whom a profile has met on which day (since 1970), in how many matches, and how much of those has
-- counted. A row of a profile that was deleted names a stranger.
CREATE TABLE opponents (
    profile  text COLLATE "C" NOT NULL,
    game     text COLLATE "C" NOT NULL,
    opponent text COLLATE "C" NOT NULL,
    day      bigint NOT NULL,
    matches  bigint NOT NULL,
    counted  double precision NOT NULL,
    PRIMARY KEY (profile, game, opponent, day)
);

CREATE INDEX opponents_by_day ON opponents (profile, day, opponent);
CREATE INDEX opponents_by_opponent ON opponents (opponent);

-- What decisions of a match cost. A review can be made again from its record at any time, so it is a
-- cache: `form` counts up when a release measures otherwise. It goes with its record. `costs` has what
-- they cost each seat, added up, as JSON: [[deals, choices, cost, error], …].
CREATE TABLE reviews (
    replay text COLLATE "C" NOT NULL REFERENCES records (name) ON DELETE CASCADE,
    worlds integer NOT NULL,
    form   integer NOT NULL,
    body   bytea NOT NULL,
    costs  text NOT NULL,
    PRIMARY KEY (replay, worlds)
);

-- The daily deals and duels: everybody gets the same cards (docs/challenges.md). The body holds the
-- secret seed; `expert` is what everybody is compared with, empty until it has been computed.
CREATE TABLE challenges (
    id     text COLLATE "C" PRIMARY KEY,
    kind   text COLLATE "C" NOT NULL,
    opened double precision NOT NULL,
    closes double precision NOT NULL,
    body   text NOT NULL,
    expert text NOT NULL
);

CREATE INDEX challenges_by_age ON challenges (kind, opened);

-- One a person a challenge; `finished` is 0 until its result is taken.
CREATE TABLE challenge_attempts (
    challenge text COLLATE "C" NOT NULL,
    person    text COLLATE "C" NOT NULL,
    table_id  text COLLATE "C" NOT NULL,
    name      text NOT NULL,
    begun     double precision NOT NULL,
    score     bigint NOT NULL,
    finished  double precision NOT NULL,
    body      text NOT NULL,
    PRIMARY KEY (challenge, person)
);

CREATE UNIQUE INDEX challenge_attempts_by_table ON challenge_attempts (table_id);
CREATE INDEX challenge_attempts_by_person ON challenge_attempts (person, challenge);
CREATE INDEX challenge_results ON challenge_attempts (challenge, score DESC, finished, person)
    WHERE finished > 0;

-- How many results there are of each score: deal 0 is the whole match. So a comparison with
-- everybody costs the same however many have played.
CREATE TABLE challenge_counts (
    challenge text COLLATE "C" NOT NULL,
    deal      bigint NOT NULL,
    score     bigint NOT NULL,
    players   bigint NOT NULL,
    PRIMARY KEY (challenge, deal, score)
);

-- For how many days what is kept, as it was chosen for this store; 0 is for ever.
CREATE TABLE retention (
    what text COLLATE "C" PRIMARY KEY,
    days double precision NOT NULL
);
