"""A person's traces taken out of the store: their name, their face and their chat.

A person is known by name only. At a table, everyone who ever had that name there is meant, with all
other names they had at that table and all they said; elsewhere nothing links their names. Each gets
a neutral name that is free there. What others wrote stays, even if it mentions the name.

The rows keep their numbers and everything else: moves, cards and points are not touched, and
neither is the proof that the cards were not chosen. A profile of that name is deleted, with its
results and ratings.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator
from itertools import count

from msgspec import Struct, UnsetType
from msgspec.structs import replace

from funicular.core.errors import BadRecord
from funicular.core.record import Record
from funicular.core.wire import from_json
from funicular.lang import Reader
from funicular.store.inventory import RECORDS_AT_ONCE, Inventory
from funicular.store.open import Store
from funicular.store.profiles import delete_profile, profile_of_shape
from funicular.store.validation import table_of
from funicular.table.entries import AnyEntry, BotSeated, Renamed, Said, Seated, TableOpened, Vacated
from funicular.table.log_format import read_entry, write_entry
from funicular.table.text_safety import folded, name_shape, same_name

PAGE = 64
# How often the tables are searched, should the person go on talking meanwhile.
MOST_PASSES = 3


class TableErased(Struct):
    """What was changed at a table."""

    table: str
    names: int = 0
    lines: int = 0
    # The names that they had there, as names are compared.
    had: frozenset[str] = frozenset()


class Erased(Struct):
    """What was changed in all."""

    tables: list[TableErased] = []
    records: list[str] = []
    # The names of profiles that were deleted.
    profiles: list[str] = []
    # Tables with rows that cannot be read, which were left as they are.
    damaged: list[str] = []


class _People:
    """Who sits where and who had the name, as a log is read."""

    def __init__(self, name: str, meant: set[str]) -> None:
        self._name = name
        self.meant = meant
        self.names: set[str] = set()
        self._had: dict[str, set[str]] = {}
        self.lang = "en"
        self._seats: dict[int, str] = {}

    def read(self, entry: AnyEntry) -> None:
        """Go on by one entry."""
        match entry:
            case TableOpened():
                self.lang = entry.lang
            case Seated(seat, guest, name):
                self._seats[seat] = guest
                self._named(guest, name)
            case Renamed(seat, name):
                self._named(self._seats.get(seat, ""), name)
            case BotSeated(seat, name):
                self._seats.pop(seat, None)
                self.names.add(folded(name))
            case Vacated(seat):
                self._seats.pop(seat, None)

    def is_meant(self, seat: int) -> bool:
        """Whether the person in this seat is the one."""
        return self._seats.get(seat) in self.meant

    def guest_at(self, seat: int) -> str:
        """Who is in this seat."""
        return self._seats.get(seat, "")

    @property
    def had(self) -> frozenset[str]:
        """All names of those who are meant."""
        return frozenset(name for guest in self.meant for name in self._had.get(guest, ()))

    def _named(self, guest: str, name: str) -> None:
        self._had.setdefault(guest, set()).add(folded(name))
        if same_name(name, self._name):
            self.meant.add(guest)
        self.names.add(folded(name))


async def erase(
    store: Store, name: str, *, only: Collection[str] | None = None, dry_run: bool = False
) -> Erased:
    """Erase the traces of this name, at all tables or at these only; return what was changed."""
    erased = Erased()
    wanted = None if only is None else list(only)
    last = ""
    while True:
        async with store.inventory() as found:
            page = await found.tables(after=last, most=PAGE, only=wanted)
        if not page:
            break
        last = page[-1].id
        for each in page:
            await _erase_at(store, each.id, name, erased, dry_run=dry_run)
    await _erase_in_records(store, name, only, erased, dry_run=dry_run)
    if only is None:
        await _erase_profile(store, name, erased, dry_run=dry_run)
    if not dry_run:
        # Results of challenges stay, without the name.
        await store.rename_attempts([each.table for each in erased.tables], "")
    return erased


async def _erase_profile(store: Store, name: str, erased: Erased, *, dry_run: bool) -> None:
    """Delete the profile of this name, with its results and ratings."""
    found = await store.look_up(lambda: profile_of_shape(name_shape(name)))
    if found is None or not same_name(found.name, name):
        return
    erased.profiles.append(found.name)
    if not dry_run:
        # As if signed now, so that a request of before cannot make it again.
        signed = max(found.signed + 1, time.time_ns() // 1_000_000)
        await store.change(lambda: delete_profile(found.id, signed))


async def _erase_at(store: Store, table: str, name: str, erased: Erased, *, dry_run: bool) -> None:
    meant: set[str] = set()
    neutral: dict[str, str] = {}
    counted = TableErased(table)
    for _ in range(MOST_PASSES):
        try:
            async with store.inventory() as found:
                people = _People(name, meant)
                async for row in found.every_row(table):
                    people.read(read_entry(row.body))
                counted.had = counted.had or people.had
                _choose_names(people, neutral)
                bodies = await _erased_rows(found, table, meant, neutral, counted) if meant else {}
        except BadRecord:
            erased.damaged.append(table)
            return
        if bodies and not dry_run:
            await store.revise(table, bodies)
        if not bodies or dry_run:
            break
    if counted.names or counted.lines:
        erased.tables.append(counted)


async def _erased_rows(
    found: Inventory, table: str, meant: set[str], neutral: dict[str, str], counted: TableErased
) -> dict[int, bytes]:
    """The rows that change, as they are to be."""
    seats = _People("", meant)
    bodies: dict[int, bytes] = {}
    async for row in found.every_row(table):
        entry = read_entry(row.body)
        seats.read(entry)
        changed = _erased(entry, seats, neutral)
        if changed is not None:
            bodies[row.seq] = write_entry(changed)
            if isinstance(changed, Said):
                counted.lines += 1
            else:
                counted.names += 1
    return bodies


def _erased(entry: AnyEntry, seats: _People, neutral: dict[str, str]) -> AnyEntry | None:
    """The entry without the person; None if they are not in it, or not any more."""
    if not isinstance(entry, Seated | Renamed | Said) or not seats.is_meant(entry.seat):
        return None
    if isinstance(entry, Said):
        return replace(entry, text="") if entry.text else None
    name = neutral[seats.guest_at(entry.seat)]
    cleared = replace(entry, name=name, face=None)
    return None if cleared == entry else cleared


def _choose_names(people: _People, chosen: dict[str, str]) -> None:
    """A name for each who is meant and has none yet, that nobody else had at this table."""
    word = Reader(people.lang).say("admin.neutral-name")
    taken = set(people.names)
    for guest in sorted(people.meant - chosen.keys()):
        chosen[guest] = next(free for free in _numbered(word) if folded(free) not in taken)
        taken.add(folded(chosen[guest]))


async def _erase_in_records(
    store: Store, name: str, only: Collection[str] | None, erased: Erased, *, dry_run: bool
) -> None:
    # At a table they may have had other names as well.
    names = {each.table: each.had for each in erased.tables}
    last = ""
    while True:
        async with store.inventory() as found:
            page = await found.records(after=last, most=RECORDS_AT_ONCE)
        if not page:
            return
        last = page[-1][0]
        for record_name, body in page:
            table = table_of(record_name)
            meant = {folded(name), *names.get(table, ())}
            ours = only is None or table in only
            changed = _erased_record(body, meant) if ours and body else None
            if changed is None:
                continue
            erased.records.append(record_name)
            if not dry_run:
                await store.revise_record(record_name, changed)


def _erased_record(body: bytes, meant: set[str]) -> bytes | None:
    try:
        record = from_json(body, Record)
    except BadRecord:
        return None
    seating = () if isinstance(record.seating, UnsetType) else record.seating
    names = dict.fromkeys((*record.players, *(each.name for each in seating)))
    taken = {folded(each) for each in names}
    if not taken & meant:
        return None
    word = Reader("en").say("admin.neutral-name")
    neutral: dict[str, str] = {}
    for each in names:
        if folded(each) in meant:
            neutral[each] = next(free for free in _numbered(word) if folded(free) not in taken)
            taken.add(folded(neutral[each]))
    changed = replace(record, players=tuple(neutral.get(each, each) for each in record.players))
    if seating:
        renamed = (replace(each, name=neutral.get(each.name, each.name)) for each in seating)
        changed = replace(changed, seating=tuple(renamed))
    return changed.to_json().encode()


def _numbered(word: str) -> Iterator[str]:
    """The word, then the word with 2, 3, … behind it."""
    yield word
    for number in count(2):
        yield f"{word} {number}"
