"""Refusing what is no value of ours, or one of another game, in a sentence of the catalogue."""

from __future__ import annotations

import random
from operator import index

from funicular.core.errors import BadOptions, shown


def check_generator(rng: object) -> None:
    """Refuse what gives no random numbers."""
    if not isinstance(rng, random.Random):
        raise BadOptions("argument.rng", given=shown(rng))


def check_view(view: object, kind: type, game: str) -> None:
    """Refuse what is no view of this game."""
    if not isinstance(view, kind):
        raise BadOptions("argument.view", game=game, given=shown(view))


def check_state(state: object, kind: type, game: str) -> None:
    """Refuse what is no state of this game."""
    if not isinstance(state, kind):
        raise BadOptions("argument.state", game=game, given=shown(state))


def check_kind(value: object, kind: type, key: str) -> None:
    """Refuse what is of another kind than the sentence says."""
    if not isinstance(value, kind):
        raise BadOptions(key, given=shown(value))


def whole_number(given: object) -> int | None:
    """A whole number, NumPy's too, as an int; None if it is none. A bool is none."""
    try:
        return None if isinstance(given, bool) else index(given)  # type: ignore[arg-type]
    except TypeError:
        return None
