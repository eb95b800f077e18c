-- For how many days what is kept, as it was chosen for this store; 0 is for ever.
CREATE TABLE retention (
    what TEXT PRIMARY KEY,
    days REAL NOT NULL
) STRICT, WITHOUT ROWID;
