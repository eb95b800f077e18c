"""The terminal: the command `funicular`, one file a command, and a table to play at.

The program
    program     runs a command from its first word to its exit code
    commands    the commands by name; each is a file: play, serve, join, …
    parser      reads the command line; arguments, language: parts of it that commands share
    errors      what the command line refuses

A match against bots (`play`)
    menu        asks for game, seats and level where none was named
    sitting     the value: a match, who plays it, its seed; what follows from it alone
    session     the loop that takes a sitting from move to move
    desk        everything that the loop shows to the person
    answers     what was typed: a move, in short forms too (shorthand/), or a command (words)
    tables/     how each game looks
    saves       sittings kept from one day to the next

Measuring bots (`arena`)
    arena_plan  from the arguments to a plan
    arena_run   the run, its report, and what is said when it is stopped
    meter       the bar with its rate and the time left

At a table on a server (`serve`, `join`)
    remote/     a seat taken from the terminal, by a person or a program

Shared
    screen, prompt, progress    printing, asking, waiting
    files, rules_pages, scores  files that the person names, rules pages, the score sheet
    kernels                     what the bots search with, in words
    chances, plain_text         random numbers by purpose, text as people type it
"""

from funicular.cli.program import main

__all__ = ["main"]
