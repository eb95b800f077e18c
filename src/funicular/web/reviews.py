"""Reviews of matches over HTTP: the positions that a browser measures, and reviews that are kept.

A browser measures a match by itself (`client/src/review`). Here it gets the positions, may hand in
what it found, and gets what somebody else found before. A review that is handed in is the same as
everybody's or it is refused (`review/kept_review`).
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

from msgspec import Struct
from starlette.responses import Response
from starlette.routing import Route

from funicular.bots.evaluation import is_close
from funicular.challenge.challenge import Challenge
from funicular.core.errors import BadRecord, FunicularError
from funicular.core.record import Record, parse_record
from funicular.core.seats import check_seat
from funicular.core.wire import from_json, to_json
from funicular.live.admission.causes import Cause
from funicular.live.admission.figures import MOST_SQUARES
from funicular.live.admission.worker_pool import go_on
from funicular.live.archive import NUMBER
from funicular.live.refusals import Refusal
from funicular.live.room_context import Pools
from funicular.native import COMPILED
from funicular.native.evaluated import JudgedShown
from funicular.review.accounts import DealAccount, accounts_of
from funicular.review.decision_costs import seat_costs
from funicular.review.kept_review import (
    FORM,
    KEPT_WORLDS,
    ReviewShown,
    check_review,
    choices_of,
    judge_places,
    settle,
)
from funicular.review.positions import PositionsShown, parts_of_positions, show_positions
from funicular.store.open import Store
from funicular.store.reviews import StoredReview
from funicular.table.moment import MomentShown, show_moment
from funicular.table.table import Played
from funicular.web.causes import cause_of
from funicular.web.guards.rate_limit import count, guessing
from funicular.web.played_records import PlayedRecords
from funicular.web.replays import Replays, refused
from funicular.web.response_cache import CachedResponse, ResponseCache, piece_of, sent
from funicular.web.responses import answer, asked_language, body_of, refusal, while_there
from funicular.web.services import services

if TYPE_CHECKING:
    from starlette.requests import Request

LONGEST_REVIEW = 1024 * 1024
# Decisions measured here in one request.
MOST_JUDGED = 4
# Of all positions that are remembered, compressed.
POSITION_BYTES = 16 * 1024 * 1024


class ReviewKept(Struct, frozen=True):
    """`GET /api/replays/ID/review`: the most precise review that is kept; None if there is none."""

    review: ReviewShown | None


class ReviewHandedIn(Struct, frozen=True):
    """The answer to `PUT`: whether it was kept, or one that is as good or better is there."""

    kept: bool


class JudgeWish(Struct, frozen=True, forbid_unknown_fields=True):
    """`POST /api/replays/ID/review`: which decisions to measure, for a browser that cannot.

    They are counted among those that were a choice.
    """

    places: tuple[int, ...]


class JudgedHere(Struct, frozen=True):
    """The answer: the decisions in the order in which they were asked for."""

    worlds: int
    judged: tuple[JudgedShown, ...]


class AccountsWish(Struct, frozen=True, forbid_unknown_fields=True):
    """`POST /api/replays/ID/accounts`: what is measured, for a browser that cannot add it up.

    An entry for each decision that was a choice; None where it is not measured.
    """

    judged: tuple[JudgedShown | None, ...]


class AccountsShown(Struct, frozen=True):
    """Where the points of a match came from, as far as its choices are measured."""

    accounts: tuple[DealAccount, ...]
    # Of each choice, whether it is too close to call.
    close: tuple[bool, ...]


class Reviews:
    """The positions and reviews of a server's replays."""

    def __init__(self, replays: Replays, store: Store, pools: Pools) -> None:
        """Take where records are found, where reviews are kept, and where work is done."""
        self._replays = replays
        self._store = store
        self._pools = pools
        self._pieces = ResponseCache(POSITION_BYTES)

    async def positions(
        self, name: str, lang: str, part: int, cause: Cause, seat: int | None = None
    ) -> CachedResponse:
        """A part of the positions of a match, as they are told to the player in this seat."""
        kept = self._pieces.get((name, lang, part, seat))
        if kept is not None:
            return kept
        async with self._pools.replays.turn(cause) as turn:
            # Another request may have made it while this one waited.
            kept = self._pieces.get((name, lang, part, seat))
            if kept is not None:
                return kept
            text = await self._replays.text(name, cause)
            return await turn.run(self._make_positions, name, text, lang, part, seat)

    def _make_positions(
        self, name: str, text: bytes, lang: str, part: int, seat: int | None
    ) -> CachedResponse:
        # As above: several have their turn at once.
        kept = self._pieces.get((name, lang, part, seat))
        if kept is not None:
            return kept
        record = measurable_record(text)
        # Before the match is played: nothing is kept of a part that is not there.
        parts = parts_of_positions(record)
        if not 1 <= part <= parts:
            raise Refusal("unknown", "review.no-part", part=part, n=parts)
        if seat is not None:
            check_seat(seat, len(record.players))
        match = self._replays.played.match(text, record)
        made = show_positions(name, match, record.players, lang, go_on, seat=seat)
        pieces = [piece_of(each) for each in made]
        for place, piece in enumerate(pieces, 1):
            self._pieces.put((name, lang, place, seat), piece)
        return pieces[part - 1]

    async def own_positions(
        self, challenge: Challenge, played: Played, lang: str, cause: Cause
    ) -> tuple[PositionsShown, ...]:
        """The decisions of the player of an attempt, and what their seat saw: nothing else.

        Others may still be playing these cards.
        """
        async with self._pools.replays.turn(cause) as turn:
            return await turn.run(_own_positions, challenge, played, lang)

    async def own_moment(
        self, challenge: Challenge, played: Played, at: tuple[int, int], lang: str, cause: Cause
    ) -> MomentShown:
        """The table as the player of an attempt saw it before a move of theirs: deal and ply."""
        async with self._pools.replays.turn(cause) as turn:
            return await turn.run(_own_moment, challenge.seat, played, at, lang)

    async def kept(self, name: str, cause: Cause) -> ReviewShown | None:
        """The most precise review of a match that is kept."""
        found = await self._store.review(name, FORM)
        if found is None:
            # Whether there is such a replay at all.
            await self._replays.text(name, cause)
        return None if found is None else unpacked(found)

    async def keep(self, name: str, body: bytes, cause: Cause) -> bool:
        """Keep a review, once it has been checked; False if what is there is as good or better.

        `FunicularError` says what is wrong with it.
        """
        if not COMPILED:
            raise Refusal("unknown", "review.cannot-check")
        async with self._pools.reviews.turn(cause) as turn:
            text = await self._replays.text(name, cause)
            there = await self._store.review(name, FORM)
            packed = await turn.run(checked, body, text, there, self._replays.played)
            if packed is not None:
                await self._store.keep_review(name, packed)
        return packed is not None

    async def judge(self, name: str, places: tuple[int, ...], cause: Cause) -> JudgedHere:
        """Measure decisions here."""
        if not COMPILED:
            raise Refusal("unknown", "review.cannot-measure")
        async with self._pools.reviews.turn(cause) as turn:
            text = await self._replays.text(name, cause)
            found = await turn.run(judged_here, text, places, self._replays.played)
        return JudgedHere(KEPT_WORLDS[0], found)

    async def accounts(
        self, name: str, judged: tuple[JudgedShown | None, ...], cause: Cause
    ) -> AccountsShown:
        """Add up what a browser, or this server for it, has measured."""
        async with self._pools.reviews.turn(cause) as turn:
            text = await self._replays.text(name, cause)
            return await turn.run(added_up, text, judged, self._replays.played)


