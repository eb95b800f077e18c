"""What has to be sent to whom: each connection what it sees, and only what it has not seen yet.

What is public is written once for each language, with holes for what is a seat's own; the message
of a seat is that with the holes filled. The bytes are those of the structs in `messages`.
Connections that see the same, such as all who watch in one language, are sent the same bytes.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Raw, Struct, structs
from msgspec.structs import replace

from funicular.core.card import Card
from funicular.core.wire import to_json
from funicular.live.connection import Connection
from funicular.live.messages import PROTOCOL, Welcome
from funicular.table.presence import Presence
from funicular.table.render import (
    OwnFlags,
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
from funicular.table.wire import Running, TableShown

# JSON with holes: what comes before, between and after them.
Parts = tuple[bytes, ...]
# Stands in a struct for what is a seat's own. JSON never has this byte, not even within a text.
MARK = b"\0"
# Of any type, to go into any field.
HOLE: Any = Raw(MARK)

# Of what has no cards in it.
encode = msgspec.json.encode


def with_holes(value: object) -> Parts:
    """A value as JSON, with a hole for every `HOLE` in it."""
    return tuple(to_json(value).split(MARK))


def filled(parts: Parts, *own: bytes) -> list[bytes]:
    """The JSON with this in its holes, in pieces to be joined."""
    pieces = [b""] * (2 * len(own) + 1)
    pieces[::2], pieces[1::2] = parts, own
    return pieces


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
    """The table as all see it, in each language that is read here; written when it changes."""

    def __init__(self) -> None:
        """Begin with no language."""
        self._shown: tuple[object, ...] = ()
        self._written: dict[str, Parts] = {}
        self._flags: OwnFlags | None = None

    def parts(self, table: Table, presence: Presence, lang: str) -> Parts:
        """In this language: the very same object for as long as nothing has changed."""
        shown = what_public_table_shows(table, presence)
        if shown != self._shown:
            self._shown = shown
            for each, known in self._written.items():
                new = _table_parts(public_table(table, presence, each))
                if new != known:
                    self._written[each] = new
        if lang not in self._written:
            self._written[lang] = _table_parts(public_table(table, presence, lang))
        return self._written[lang]

    def flags(self, table: Table) -> OwnFlags:
        """What seats may do at this table, worked out as far as it has changed."""
        if self._flags is None or self._flags.table is not table:
            self._flags = OwnFlags(table, self._flags)
        return self._flags

    def forget_unread(self, langs: set[str]) -> None:
        """Keep only the languages that are read here."""
        for lang in self._written.keys() - langs:
            del self._written[lang]


def _table_parts(table: TableShown) -> Parts:
    return with_holes(replace(table, **dict.fromkeys(OwnTable.__struct_fields__, HOLE)))


@lru_cache(maxsize=4096)
def _cards(cards: tuple[Card, ...]) -> bytes:
    """A hand as JSON: it is sent again and again while others play."""
    return to_json(cards)


class _PublicDeal:
    """The deal at hand as those see it who watch in one language."""

    def __init__(self, table: Table, lang: str, before: int) -> None:
        deal = show_deal(table, None, lang, before)
        assert deal is not None  # noqa: S101 - for the type checker: there are marks of it
        sight = replace(deal.sight, hand=HOLE, dealt=HOLE)
        self._deal = with_holes(replace(deal, legal=HOLE, turn=HOLE, sight=sight, told=HOLE))
        self._told = with_holes([replace(told, text=HOLE) for told in deal.told])
        self._phrases = [told.event.phrase for told in deal.told]
        self._addressed = addressed(self._phrases)
        # What all are told who are not spoken of.
        self._usual = b"".join(filled(self._told, *[encode(told.text) for told in deal.told]))

    def seen_by(self, table: Table, seat: int | None, lang: str) -> list[bytes]:
        """The deal with what this seat alone sees; its hand is all that a sight hides.

        The dealing, which shows each seat its own hand, is not among the events here: all that
        follows it is the same to everybody, but for the words.
        """
        if seat is None:
            return filled(self._deal, b"[]", b"0", b"[]", b"[]", self._usual)
        own, told = own_deal(table, seat), self._usual
        if seat in self._addressed:
            texts = own_texts(table, seat, lang, self._phrases)
            told = b"".join(filled(self._told, *map(encode, texts)))
        hands = _cards(own.hand), _cards(own.dealt)
        return filled(self._deal, encode(own.legal), encode(own.turn), *hands, told)


class _Seen(Struct, frozen=True):
    """What a guest sees at this moment."""

    # The seat whose cards they see: not always that of the seat they have.
    seat: int | None
    public: Parts
    own: OwnTable


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
        self._flags = public.flags(table)
        self._last_line = table.lines[-1].seq if table.lines else 0
        self._public = public
        self._public_parts: dict[str, Parts] = {}
        self._seen: dict[tuple[str | None, str], _Seen] = {}
        self._before: dict[int, int] = {}
        self._deals: dict[tuple[str, int], _PublicDeal] = {}
        self._written: dict[tuple[object, ...], bytes] = {}

    def note(self, connection: Connection) -> None:
        """A connection that was just welcomed has seen all of this."""
        seen = self._seen_by(connection.guest, connection.lang)
        connection.seat, connection.seen = seen.seat, self._table.seq
        connection.public, connection.own = seen.public, seen.own

    def send(self, connection: Connection) -> None:
        """Send a connection what has changed for it, if anything has."""
        table, lang = self._table, connection.lang
        seen = self._seen_by(connection.guest, lang)
        seat, own, known = seen.seat, seen.own, connection.own
        moved = seat != connection.seat or known is None or own.you != known.you
        dealt = bool(table.marks) and (moved or table.marks[-1][0] > connection.seen)
        before = None
        if dealt:
            before = 0 if moved else self._before.get(connection.seen)
            if before is None:
                before = self._before[connection.seen] = table.told_at(connection.seen)
        said = show_lines(table, connection.seen, lang) if self._last_line > connection.seen else ()
        changed = seen.public is not connection.public or own != known
        if changed or dealt or said:
            key = (own.you, seat, own.host, lang, changed, before, len(said))
            if key not in self._written:
                message = [b'{"type":"update","seq":%d' % table.seq]
                if changed:
                    shown = filled(seen.public, *map(encode, structs.astuple(own)))
                    message += [b',"table":', *shown]
                if before is not None:
                    message += [b',"deal":', *self._deal(seat, lang, before)]
                if said:
                    message += [b',"said":', encode(said)]
                if self._running:
                    message += [b',"running":', encode(self._running)]
                self._written[key] = b"".join((*message, b"}"))
            connection.send_bytes(self._written[key])
        connection.seat, connection.seen = seat, table.seq
        connection.public, connection.own = seen.public, own

    def _seen_by(self, guest: str | None, lang: str) -> _Seen:
        key = guest, lang
        if key not in self._seen:
            if lang not in self._public_parts:
                self._public_parts[lang] = self._public.parts(self._table, self._presence, lang)
            seat = self._table.seat_of(guest)
            seen = self._table.seat_seen_by(guest)
            own = own_table(self._flags, guest, seat, seen, lang)
            self._seen[key] = _Seen(seen, self._public_parts[lang], own)
        return self._seen[key]

    def _deal(self, seat: int | None, lang: str, before: int) -> list[bytes]:
        """The deal as this seat sees it: as all do, with its own fields in their places."""
        if seat is not None and before == 0:
            # The first event is the dealing, which differs from seat to seat.
            return [to_json(show_deal(self._table, seat, lang, 0))]
        if (lang, before) not in self._deals:
            self._deals[lang, before] = _PublicDeal(self._table, lang, before)
        return self._deals[lang, before].seen_by(self._table, seat, lang)
