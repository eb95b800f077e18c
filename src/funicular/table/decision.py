"""What comes of a command, as a value; and what everything that decides needs at hand."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from funicular.bots.levels import LEVELS
from funicular.core.errors import FunicularError, UnknownBot
from funicular.core.game import Deal
from funicular.lang import Param, Reader
from funicular.table.deals import proven_deal
from funicular.table.entries import (
    AnyEntry,
)
from funicular.table.presence import Presence
from funicular.table.table import Table
from funicular.table.text_safety import same_name


class CannotDo(FunicularError):
    """A command that is refused. `code` tells programs which kind of refusal it is."""

    def __init__(self, key: str, /, code: str, **params: Param) -> None:
        """Take the sentence, the code, and the sentence's values."""
        super().__init__(key, **params)
        self.code = code


class Chance(Struct, frozen=True):
    """Where what cannot be foreseen comes from."""

    # So many random bytes, in hex.
    secret: Callable[[int], str]
    # The cards of the next deal of the table's match.
    deal: Callable[[Table], Deal]


def proven(table: Table) -> Deal:
    """The cards as they follow from the table's seed and nonces."""
    return proven_deal(table.match, table.seed, table.nonces)


class Decision(Struct, frozen=True):
    """The result of a command: entries for the log, and a token for a person who sat down."""

    entries: tuple[AnyEntry, ...] = ()
    token: str | None = None


NOTHING = Decision()


def check_level(level: str) -> None:
    """Refuse a level with a budget of its own: a bot at a table does not think for an hour."""
    if level not in LEVELS:
        raise UnknownBot("bot.unknown", name=level, known=tuple(LEVELS))


class Deciding:
    """One command at one table: what every answer needs at hand."""

    def __init__(
        self,
        table: Table,
        presence: Presence,
        guest: str | None,
        chance: Chance,
        spent: float = 0.0,
    ) -> None:
        self.table = table
        self.presence = presence
        self.guest = guest
        self.chance = chance
        self.spent = spent
        self.seat = table.seat_of(guest)

    def bot_name(self, but: str, table: Table, seat: int | None = None) -> str:
        """A name that nobody here has. A bot that takes a bot's seat keeps its name."""
        if seat is not None and table.places[seat].kind == "bot":
            return table.places[seat].name
        taken = (but, *table.names)
        known = Reader(table.opened.lang).say("table.bot-names").split()
        return next(name for name in known if not any(same_name(name, each) for each in taken))

    # Who may.

    def by_host(self, entry: AnyEntry) -> Decision:
        """These entries, if the host asks for them."""
        self.check_host()
        return self.kept(entry)

    def kept(self, *entries: AnyEntry) -> Decision:
        """These entries."""
        return Decision(entries)

    def own_seat(self) -> int:
        """One's seat; refused to those who watch."""
        if self.seat is None:
            raise CannotDo("table.no-seat", "forbidden")
        return self.seat

    def dealt_seat(self) -> int:
        """One's seat; refused to a person who sat down while the deal was being played."""
        seat = self.own_seat()
        if self.table.waits_for_deal(seat):
            raise CannotDo("table.from-next-deal", "forbidden")
        return seat

    def check_host(self) -> None:
        """Refuse everybody but the host."""
        if self.guest != self.table.opened.host:
            raise CannotDo("table.host-only", "forbidden")
