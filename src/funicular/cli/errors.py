"""What the command line refuses, in the one family of errors."""

from __future__ import annotations

from funicular.core.errors import FunicularError


class BadArguments(FunicularError):
    """A command line that asks for something there is not, or that lacks something."""
