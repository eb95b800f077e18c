-- "FUNI": by this number a file is known as ours.
PRAGMA application_id = 1179995721;

-- What is known of a table without reading its log: its last row, when that came, whether it rests.
CREATE TABLE tables (
    id      TEXT PRIMARY KEY,
    created REAL NOT NULL,
    seq     INTEGER NOT NULL,
    touched REAL NOT NULL,
    closed  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX tables_by_age ON tables (created);
-- By id, not by time: the time changes with every row, and the index would be written each time.
CREATE INDEX tables_open ON tables (id) WHERE closed = 0;

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

-- `at` is when it came.
CREATE TABLE records (
    name TEXT PRIMARY KEY,
    body BLOB NOT NULL,
    at   REAL NOT NULL DEFAULT ((julianday('now') - 2440587.5) * 86400.0)
) STRICT, WITHOUT ROWID;

CREATE INDEX records_by_age ON records (at);

CREATE TABLE snapshots (
    table_id TEXT PRIMARY KEY REFERENCES tables (id),
    form     TEXT NOT NULL,
    seq      INTEGER NOT NULL,
    body     BLOB NOT NULL
) STRICT, WITHOUT ROWID;

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

-- Whom a profile has met on which day (since 1970), in how many matches, and how much of those has
-- counted. A row of a profile that was deleted names a stranger.
CREATE TABLE opponents (
    profile  TEXT NOT NULL,
    game     TEXT NOT NULL,
    opponent TEXT NOT NULL,
    day      INTEGER NOT NULL,
    matches  INTEGER NOT NULL,
    counted  REAL NOT NULL,
    PRIMARY KEY (profile, game, opponent, day)
) STRICT, WITHOUT ROWID;

CREATE INDEX opponents_by_day ON opponents (profile, day, opponent);
CREATE INDEX opponents_by_opponent ON opponents (opponent);

-- What decisions of a match cost. A review can be made again from its record at any time, so it is a
-- cache: `form` counts up when a release measures otherwise. `costs` has what they cost each seat, added
-- up, as JSON: [[deals, choices, cost, error], …].
CREATE TABLE reviews (
    replay TEXT NOT NULL,
    worlds INTEGER NOT NULL,
    form   INTEGER NOT NULL,
    body   BLOB NOT NULL,
    costs  TEXT NOT NULL,
    PRIMARY KEY (replay, worlds)
) STRICT;

-- It goes with its record.
CREATE TRIGGER review_gone AFTER DELETE ON records BEGIN
    DELETE FROM reviews WHERE replay = old.name;
END;

-- The daily deals and duels: everybody gets the same cards (docs/challenges.md). The body holds the
-- secret seed; `expert` is what everybody is compared with, empty until it has been computed.
CREATE TABLE challenges (
    id     TEXT PRIMARY KEY,
    kind   TEXT NOT NULL,
    opened REAL NOT NULL,
    closes REAL NOT NULL,
    body   TEXT NOT NULL,
    expert TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX challenges_by_age ON challenges (kind, opened);

-- One a person a challenge; `finished` is 0 until its result is taken.
CREATE TABLE challenge_attempts (
    challenge TEXT NOT NULL,
    person    TEXT NOT NULL,
    table_id  TEXT NOT NULL,
    name      TEXT NOT NULL,
    begun     REAL NOT NULL,
    score     INTEGER NOT NULL,
    finished  REAL NOT NULL,
    body      TEXT NOT NULL,
    PRIMARY KEY (challenge, person)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX challenge_attempts_by_table ON challenge_attempts (table_id);
CREATE INDEX challenge_attempts_by_person ON challenge_attempts (person, challenge);
CREATE INDEX challenge_results ON challenge_attempts (challenge, score DESC, finished, person)
    WHERE finished > 0;

-- How many results there are of each score: deal 0 is the whole match. So a comparison with
-- everybody costs the same however many have played.
CREATE TABLE challenge_counts (
    challenge TEXT NOT NULL,
    deal      INTEGER NOT NULL,
    score     INTEGER NOT NULL,
    players   INTEGER NOT NULL,
    PRIMARY KEY (challenge, deal, score)
) STRICT, WITHOUT ROWID;

-- For how many days what is kept, as it was chosen for this store; 0 is for ever.
CREATE TABLE retention (
    what TEXT PRIMARY KEY,
    days REAL NOT NULL
) STRICT, WITHOUT ROWID;
