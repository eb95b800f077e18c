"""Puzzles: positions in which one move is clearly best, told from what the seat could know.

`puzzle` is the value that is kept, `finding` looks for them in matches, `grading` says how hard one
is, `collection` has those that come with the package.
"""
