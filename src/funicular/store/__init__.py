"""Where the logs of the tables are kept: in an SQLite file or in PostgreSQL.

log             a row, a snapshot, and what can go wrong
logs            the logs, records and snapshots, as a server reads and writes them
leases          which of the servers that share a store leads a table, and who is connected where
reviews         what the decisions of matches cost, beside their records
administration  what an operator asks of a store: to delete, rewrite, ban; orders for servers
challenges      the daily deals and duels, and the results of everybody
open            the store at an address
durability      what an acknowledged move survives
write_failures  reporting when writes begin to fail, and when they work again
validation      what is checked of rows before a store takes them
sqlite/         a file, for a single server
postgres/       a database, for any number of servers
migrations/     the numbered steps by which a database gets its tables
inventory       everything that a store has at one moment
steps           how a question or a change is written once for both databases
profiles        profiles, and which seats they claim
results         their results, statistics and ratings
side_tables     what is kept beside logs and records, named for backups and copies
copy            from one store to another
backup/         a store in a file, to keep or to move
checking        whether the logs are complete
"""
