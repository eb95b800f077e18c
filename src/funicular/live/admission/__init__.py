"""Who may do how much, and whose turn it is: rates, fair queues and pools, all by who causes work.

`causes` says who causes something, `rates` how much of it, `fair_queue` in which order, and
`worker_pool` where it is done. Every figure stands in `figures`.
"""