def measurable_record(text: bytes) -> Record:
    """A kept record, whose decisions can be measured in reasonable time; `BadRecord` otherwise."""
    record = parse_record(text)
    if sum(len(deal.moves) ** 2 for deal in record.deals) > MOST_SQUARES:
        raise BadRecord("review.deals-too-long")
    return record


def _own_positions(challenge: Challenge, played: Played, lang: str) -> tuple[PositionsShown, ...]:
    seat, match = challenge.seat, played.match
    return show_positions(challenge.id, match, played.players, lang, go_on, seat=seat, own=True)


def _own_moment(seat: int, played: Played, at: tuple[int, int], lang: str) -> MomentShown:
    for position in played.match.positions():
        go_on()
        if (position.deal, position.ply, position.seat) == (*at, seat):
            return show_moment(played.match, played.players, position, lang)
    raise Refusal("unknown", "challenge.no-move")


def judged_here(
    text: bytes, places: tuple[int, ...], played: PlayedRecords
) -> tuple[JudgedShown, ...]:
    """These decisions of the match of this record."""
    return judge_places(played.match(text, measurable_record(text)), places, go_on)


def added_up(
    text: bytes, judged: tuple[JudgedShown | None, ...], played: PlayedRecords
) -> AccountsShown:
    """The accounts of the match of this record, from what is known of its choices."""
    match = played.match(text, measurable_record(text))
    choices = choices_of(match, go_on)
    if len(judged) != len(choices):
        raise BadRecord("review.shape")
    told = [
        (position.deal, position.seat, each)
        for (position, _), each in zip(choices, judged, strict=True)
    ]
    return AccountsShown(
        accounts_of(match.game.seats, match.deal_points, told),
        tuple(each is None or is_close(each.difference, each.stderr) for each in judged),
    )


