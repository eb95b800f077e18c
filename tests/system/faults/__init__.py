"""Bad networks, bad disks and bad clocks, between real clients and real servers.

serving     a server in a process of its own, however it is to be started
proxy       a bad network: a proxy on loopback whose faults can be switched while it runs
picture     what a client knows, and that it is told everything once
player      a client without a page: it comes back by itself and sends again what was not answered
mischief    commands sent twice, late, and in another order
judge       what the log must say of those who played
reading     the log itself, from the store
matches     whole matches, and the judgement on them
trouble     what goes wrong while they are played
shims       a bad disk and a bad clock, by functions put before those of the C library
small_disk  a real disk that can be filled
model       a table in a few lines, to compare the real one with
machine     what Hypothesis may do to a table, and the comparison after each step
"""
