"""Two servers behind a real nginx with the file that we ship, restarted and killed under play.

Only sockets flow, as on a quiet site: nothing but WebSockets tells nginx whether a server is back.
`python -m tests.system.rolling` measures it; the tests here do it once, and look at what
nginx hands on.
"""