def checked(
    body: bytes, text: bytes, there: StoredReview | None, played: PlayedRecords
) -> StoredReview | None:
    """The review in this body as it is kept; None if what is there is as good or better."""
    given = from_json(body, ReviewShown)
    kept = None if there is None or there.worlds != given.worlds else unpacked(there)
    if kept == given or (there is not None and there.worlds > given.worlds):
        return None
    record = measurable_record(text)
    match = played.match(text, record)
    choices = choices_of(match, go_on)
    check_review(given, choices, go_on)
    if kept is not None and not settle(given, kept, choices):
        return None
    # A deal that was played on from somewhere has others' decisions in it.
    costs = () if record.is_what_if else seat_costs(given, choices, match)
    return StoredReview(
        given.worlds, FORM, zlib.compress(to_json(given), 9), to_json(costs).decode()
    )


def unpacked(stored: StoredReview) -> ReviewShown | None:
    """A review out of the store. An unreadable one counts as missing."""
    try:
        return from_json(zlib.decompress(stored.body), ReviewShown)
    except (zlib.error, BadRecord):
        return None


async def positions(request: Request) -> Response:
    """`GET /api/replays/ID/positions`, of a very long match also `?part=2` and so on.

    With `?seat=1` they are told to the player of this seat: "take your 3s".
    """
    lang, name = asked_language(request), request.path_params["id"]
    asked = request.query_params.get("part", "1")
    part = int(asked) if NUMBER.fullmatch(asked) else 0
    told = request.query_params.get("seat", "")
    seat = int(told) if NUMBER.fullmatch(told) else None
    cause = cause_of(request, name)
    try:
        with guessing(request):
            making = services(request).reviews.positions(name, lang, part, cause, seat)
            piece = await while_there(request, making)
        return sent(request, piece)
    except FunicularError as error:
        return refused(error, lang)


async def kept_review(request: Request) -> Response:
    """`GET /api/replays/ID/review`."""
    lang, name = asked_language(request), request.path_params["id"]
    try:
        with guessing(request):
            found = await while_there(
                request, services(request).reviews.kept(name, cause_of(request, name))
            )
        return answer(ReviewKept(found))
    except FunicularError as error:
        return refused(error, lang)


async def keep_review(request: Request) -> Response:
    """`PUT /api/replays/ID/review`: keep a review for everybody who has the link."""
    lang, name = asked_language(request), request.path_params["id"]
    try:
        count(request, "reviews")
        body = await body_of(request, LONGEST_REVIEW)
        cause = cause_of(request, name)
        with guessing(request):
            kept = await while_there(request, services(request).reviews.keep(name, body, cause))
    except BadRecord as error:
        return refusal(error, lang)
    except FunicularError as error:
        return refused(error, lang)
    return answer(ReviewHandedIn(kept))


async def judge(request: Request) -> Response:
    """`POST /api/replays/ID/review`: a few decisions measured here, where a browser cannot."""
    lang, name = asked_language(request), request.path_params["id"]
    try:
        wish = from_json(await body_of(request), JudgeWish)
        if not 1 <= len(wish.places) <= MOST_JUDGED:
            raise Refusal("unknown", "review.places", n=MOST_JUDGED)
        count(request, "judged", len(wish.places))
        cause = cause_of(request, name)
        with guessing(request):
            found = await while_there(
                request, services(request).reviews.judge(name, wish.places, cause)
            )
        return answer(found)
    except BadRecord as error:
        return refusal(error, lang)
    except FunicularError as error:
        return refused(error, lang)


async def accounts(request: Request) -> Response:
    """`POST /api/replays/ID/accounts`: cards, decisions and luck, where a browser cannot."""
    lang, name = asked_language(request), request.path_params["id"]
    try:
        count(request, "judged")
        wish = from_json(await body_of(request, LONGEST_REVIEW), AccountsWish)
        cause = cause_of(request, name)
        with guessing(request):
            found = await while_there(
                request, services(request).reviews.accounts(name, wish.judged, cause)
            )
        return answer(found)
    except BadRecord as error:
        return refusal(error, lang)
    except FunicularError as error:
        return refused(error, lang)


routes = [
    Route("/api/replays/{id}/positions", positions),
    Route("/api/replays/{id}/review", kept_review, methods=["GET"]),
    Route("/api/replays/{id}/review", keep_review, methods=["PUT"]),
    Route("/api/replays/{id}/review", judge, methods=["POST"]),
    Route("/api/replays/{id}/accounts", accounts, methods=["POST"]),
]
