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

-- Ratings begin anew: those of before could be had by losing to oneself, and by changing bots.
DELETE FROM ratings;
