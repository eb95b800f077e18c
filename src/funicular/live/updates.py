"""What has to be sent to whom: each connection what it sees, and only what it has not seen yet.

What is public is rendered once for each language, as JSON by field, and what is a seat's own once
for the seat: the message of a seat is the public fields with its own put in their places. The bytes
are those of the structs in `messages`. Connections that see the same, such as all who watch in one
language, are sent the same bytes.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Raw, Struct, structs

from funicular.core.card import Card
from funicular.core.wire import to_json
from funicular.live.connection import Connection
from funicular.live.messages import PROTOCOL, Welcome
from funicular.table.presence import Presence
from funicular.table.render import (
    OwnTable,
    addressed,
    own_deal,
    own_table,
    own_texts,
    public_table,
    show_deal,
    show_lines,
    show_table,
    what_public_table_shows,
)
from funicular.table.table import Table
from funicular.table.wire import Running

# A JSON object that is not joined yet.
Fields = dict[str, Any]
# Whose table and cards are shown to whom: seat, seat whose cards are seen, host, language.
Reads = tuple[int | None, int | None, bool, str]


def fields_of(struct: Struct, but: tuple[str, ...] = ()) -> Fields:
    """A struct as JSON by field, with its tag and without these fields."""
    config = struct.__struct_config__
    fields: Fields = {} if config.tag is None else {config.tag_field or "type": config.tag}
    for name in struct.__struct_fields__:
        if name not in but:
            fields[name] = Raw(to_json(getattr(struct, name)))
    return fields


def welcome(  # noqa: PLR0913 - a moment, and who looks at it
    table: Table,
    presence: Presence,
    running: tuple[Running, ...],
    *,
    guest: str | None,
    lang: str,
    seen: int,
) -> Welcome:
    """Everything as it is now; of chat and deal, what came after `seen`."""
    return Welcome(
        protocol=PROTOCOL,
        seq=table.seq,
        table=show_table(table, presence, guest, lang),
        deal=show_deal(table, table.seat_seen_by(guest), lang, table.told_at(seen)),
        said=show_lines(table, seen, lang),
        running=running,
    )


class PublicTables:
    """The table as all see it, in each language that is read here; rendered when it changes."""

    def __init__(self) -> None:
        """Begin with no language."""
        self._shown: tuple[object, ...] = ()
        self._fields: dict[str, Fields] = {}

    def fields(self, table: Table, presence: Presence, lang: str) -> Fields:
        """In this language: the very same object for as long as nothing has changed."""
        shown = what_public_table_shows(table, presence)
        if shown != self._shown:
            self._shown = shown
            self._fields = {
                each: self._changed(known, fields_of(public_table(table, presence, each)))
                for each, known in self._fields.items()
            }
        if lang not in self._fields:
            self._fields[lang] = fields_of(public_table(table, presence, lang))
        return self._fields[lang]

    def _changed(self, known: Fields, fields: Fields) -> Fields:
        return known if msgspec.json.encode(known) == msgspec.json.encode(fields) else fields

    def forget_unread(self, langs: set[str]) -> None:
        """Keep only the languages that are read here."""
        for lang in self._fields.keys() - langs:
            del self._fields[lang]


@lru_cache(maxsize=4096)
def _cards(cards: tuple[Card, ...]) -> Raw:
    """A hand as JSON: it is sent again and again while others play."""
    return Raw(to_json(cards))


class _PublicDeal:
    """The deal at hand as those see it who watch in one language."""

    def __init__(self, table: Table, lang: str, before: int) -> None:
        deal = show_deal(table, None, lang, before)
        assert deal is not None  # noqa: S101 - for the type checker: there are marks of it
        self._sight = fields_of(deal.sight)
        self._phrases = [told.event.phrase for told in deal.told]
        self._addressed = addressed(self._phrases)
        self._events = [Raw(to_json(told.event)) for told in deal.told]
        texts = tuple(told.text for told in deal.told)
        self.fields = fields_of(deal, but=("sight", "told")) | {
            "sight": self._sight,
            "told": self._told(texts),
        }

    def _told(self, texts: tuple[str, ...]) -> list[Fields]:
        told = zip(self._events, texts, strict=True)
        return [{"event": event, "text": text} for event, text in told]

    def seen_by(self, table: Table, seat: int, lang: str) -> Fields:
        """The same with what this seat alone sees; its hand is all that a sight hides.

        The dealing, which shows each seat its own hand, is not among the events here: all that
        follows it is the same to everybody, but for the words.
        """
        own = own_deal(table, seat)
        hand, dealt = _cards(own.hand), _cards(own.dealt)
        fields = self.fields | {
            "legal": own.legal,
            "turn": own.turn,
            "sight": self._sight | {"hand": hand, "dealt": dealt},
        }
        if seat in self._addressed:
            fields["told"] = self._told(own_texts(table, seat, lang, self._phrases))
        return fields


class Updates:
    """The updates of one moment."""

    def __init__(
        self,
        table: Table,
        presence: Presence,
        running: tuple[Running, ...],
        public: PublicTables,
    ) -> None:
        """Take the moment, and what is known of the moments before."""
        self._table = table
        self._presence = presence
        self._running = running
        self._public = public
        self._public_fields: dict[str, Fields] = {}
        self._own: dict[Reads, OwnTable] = {}
        self._deals: dict[tuple[str, int], _PublicDeal] = {}
        self._written: dict[tuple[object, ...], bytes] = {}

    def note(self, connection: Connection) -> None:
        """A connection that was just welcomed has seen all of this."""
        table = self._table
        seat = table.seat_seen_by(connection.guest)
        self._note(connection, seat, self._fields(connection), self._own_of(connection, seat))

    def send(self, connection: Connection) -> None:
        """Send a connection what has changed for it, if anything has."""
        table = self._table
        # Whose cards they see: not always those of the seat they have.
        seat = table.seat_seen_by(connection.guest)
        fields, own = self._fields(connection), self._own_of(connection, seat)
        known = connection.own
        moved = seat != connection.seat or known is None or own.you != known.you
        dealt = bool(table.marks) and (moved or table.marks[-1][0] > connection.seen)
        before = 0 if moved else table.told_at(connection.seen)
        said = show_lines(table, connection.seen, connection.lang)
        changed = fields is not connection.public or own != known
        if changed or dealt or said:
            reads = (own.you, seat, own.host, connection.lang)
            key = (reads, changed, before if dealt else None, len(said))
            if key not in self._written:
                message: Fields = {"type": "update", "seq": table.seq}
                if changed:
                    message["table"] = fields | structs.asdict(own)
                if dealt:
                    message["deal"] = self._deal(seat, connection.lang, before)
                if said:
                    message["said"] = said
                if self._running:
                    message["running"] = self._running
                self._written[key] = msgspec.json.encode(message)
            connection.send_bytes(self._written[key])
        self._note(connection, seat, fields, own)

    def _note(
        self, connection: Connection, seat: int | None, fields: Fields, own: OwnTable
    ) -> None:
        connection.seat, connection.seen = seat, self._table.seq
        connection.public, connection.own = fields, own

    def _fields(self, connection: Connection) -> Fields:
        lang = connection.lang
        if lang not in self._public_fields:
            self._public_fields[lang] = self._public.fields(self._table, self._presence, lang)
        return self._public_fields[lang]

    def _own_of(self, connection: Connection, seat: int | None) -> OwnTable:
        table, guest = self._table, connection.guest
        reads = (table.seat_of(guest), seat, guest == table.opened.host, connection.lang)
        if reads not in self._own:
            self._own[reads] = own_table(table, guest, connection.lang)
        return self._own[reads]

    def _deal(self, seat: int | None, lang: str, before: int) -> Fields | Raw:
        """The deal as this seat sees it: as all do, with its own fields in their places."""
        if seat is not None and before == 0:
            # The first event is the dealing, which differs from seat to seat.
            return Raw(to_json(show_deal(self._table, seat, lang, 0)))
        if (lang, before) not in self._deals:
            self._deals[lang, before] = _PublicDeal(self._table, lang, before)
        public = self._deals[lang, before]
        return public.fields if seat is None else public.seen_by(self._table, seat, lang)
