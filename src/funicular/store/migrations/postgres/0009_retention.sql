-- For how many days what is kept, as it was chosen for this store; 0 is for ever.
CREATE TABLE retention (
    what text COLLATE "C" PRIMARY KEY,
    days double precision NOT NULL
);
