-- What decisions cost each seat, added up from the review, as JSON: [[deals, choices, cost, error], …];
-- empty of a review that was kept before. A server of the version before leaves it as it is.
ALTER TABLE reviews ADD COLUMN costs text NOT NULL DEFAULT '';
