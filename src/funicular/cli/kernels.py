"""Which code the bots search with, in words: compiled kernels or pure Python."""

from __future__ import annotations

from funicular.lang import Reader
from funicular.native import COMPILED


def kernels_in_use(reader: Reader) -> str:
    """What is in use, as a person should hear it."""
    return reader.say("cli.kernels.compiled" if COMPILED else "cli.kernels.pure")
