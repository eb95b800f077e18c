"""What the server itself refuses, and the code that each refusal has for programs."""

from __future__ import annotations

from funicular.core.errors import BadText, FunicularError, IllegalMove
from funicular.lang import Param
from funicular.store.log import Conflict, StoreFailed, TableGone, Unsure
from funicular.table.decide import CannotDo


class Refusal(FunicularError):
    """A message, or a visitor, that the server does not take."""

    # Seconds after which the same may be asked again, where that is known.
    wait: int | None = None

    def __init__(self, code: str, key: str, /, **params: Param) -> None:
        """Take the code, the sentence and its values."""
        super().__init__(key, **params)
        self.code = code


def code_of(error: FunicularError) -> str:
    """Which kind of refusal this is."""
    match error:
        case Refusal() | CannotDo():
            return error.code
        case IllegalMove() | BadText():
            return "illegal"
        case TableGone():
            return "no-table"
        case Unsure():
            return "unsure"
        case StoreFailed() | Conflict():
            return "busy"
    return "unknown"


def for_people(error: FunicularError) -> FunicularError:
    """The refusal as a player should hear it: what ails the disk is for the log."""
    match error:
        case Unsure():
            return Refusal("unsure", "serve.unsure")
        case StoreFailed() | Conflict():
            return Refusal("busy", "serve.busy")
    return error
