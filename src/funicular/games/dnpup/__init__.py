"""dnpup: get rid of all your cards; what comes back from the table comes back upside down.

Two to five play. Every card has two values and shows one at a time; see `cards` for the list.
"""
