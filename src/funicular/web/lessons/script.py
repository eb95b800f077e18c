"""The scripts of the lessons, as they are written in the games' folders."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct

from funicular.core.options import OptionsByName
from funicular.games.registry import spec_of


class ScriptStep(Struct, frozen=True, forbid_unknown_fields=True):
    """A word to the learner, after these moves have been made; with `accept`, a thing to do."""

    # The sentences of this step: `lessons.SAY.text`, and where there is something to do also
    # `lessons.SAY.right` and `lessons.SAY.other`.
    say: str
    # The number of the rule that it is about.
    rule: str
    # Each is made by the seat whose turn it is.
    moves: tuple[str, ...] = ()
    # The moves that are right here. The lesson goes on with the first, so several may stand only at
    # the end of a chapter.
    accept: tuple[str, ...] = ()


class Chapter(Struct, frozen=True, forbid_unknown_fields=True):
    """A deal and what is learned in it."""

    # Who plays: `lessons.names.NAMES`.
    names: str
    you: int
    hands: tuple[str, ...]
    step: tuple[ScriptStep, ...]
    dealer: int | None = None
    upcard: str | None = None
    options: OptionsByName = {}


class Script(Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson from beginning to end."""

    chapter: tuple[Chapter, ...]


@cache
def script(game: str) -> Script:
    """The script of this game's lesson."""
    spec = spec_of(game)
    text = files("funicular.games").joinpath(spec.package, spec.lesson).read_bytes()
    return msgspec.toml.decode(text, type=Script)
