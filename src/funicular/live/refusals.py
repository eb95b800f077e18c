"""What the server itself refuses, and the code that each refusal has for programs."""

from __future__ import annotations

import math

from funicular.core.errors import BadText, FunicularError, IllegalMove
from funicular.lang import Param, Phrase
from funicular.store.log import Conflict, StoreFailed, TableGone, Unsure
from funicular.table.decision import CannotDo
from funicular.table.log_format import NewerLog

# Up to here a wait is told in seconds.
IN_SECONDS = 90

SENTENCES = {
    "messages": "serve.limit.messages",
    "requests": "serve.limit.requests",
    "sockets": "serve.limit.sockets",
    "open": "serve.limit.open",
    "tables": "serve.limit.tables",
    "records": "serve.limit.records",
    "bytes": "serve.limit.bytes",
    "profiles": "serve.limit.profiles",
    "reviews": "serve.limit.reviews",
    "judged": "serve.limit.judged",
    "guesses": "serve.limit.guesses",
    "hints": "serve.limit.hints",
}


class Refusal(FunicularError):
    """A message, or a visitor, that the server does not take."""

    # Seconds after which the same may be asked again, where that is known.
    wait: int | None = None

    def __init__(self, code: str, key: str, /, **params: Param) -> None:
        """Take the code, the sentence and its values."""
        super().__init__(key, **params)
        self.code = code


class TooFast(Refusal):
    """Asked to wait: `wait` whole seconds."""

    def __init__(self, what: str, seconds: float) -> None:
        """Take what there was too much of, and when there may be more."""
        self.wait = max(1, math.ceil(seconds))
        super().__init__("too-fast", SENTENCES[what], wait=_until(self.wait))


class Busy(Refusal):
    """The server has too much to do: come again in `wait` whole seconds."""

    def __init__(self, seconds: int) -> None:
        """Take when to come again."""
        self.wait = seconds
        super().__init__("busy", "serve.overloaded", wait=_until(seconds))


def _until(seconds: int) -> Phrase:
    if seconds <= IN_SECONDS:
        return Phrase.of("serve.wait.seconds", n=seconds)
    return Phrase.of("serve.wait.minutes", n=math.ceil(seconds / 60))


def code_of(error: FunicularError) -> str:
    """Which kind of refusal this is."""
    match error:
        case Refusal() | CannotDo() | NewerLog():
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
