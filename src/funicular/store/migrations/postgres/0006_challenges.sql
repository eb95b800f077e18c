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
