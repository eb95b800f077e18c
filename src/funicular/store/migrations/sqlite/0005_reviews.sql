-- What decisions of a match cost. A review can be made again from its record at any time, so it is a
-- cache: `form` counts up when a release measures otherwise.
CREATE TABLE reviews (
    replay TEXT NOT NULL,
    worlds INTEGER NOT NULL,
    form   INTEGER NOT NULL,
    body   BLOB NOT NULL,
    PRIMARY KEY (replay, worlds)
) STRICT;

-- It goes with its record.
CREATE TRIGGER review_gone AFTER DELETE ON records BEGIN
    DELETE FROM reviews WHERE replay = old.name;
END;
