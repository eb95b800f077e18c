"""Where the logs of the tables are kept: in an SQLite file or in PostgreSQL.

log, fleet      what a server asks of a store, and what servers that share one know of each other
administration  what an operator asks of a store: to delete, rewrite, ban; orders for servers
trouble         telling the log when writes are refused
opening         the store at an address; what an acknowledged move survives is in `durability`
sqlite/         a file, one server
postgres/       a database, any number of servers
migrations/     the numbered steps by which a database gets its tables
inventory       everything that a store has at one moment
moving          from one store to another
backup/         a store in a file, to keep or to move
checking        whether the logs are whole
"""
