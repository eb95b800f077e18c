"""The same cards against the same bots for everybody: the daily deal, and duels by link.

challenge   a challenge as a value: game, seat, bots, the secret seed and its commitment
calendar    the daily deal of a date, and how long a challenge is open
answers     how bots move in it: the same answer to the same moves, on every server
table       an attempt as an ordinary table: the first entries of its log, what is not allowed there
checking    an attempt played again: other cards or other answers are refused; the expert's match
comparison  a result among everybody's: rank, matchpoints, distribution

No HTTP, no clock, no store: `live/challenges` has those.
"""
