"""A seat at a table on a server, taken from the terminal.

blocking        the client for live tables, for code that waits for a line to be typed
tokens          what lets one back into a seat, kept from one time to the next
clock           a time as a clock shows it
person          a person who types
program_player  a program that plays
"""
