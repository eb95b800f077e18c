"""Matches that are over, to be watched again: those of our tables, and records people bring.

A replay is named `TABLE-3`, the third match of a table, or by the hash of its record. Records come
from anywhere, so they are played again by the rules before anything is kept, and none may ask for
more than an evening's work.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct, UnsetType
from msgspec.structs import replace
from starlette.responses import Response
from starlette.routing import Route

from funicular.core.errors import BadRecord, FunicularError, shown
from funicular.core.match import Match
from funicular.core.record import LONGEST_NAME, DealProof, Record, Seating
from funicular.core.wire import from_json
from funicular.games.records import read_record
from funicular.lang import Reader
from funicular.table.frames import AnyFilm, film
from funicular.table.seating import SeatChange, seating_told
from funicular.table.shown import TableShown
from funicular.table.speech import is_plain_name
from funicular.table.still import proof_of, show_still, still_table
from funicular.web.answers import answer, asked_language, body_of, lasting, refusal
from funicular.web.limiting import count, guessing
from funicular.web.refusals import Refusal

if TYPE_CHECKING:
    from starlette.requests import Request

LONGEST_RECORD = 2 * 1024 * 1024
# Twice the longest match that any preset can have; dnpup may void a few deals of 600 turns.
MOST_DEALS = 100
MOST_MOVES = 12_000
# Replays held ready, so that going from deal to deal does not play them all again.
MOST_AT_HAND = 32
# How much of the hash names a record: no two will ever share 96 bits.
NAME_DIGITS = 24
# A match or a deal; Python refuses to read the longest numbers.
NUMBER = re.compile("[0-9]{1,9}")

T = TypeVar("T")


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
    # As the table stood at the end, seen by somebody who watches.
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
    table = show_still(still_table(name, match, record.players), lang)
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
    states = replay.match.states
    if not 1 <= number <= len(states):
        raise Refusal("unknown", "replay.no-deal", number=number, n=len(states))
    return film(states[number - 1], number, Reader(lang, replay.record.players))


def read_replay(text: bytes) -> Replay:
    """The replay behind a record from anywhere; `BadRecord` says what is wrong with it."""
    record = from_json(text, Record)
    moves = sum(len(deal.moves) for deal in record.deals)
    if len(record.deals) > MOST_DEALS or moves > MOST_MOVES:
        raise BadRecord("replay.too-much", deals=MOST_DEALS, moves=MOST_MOVES)
    if not record.deals:
        raise BadRecord("replay.no-deals")
    match, _ = read_record(text)
    return Replay(record, match)


# Playing a record again takes a moment of the processor: one at a time leaves the tables theirs.
_ASIDE = ThreadPoolExecutor(1, "replays")


async def _aside(work: Callable[..., T], *arguments: object) -> T:
    return await asyncio.get_running_loop().run_in_executor(_ASIDE, work, *arguments)


@lru_cache(maxsize=MOST_AT_HAND)
def _at_hand(text: bytes) -> Replay:
    return read_replay(text)


def name_of(text: bytes) -> str:
    """What a record is called: a hash of it, so that the same one has the same name everywhere."""
    return hashlib.sha256(text).hexdigest()[:NAME_DIGITS]


async def found(request: Request, name: str) -> Replay:
    """The replay of this name; `Refusal` if there is none, or if its match is not over."""
    with guessing(request):
        return await _found(request, name)


async def _found(request: Request, name: str) -> Replay:
    table, dash, number = name.rpartition("-")
    if dash and NUMBER.fullmatch(number):
        room = await request.app.state.rooms.find(table)
        played = room.table.played
        if not 1 <= int(number) <= len(played):
            raise Refusal("unknown", "replay.not-over")
        match = played[int(number) - 1]
        return Replay(match.record, match.match)
    text = await request.app.state.log.record(name)
    if text is None:
        raise Refusal("unknown", "replay.none")
    return await _aside(_at_hand, text)


async def overview(request: Request) -> Response:
    """`GET /api/replays/ID`."""
    lang, name = asked_language(request), request.path_params["id"]
    try:
        return lasting(request, show_replay(name, await found(request, name), lang))
    except FunicularError as error:
        return refusal(error, lang, 404)


async def deal(request: Request) -> Response:
    """`GET /api/replays/ID/deals/N`."""
    lang = asked_language(request)
    try:
        replay = await found(request, request.path_params["id"])
        text = request.path_params["number"]
        number = int(text) if NUMBER.fullmatch(text) else 0
        return lasting(request, await _aside(show_film, replay, number, lang))
    except FunicularError as error:
        return refusal(error, lang, 404)


async def download(request: Request) -> Response:
    """`GET /api/replays/ID/record`: the record as a file."""
    lang, name = asked_language(request), request.path_params["id"]
    try:
        replay = await found(request, name)
    except FunicularError as error:
        return refusal(error, lang, 404)
    headers = {"Content-Disposition": f'attachment; filename="funicular-{name}.json"'}
    return Response(replay.record.to_json(), 200, headers, "application/json")


def _seating(record: Record) -> tuple[Seating, ...]:
    return () if isinstance(record.seating, UnsetType) else record.seating


def _check_names(record: Record) -> None:
    """Refuse names that do not show what they are: our page would show them under our name."""
    for name in (*record.players, *(each.name for each in _seating(record))):
        if not is_plain_name(name):
            raise BadRecord("record.name", name=shown(name), n=LONGEST_NAME)


async def upload(request: Request) -> Response:
    """`POST /api/replays`: keep a record, once the rules have agreed with it."""
    lang = asked_language(request)
    try:
        count(request, "records")
        text = await body_of(request, LONGEST_RECORD)
        count(request, "bytes", len(text))
        replay = await _aside(read_replay, text)
        _check_names(replay.record)
        written = replay.record.to_json().encode()
        name = name_of(written)
        await request.app.state.log.keep_record(name, written)
    except FunicularError as error:
        return refusal(error, lang)
    return answer(Kept(name), 201)


routes = [
    Route("/api/replays", upload, methods=["POST"]),
    Route("/api/replays/{id}", overview),
    Route("/api/replays/{id}/record", download),
    Route("/api/replays/{id}/deals/{number}", deal),
]
