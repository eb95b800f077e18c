"""Servers, PostgreSQL and Redis killed under load, and whether anything was lost by it.

`python -m tests.system.kills` kills a hundred times on each database and prints counts; a dozen are
in the tests.

processes what runs and can be killed: servers at their ports, and what they need
load      people at their tables who play on for ever, and what was acknowledged to them
evidence  what the store holds, read without any code of ours
verdict   what must be true of it
killing   the run: load, blows, checks
counts    what came of it, in numbers
printing  the counts of tests, shown when all are done
"""
