"""Entries in rows: what is written, what is read past, and what is refused in a sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from funicular.core.errors import BadRecord
from funicular.lang import Reader
from funicular.table import commands as ask
from funicular.table import log_format
from funicular.table.entries import Entry, KnownEntry, Moved, Reacted, ReadPast, Said
from funicular.table.log_format import NewerLog, read_entry, write_entry
from tests.table.sitting import HOST, AtTable

# What a schema calls things by, which may change.
NAMES = {"title", "description"}
VERSION_1 = Path(__file__).parent / "log_version_1.json"
# Versions of releases to come.
NEXT, LATER = log_format.LOG_VERSION + 1, log_format.LOG_VERSION + 2


class Party(Reacted, frozen=True, tag="party"):
    """A kind of entry that comes with the next version; who does not know it misses nothing."""

    @property
    def version(self) -> int:
        return NEXT

    @property
    def may_be_skipped(self) -> bool:
        return True


class Swapped(Entry, frozen=True, tag="swapped"):
    """One that comes later still and changes the game."""

    seat: int
    # In an old row of this kind, which a release wrote before there was this field.
    other: int = 0

    @property
    def version(self) -> int:
        return LATER


def test_entries_of_version_1_carry_no_version() -> None:
    assert write_entry(Moved(2, "bid 3")) == b'{"t":"moved","seat":2,"move":"bid 3"}'


def test_newer_entries_say_which_version_they_need() -> None:
    party = write_entry(Party(1, "bravo"))
    assert party == b'{"t":"party","seat":1,"reaction":"bravo","v":%d,"skip":true}' % NEXT
    assert write_entry(Swapped(1)) == b'{"t":"swapped","seat":1,"v":%d}' % LATER


def test_a_newer_entry_that_may_be_skipped_is_read_past() -> None:
    at = AtTable()
    at.sit("Zoé", HOST)
    before = at.table
    entry = read_entry(write_entry(Party(0, "bravo")))
    assert entry == ReadPast("party", NEXT)
    at.write(entry)
    assert at.table.seq == before.seq + 1
    assert msgspec.structs.replace(at.table, seq=before.seq) == before
    # And the game goes on after it.
    at.do(HOST, ask.Say("still here"))
    assert at.table.lines[-1].seq == at.table.seq


@pytest.mark.parametrize(
    ("lang", "words"), [("en", "needs log version {}"), ("fr", "demande la version {}")]
)
def test_a_newer_entry_that_matters_is_refused_in_a_sentence(lang: str, words: str) -> None:
    with pytest.raises(NewerLog) as refused:
        read_entry(write_entry(Swapped(1)))
    assert refused.value.version == LATER
    assert words.format(LATER) in refused.value.say(Reader(lang))


def test_a_program_that_knows_the_version_reads_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_format, "LOG_VERSION", LATER)
    monkeypatch.setattr(log_format, "KnownEntry", KnownEntry | Party | Swapped)
    for entry in (Party(1, "bravo"), Swapped(1), Moved(0, "pass")):
        assert read_entry(write_entry(entry)) == entry


def test_an_old_row_gets_what_its_absence_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_format, "LOG_VERSION", LATER)
    monkeypatch.setattr(log_format, "KnownEntry", KnownEntry | Swapped)
    entry: Entry | ReadPast = read_entry(b'{"t":"swapped","seat":1,"v":%d}' % LATER)
    assert entry == Swapped(1, other=0)


def test_fields_that_are_not_known_are_ignored() -> None:
    assert read_entry(b'{"t":"moved","seat":2,"move":"pass","mood":"bold"}') == Moved(2, "pass")


@pytest.mark.parametrize(
    "body", [b'{"t":"swapped","seat":1}', b'{"t":"mov', b"", b"[]", b'{"v":1}']
)
def test_what_no_version_has_written_is_damaged_not_newer(body: bytes) -> None:
    with pytest.raises(BadRecord) as refused:
        read_entry(body)
    assert not isinstance(refused.value, NewerLog)


@pytest.mark.parametrize("text", ['"v":9', '{"v":9,"t":"x"}', "\\"])
def test_what_people_say_is_no_version(text: str) -> None:
    assert read_entry(write_entry(Said(0, text))) == Said(0, text)


def test_what_was_read_past_is_not_written() -> None:
    with pytest.raises(TypeError):
        write_entry(ReadPast("party", NEXT))


def fields_by_tag() -> dict[str, Any]:
    """The fields of every kind of entry that says no version, by tag: no names of ours."""
    _, defined = msgspec.json.schema_components(
        KnownEntry.__args__, schema_hook=lambda _: {"type": "string"}
    )

    def plain(schema: Any) -> Any:  # noqa: ANN401 - JSON
        if isinstance(schema, list):
            return [plain(each) for each in schema]
        if not isinstance(schema, dict):
            return schema
        if "$ref" in schema:
            return plain(defined[schema["$ref"].rpartition("/")[2]])
        return {key: plain(schema[key]) for key in sorted(schema) if key not in NAMES}

    found = {}
    for kind in KnownEntry.__args__:
        if kind.version is Entry.version:
            schema = plain(defined[kind.__name__])
            found[schema["properties"]["t"]["enum"][0]] = schema
    return dict(sorted(found.items()))


def test_nothing_is_new_in_version_1() -> None:
    """A server of 0.1.0 reads what we write without a version.

    If this fails, a kind of entry or a value was added that older servers refuse. Override
    `version` (and `may_be_skipped`) in the entry, and count up `LOG_VERSION`. A field with a
    default that older servers may ignore is no reason: write it into the file as well.
    """
    pinned = msgspec.json.decode(VERSION_1.read_bytes())
    assert {tag: pinned.get(tag) for tag in fields_by_tag()} == fields_by_tag()
    assert pinned.keys() <= {kind.__struct_config__.tag for kind in KnownEntry.__args__}
