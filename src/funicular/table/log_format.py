"""How an entry is written into a row of the log and read back, by older and newer programs alike.

A row is the JSON of one entry. Its tag `t` says which kind it is. `v` is the version of the log
format that has this entry; version 1, that of release 0.1.0, is never written. Servers of two
releases may write to one log, so a program only marks what an older one cannot read:

    {"t": "reacted", "seat": 2, "reaction": "party", "v": 2, "skip": true}

A program reads every version up to its own. Of a newer entry it reads past those that may be
skipped, because they change nothing that matters to the game; at any other it stops, with a
sentence that says which version is needed. Fields that it does not know are ignored.
"""

from __future__ import annotations

from typing import cast

from msgspec import Struct

from funicular.core.errors import BadRecord
from funicular.core.wire import from_json, to_json
from funicular.table.entries import AnyEntry, Entry, KnownEntry, ReadPast

# The newest version that this program reads and writes. Count it up when an entry is added that
# older programs cannot read: a new kind, or a new value of a field that has only some values.
LOG_VERSION = 1

# A quick look before the whole row is read twice. In a string the quotation mark would be escaped.
MARK = b'"v":'


class NewerLog(BadRecord):
    """An entry of a newer version that must not be read past."""

    # As for a damaged log: to a player it makes no difference.
    code = "damaged"

    def __init__(self, version: int) -> None:
        """Take the version that is needed."""
        super().__init__("table.newer-log", version=version, known=LOG_VERSION)
        self.version = version


class _EntryHead(Struct, frozen=True):
    """What every entry of every version has."""

    t: str
    v: int = 1
    skip: bool = False


def write_entry(entry: Entry | ReadPast) -> bytes:
    """The entry as the body of a row."""
    if not isinstance(entry, Entry):
        message = f"an entry that was read past is not written: {entry.kind}"
        raise TypeError(message)
    body = to_json(entry)
    # Most kinds say nothing of it, and are of the first version.
    if type(entry).version is Entry.version or entry.version == 1:
        return body
    skip = b',"skip":true' if entry.may_be_skipped else b""
    return b'%b,"v":%d%b}' % (body[:-1], entry.version, skip)


def read_entry(body: bytes) -> AnyEntry:
    """The entry in the body of a row; `NewerLog` or `BadRecord` says why there is none."""
    if MARK in body:
        head = from_json(body, _EntryHead)
        if head.v > LOG_VERSION:
            if not head.skip:
                raise NewerLog(head.v)
            return ReadPast(head.t, head.v)
    return from_json(body, cast("type[KnownEntry]", KnownEntry))
