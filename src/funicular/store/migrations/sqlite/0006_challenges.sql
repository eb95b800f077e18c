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
