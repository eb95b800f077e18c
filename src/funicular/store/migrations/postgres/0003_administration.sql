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

-- When each record came, by the clock of this database; those that are there came today.
ALTER TABLE records ADD COLUMN at double precision NOT NULL
    DEFAULT extract(epoch FROM clock_timestamp());

CREATE INDEX records_by_age ON records (at);

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
