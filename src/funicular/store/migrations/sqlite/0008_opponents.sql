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

-- Ratings begin anew: those of before could be had by losing to oneself, and by changing bots.
DELETE FROM ratings;
