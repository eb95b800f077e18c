"""Matches that are over, to be watched again: those of our tables, and records people bring.

A replay is named `TABLE-3`, the third match of a table, or by the hash of its record. Records come
from anywhere, so they are played again by the rules before anything is kept, and none may ask for
more than an evening's work.

Whatever takes work is done in a pool, once: matches and answers are kept. A request whose client
has gone is given up.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from msgspec import Struct, UnsetType
from msgspec.structs import replace
from starlette.responses import Response
from starlette.routing import Route

from funicular.bots.levels import LEVELS
from funicular.core.errors import BadRecord, FunicularError, shown
from funicular.core.match import Match
from funicular.core.record import (
    LONGEST_RECORDED_NAME,
    DealProof,
    Record,
    Seating,
    parse_record,
)
from funicular.games.records import replay_record
from funicular.lang import Reader
from funicular.live.admission.causes import Cause
from funicular.live.admission.worker_pool import go_on
from funicular.live.archive import NUMBER, Archive
from funicular.live.refusals import Refusal, code_of
from funicular.live.room_context import Pools
from funicular.table.replay import AnyFilm, film, films, parts_of_film
from funicular.table.seating import SeatChange, seating_told
from funicular.table.static_table import proof_of, show_still, still_table
from funicular.table.text_safety import is_plain_name
from funicular.table.wire import TableShown
from funicular.web.causes import cause_of
from funicular.web.guards.rate_limit import count, guessing
from funicular.web.played_records import PlayedRecords
from funicular.web.response_cache import CachedResponse, ResponseCache, packed, piece_of, sent
from funicular.web.responses import answer, asked_language, body_of, refusal, while_there
from funicular.web.services import services

if TYPE_CHECKING:
    from starlette.requests import Request

LONGEST_RECORD = 2 * 1024 * 1024
# Twice the longest match that any preset can have; a few void deals of 600 turns may come on top.
MOST_DEALS = 100
MOST_MOVES = 12_000
# How much of the hash names a record: no two will ever share 96 bits.
NAME_DIGITS = 24
# Refusals that say nothing about whether there is such a replay.
LATER = ("busy", "unsure", "too-slow", "damaged")


class DealListed(Struct, frozen=True):
    """A deal of a replay, before one looks into it."""

    number: int
    # How many moves it had.
    moves: int
    points: tuple[int, ...] | None
    void: bool


class ReplayShown(Struct, frozen=True):
    """`GET /api/replays/ID`: everything but the deals, which `GET /api/replays/ID/deals/N` has."""

    id: str
    players: tuple[str, ...]
    # The table at the end, as a spectator sees it.
    table: TableShown
    deals: tuple[DealListed, ...]
    # None where the record has none, because it comes from elsewhere.
    proof: DealProof | None
    # Who sat down, left and was replaced, in words and in order.
    seating: tuple[SeatChange, ...] = ()


class Kept(Struct, frozen=True):
    """What `POST /api/replays` answers."""

    id: str


class Replay(Struct, frozen=True):
    """A match to be watched, and the record it comes from."""

    record: Record
    match: Match


def show_replay(name: str, replay: Replay, lang: str) -> ReplayShown:
    """The replay of this name, in this language."""
    match, record = replay.match, replay.record
    still = still_table(name, match, record.players, bots=_bots(record))
    what_if = None if isinstance(record.what_if, UnsetType) else record.what_if
    table = replace(show_still(still, lang), what_if=what_if)
    if table.result is not None:
        table = replace(table, result=replace(table.result, replay=name))
    return ReplayShown(
        id=name,
        players=record.players,
        table=table,
        deals=tuple(
            DealListed(number, len(state.history), state.points, state.void)
            for number, state in enumerate(match.states, 1)
        ),
        proof=proof_of(record),
        seating=seating_told(_seating(record), lang),
    )


def show_film(replay: Replay, number: int, lang: str) -> AnyFilm:
    """One deal of it, counted from 1."""
    check_number(replay.record, number)
    state = replay.match.states[number - 1]
    return film(state, number, Reader(lang, replay.record.players))


def check_number(record: Record, number: int) -> None:
    """Refuse the number of a deal that the record does not have."""
    if not 1 <= number <= len(record.deals):
        raise Refusal("unknown", "replay.no-deal", number=number, n=len(record.deals))


def read_replay(text: bytes) -> Replay:
    """The replay behind a record from anywhere; `BadRecord` says what is wrong with it."""
    record = parse_record(text)
    moves = sum(len(deal.moves) for deal in record.deals)
    if len(record.deals) > MOST_DEALS or moves > MOST_MOVES:
        raise BadRecord("replay.too-much", deals=MOST_DEALS, moves=MOST_MOVES)
    if not record.deals:
        raise BadRecord("replay.no-deals")
    return Replay(record, replay_record(record, go_on))


def name_of(text: bytes) -> str:
    """What a record is called: a hash of it, so that the same one has the same name everywhere."""
    return hashlib.sha256(text).hexdigest()[:NAME_DIGITS]


class Replays:
    """The replays of a server, as they are shown."""

    def __init__(self, archive: Archive, pools: Pools) -> None:
        """Take where records are found, and where work is done."""
        self._archive = archive
        self._pools = pools
        self._pieces = ResponseCache()
        self.played = PlayedRecords()

    async def text(self, name: str, cause: Cause) -> bytes:
        """The record of this name as it is kept; `Refusal` if there is none."""
        return await self._archive.record(name, cause)

    async def file(self, name: str, cause: Cause) -> CachedResponse:
        """The record of this name, to be taken away."""
        kept = self._pieces.get((name,))
        if kept is not None:
            return kept
        async with self._pools.replays.turn(cause) as turn:
            return await turn.run(self._make_file, name, await self.text(name, cause))

    def _make_file(self, name: str, text: bytes) -> CachedResponse:
        piece = packed(text)
        self._pieces.put((name,), piece)
        return piece

    async def overview(self, name: str, lang: str, cause: Cause) -> CachedResponse:
        """Everything but the deals."""
        kept = self._pieces.get((name, lang))
        if kept is not None:
            return kept
        async with self._pools.replays.turn(cause) as turn:
            text = await self.text(name, cause)
            return await turn.run(self._make_overview, name, text, lang)

    def _make_overview(self, name: str, text: bytes, lang: str) -> CachedResponse:
        # Another request may have made it while this one waited.
        kept = self._pieces.get((name, lang))
        if kept is not None:
            return kept
        record = parse_record(text)
        replay = Replay(record, self.played.match(text, record))
        piece = piece_of(show_replay(name, replay, lang))
        self._pieces.put((name, lang), piece)
        return piece

    async def film(
        self, name: str, lang: str, number: int, part: int, cause: Cause
    ) -> CachedResponse:
        """A part of the film of one deal."""
        kept = self._pieces.get((name, lang, number, part))
        if kept is not None:
            return kept
        async with self._pools.replays.turn(cause) as turn:
            text = await self.text(name, cause)
            return await turn.run(self._make_film, name, text, lang, number, part)

    def _make_film(
        self, name: str, text: bytes, lang: str, number: int, part: int
    ) -> CachedResponse:
        kept = self._pieces.get((name, lang, number, part))
        if kept is not None:
            return kept
        record = parse_record(text)
        check_number(record, number)
        # Before the match is played: nothing is kept of a part that is not there.
        parts = parts_of_film(len(record.deals[number - 1].moves))
        if not 1 <= part <= parts:
            raise Refusal("unknown", "replay.no-part", part=part, n=parts)
        state = self.played.match(text, record).states[number - 1]
        made = films(state, number, Reader(lang, record.players), between=go_on)
        pieces = [piece_of(each) for each in made]
        for place, piece in enumerate(pieces, 1):
            self._pieces.put((name, lang, number, place), piece)
        return pieces[part - 1]


async def overview(request: Request) -> Response:
    """`GET /api/replays/ID`."""
    lang, name = asked_language(request), request.path_params["id"]
    cause = cause_of(request, name)
    try:
        with guessing(request):
            piece = await while_there(
                request, services(request).replays.overview(name, lang, cause)
            )
        return sent(request, piece)
    except FunicularError as error:
        return refused(error, lang)


async def deal(request: Request) -> Response:
    """`GET /api/replays/ID/deals/N`, of a very long deal also `?part=2` and so on."""
    lang, name = asked_language(request), request.path_params["id"]
    number = _number(request.path_params["number"])
    cause = cause_of(request, name)
    part = _number(request.query_params.get("part", "1"))
    try:
        with guessing(request):
            making = services(request).replays.film(name, lang, number, part, cause)
            piece = await while_there(request, making)
        return sent(request, piece)
    except FunicularError as error:
        return refused(error, lang)


async def download(request: Request) -> Response:
    """`GET /api/replays/ID/record`: the record as a file."""
    lang, name = asked_language(request), request.path_params["id"]
    try:
        with guessing(request):
            piece = await while_there(
                request, services(request).replays.file(name, cause_of(request, name))
            )
    except FunicularError as error:
        return refused(error, lang)
    headers = {
        "Content-Disposition": f'attachment; filename="funicular-{name}.json"',
        "Cache-Control": "no-store",
    }
    return sent(request, piece, headers)


def _number(text: str) -> int:
    return int(text) if NUMBER.fullmatch(text) else 0


def refused(error: FunicularError, lang: str) -> Response:
    """Not found, unless it is only now that it cannot be had."""
    return refusal(error, lang, None if code_of(error) in LATER else 404)


def _bots(record: Record) -> dict[int, str]:
    """The levels of the bots among the players: of each seat, who had it last by that name."""
    had = {
        each.seat: each.level for each in _seating(record) if each.name == record.players[each.seat]
    }
    # A record from elsewhere may name a level that we do not know.
    return {
        seat: level if level in LEVELS else "" for seat, level in had.items() if level is not None
    }


def _seating(record: Record) -> tuple[Seating, ...]:
    return () if isinstance(record.seating, UnsetType) else record.seating


def _check_names(record: Record) -> None:
    """Refuse names that do not show what they are: our page would show them under our name."""
    for name in (*record.players, *(each.name for each in _seating(record))):
        if not is_plain_name(name):
            raise BadRecord("record.name", name=shown(name), n=LONGEST_RECORDED_NAME)


def read_upload(text: bytes, played: PlayedRecords) -> bytes:
    """A record that somebody brings, as it is kept, once the rules have agreed with it."""
    replay = read_replay(text)
    _check_names(replay.record)
    written = replay.record.to_json().encode()
    played.keep(written, replay.match)
    return written


async def upload(request: Request) -> Response:
    """`POST /api/replays`: keep a record, once the rules have agreed with it."""
    lang = asked_language(request)
    found = services(request)
    try:
        count(request, "records")
        text = await body_of(request, LONGEST_RECORD)
        count(request, "bytes", len(text))
        checking = found.rooms.pools.uploads.run(
            cause_of(request), read_upload, text, found.replays.played
        )
        written = await while_there(request, checking)
        name = name_of(written)
        await found.store.keep_record(name, written)
    except FunicularError as error:
        return refusal(error, lang)
    return answer(Kept(name), 201)


routes = [
    Route("/api/replays", upload, methods=["POST"]),
    Route("/api/replays/{id}", overview),
    Route("/api/replays/{id}/record", download),
    Route("/api/replays/{id}/deals/{number}", deal),
]
