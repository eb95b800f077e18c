"""Reading options that a caller, a record or a form gives by name.

Each game describes what may be said as a struct whose fields are all optional (a `Given`); the
sentence `option.GAME.NAME` of the catalogue says to a person what the option is and may be.
"""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from funicular.core.errors import BadOptions, shown
from funicular.lang import Phrase

# Options as a caller, a record or a form gives them. What each may be is for its game to say.
OptionsByName = dict[str, Any]


class Given(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Options as given: every field may be missing."""


G = TypeVar("G", bound=Given)


def read_options(given: OptionsByName, kind: type[G], *, game: str) -> G:
    """Read options strictly; `BadOptions` names the unknown or ill-typed one."""
    types = _types(kind)
    values = {}
    for name, value in given.items():
        if name not in types:
            raise BadOptions("options.unknown", name=name, known=tuple(types))
        try:
            values[name] = msgspec.convert(value, types[name])
        except (msgspec.ValidationError, UnicodeEncodeError) as error:
            about = Phrase.of(f"option.{game}.{name}")
            raise BadOptions("options.value", name=name, value=shown(value), about=about) from error
    return kind(**values)


@cache
def _types(kind: type[Given]) -> dict[str, object]:
    """The type of each option; msgspec works it out from the annotations, which takes a while."""
    return {field.name: field.type for field in msgspec.structs.fields(kind)}


def check_seats(seats: object, allowed: range, *, game: str) -> None:
    """Refuse a number of players that the game is not for."""
    if type(seats) is not int or seats not in allowed:
        raise BadOptions(
            "options.seats", game=game, low=allowed[0], high=allowed[-1], given=shown(seats)
        )
