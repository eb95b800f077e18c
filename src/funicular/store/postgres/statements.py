"""The statements that make many appends at once, and those that see what became of them."""

# Of the appends asked for, those win whose table ends just before their first row, and whose lease
# is held with the fence they name. Locks are taken in the order of ids, leases before tables.
# A row that changes while we wait for its lock is looked at again, so `seq` is what it is now.
APPEND = """
    WITH asked AS (
        SELECT * FROM unnest(
            $1::text[], $2::bigint[], $3::bigint[], $4::float8[], $5::float8[], $6::boolean[],
            $7::text[], $8::bigint[]
        ) AS asked (id, first, last, created, touched, closed, server, fence)
    ),
    held AS (
        SELECT leases.table_id FROM leases JOIN asked ON leases.table_id = asked.id
        WHERE leases.server = asked.server AND leases.fence = asked.fence
        ORDER BY leases.table_id FOR SHARE OF leases
    ),
    free AS (
        SELECT * FROM asked WHERE server IS NULL OR id IN (SELECT table_id FROM held)
    ),
    heads AS (
        SELECT tables.id FROM tables JOIN free ON tables.id = free.id
        WHERE free.first > 1 AND tables.seq = free.first - 1
        ORDER BY tables.id FOR UPDATE OF tables
    ),
    moved AS (
        UPDATE tables SET seq = free.last, touched = free.touched, closed = free.closed
        FROM free JOIN heads ON heads.id = free.id WHERE tables.id = free.id
        RETURNING tables.id
    ),
    made AS (
        INSERT INTO tables (id, created, seq, touched, closed)
        SELECT id, created, last, touched, closed FROM free WHERE first = 1
        AND NOT EXISTS (SELECT FROM deleted WHERE kind = 'table' AND name = free.id)
        ORDER BY id
        ON CONFLICT DO NOTHING
        RETURNING id
    ),
    won AS (SELECT id FROM moved UNION ALL SELECT id FROM made),
    kept AS (
        INSERT INTO log (table_id, seq, guest, command, at, body)
        SELECT rows.* FROM unnest(
            $9::text[], $10::bigint[], $11::text[], $12::text[], $13::float8[], $14::bytea[]
        ) AS rows (table_id, seq, guest, command, at, body)
        JOIN won ON won.id = rows.table_id
    )
    SELECT id, id IN (SELECT id FROM won) AS won, id IN (SELECT id FROM free) AS free,
        EXISTS (SELECT FROM deleted WHERE kind = 'table' AND name = asked.id) AS gone FROM asked
"""
# Locked, so that a statement still under way for a lost connection is waited for.
LOCKED_HEADS = "SELECT id, seq FROM tables WHERE id = ANY ($1::text[]) ORDER BY id FOR UPDATE"
LAST_ROWS = """
    SELECT table_id, log.seq, guest, command, at, body
    FROM log JOIN unnest($1::text[], $2::bigint[]) AS asked (id, seq)
    ON log.table_id = asked.id AND log.seq = asked.seq
"""
