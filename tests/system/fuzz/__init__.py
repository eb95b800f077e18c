"""A server that is sent a great many things which no client would ever send.

    python -m tests.system.fuzz --count 1000000

`grammar` makes messages from the protocol's own schema and `hostile` spoils them. `messages`,
`frames`, `http`, `raw` and `records` send them to a server in a process of its own, which `victim`
watches over, while `control` plays matches beside them. `campaign` puts it all together. Every case
follows from a seed.
"""
