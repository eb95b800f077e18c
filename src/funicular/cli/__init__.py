"""The terminal: the command `funicular`, one file a command, and a table to play at.

The program
    program     runs a command from its first word to its exit code
    commands    the commands by name; each is a file: play, serve, join, …
    parser      reads the command line; arguments, language: parts of it that commands share
    errors      what the command line refuses

A match against bots (`play`)
    menu        asks for game, seats and level where none was named
    sitting     what a save keeps: a match, who plays it, its seed
    local_table the server's table in this process: commands, undo and bots for a sitting
    session     the loop that takes a local table from move to move
    game_screen everything that is shown of a deal, here and at a table on a server
    answers     what was typed: a move, in short forms too, or a command (words)
    saves       sittings kept from one day to the next
    How a game looks and what may be typed for a move is in games/GAME: terminal, shorthand.

Measuring bots (`arena`)
    arena_plan  from the arguments to a plan
    arena_run   the run, its report, and what is said when it is stopped

At a table on a server (`serve`, `join`)
    remote/     a seat taken from the terminal, by a person or a program

Shared
    screen, prompt, progress    printing, asking, waiting
    files, rules_pages, scores  files that the person names, rules pages, the score sheet
    kernels                     what the bots search with, in words
    seeded_rng                  random numbers by purpose
"""

from funicular.cli.program import main

__all__ = ["main"]
