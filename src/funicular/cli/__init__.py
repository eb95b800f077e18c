"""The terminal: the command `funicular`, one file a command, and a table to play at."""

from funicular.cli.program import main

__all__ = ["main"]
