"""A seat at a table on a server, taken from the terminal.

address     the link to a table
line        the connection, which mends itself
tokens      what lets one back into a seat, kept from one time to the next
sights      how the table looks, from what the server shows
clock       a time as a clock shows it
person      somebody who types
automaton   a program that plays
"""
