"""What all are shown of a table is made anew whenever anything that it is made from changes."""

from __future__ import annotations

from collections.abc import Callable

from funicular.table import commands as ask
from funicular.table.presence import Presence
from funicular.table.render import public_table, what_public_table_shows
from funicular.table.table import Table
from tests.table.sitting import HOST, AtTable

# The game follows from `opened`; the matches that are over change with `finished`.
FOLLOW = {"game", "played"}
read: set[str] = set()


class Watched(Table, frozen=True):
    """A table that notes which of its fields are read."""

    def __getattribute__(self, name: str) -> object:
        read.add(name)
        return super().__getattribute__(name)


def fields_read(look: Callable[[Table], object], table: Table) -> set[str]:
    fields = {name: getattr(table, name) for name in table.__struct_fields__}
    watched = Watched(**fields)
    read.clear()
    look(watched)
    return read & set(Table.__struct_fields__)


def tables() -> list[Table]:
    """One before the match, in a deal, after it, and after the match."""
    at = AtTable(deals=2)
    at.sit("Zoé", HOST)
    found = [at.table]
    at.do(HOST, ask.Start())
    found.append(at.table)
    at.finish_deal()
    found.append(at.table)
    at.do(HOST, ask.Ready())
    at.finish_deal()
    found.append(at.table)
    assert [each.phase for each in found] == ["gathering", "playing", "scored", "over"]
    return found


def test_every_field_that_all_are_shown_is_compared() -> None:
    """If this fails, name the field in `what_public_table_shows` (`table/render.py`)."""
    presence = Presence()
    for table in tables():
        shown = fields_read(lambda each: public_table(each, presence, "en"), table)
        compared = fields_read(lambda each: what_public_table_shows(each, presence), table)
        assert shown - compared <= FOLLOW, shown - compared
