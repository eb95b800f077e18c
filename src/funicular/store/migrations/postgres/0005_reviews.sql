-- What decisions of a match cost. A review can be made again from its record at any time, so it is a
-- cache: `form` counts up when a release measures otherwise. It goes with its record.
CREATE TABLE reviews (
    replay text COLLATE "C" NOT NULL REFERENCES records (name) ON DELETE CASCADE,
    worlds integer NOT NULL,
    form   integer NOT NULL,
    body   bytea NOT NULL,
    PRIMARY KEY (replay, worlds)
);
