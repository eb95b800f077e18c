"""Profiles over HTTP: one's own, what others show of theirs, the best of each game, seats claimed.

A profile belongs to a key, so whatever changes one is signed (`person`). What is shown comes from
matches that are over: nothing here depends on a card of a match under way.
"""

from __future__ import annotations

import math
import re
import time

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from funicular.core.errors import FunicularError
from funicular.core.record import is_name
from funicular.games.registry import GAMES
from funicular.live.collecting import collect_all
from funicular.live.profile_ratings import USUAL
from funicular.live.refusals import Refusal, for_people
from funicular.store import profiles as stored
from funicular.store import results as kept
from funicular.store.log import Conflict
from funicular.store.profiles import StoredProfile
from funicular.table.commands import LONGEST_NAME
from funicular.table.look_alikes import mixes_alphabets
from funicular.table.text_safety import is_plain_name, name_shape
from funicular.web.causes import cause_of
from funicular.web.guards.rate_limit import count, guessing
from funicular.web.person import Person, person_of
from funicular.web.profile_messages import (
    BestRated,
    ProfileShown,
    ProfileWish,
    RankedShown,
    ResultsPage,
    SeatClaimed,
)
from funicular.web.profile_rendering import results_page, show_own, show_public
from funicular.web.responses import answer, asked_language, body_of, refusal
from funicular.web.services import services
from funicular.web.tables import BEARER, read

# Lines on a page of the best, and how far down those go.
RANKED_A_PAGE = 50
MOST_RANKED = 1000
PROFILE_ID = re.compile("[0-9a-f]{32}")
PLACE = re.compile("[0-9]{1,4}")
BEFORE = re.compile(r"([0-9]{1,12}(?:\.[0-9]{1,9})?),([a-z0-9]{1,40}-[0-9]{1,9})")


async def own(request: Request) -> Response:
    """`GET /api/profile`, signed: one's own profile."""
    lang = asked_language(request)
    try:
        person = person_of(request)
        profile = await _own(request, person)
        await _collect(request, profile.id)
        return answer(await show_own(services(request).store, profile))
    except FunicularError as error:
        return _refused(error, lang)


async def change(request: Request) -> Response:
    """`POST /api/profile`, signed: make a profile, or change one's own."""
    lang = asked_language(request)
    try:
        body = await body_of(request)
        person = person_of(request, body)
        wish = read(body, ProfileWish)
        return answer(await _changed(request, _signer(person), person, wish))
    except FunicularError as error:
        return _refused(error, lang)


async def delete(request: Request) -> Response:
    """`POST /api/profile/delete`, signed: delete one's profile and all that belongs to it."""
    lang = asked_language(request)
    try:
        body = await body_of(request)
        person = person_of(request, body)
        profile = _signer(person)
        outcome = await services(request).store.change(
            lambda: stored.delete_profile(profile, person.signed)
        )
        if outcome == "used":
            raise Refusal("used", "person.used")
        # Daily deals and duels know the browser, not the profile; their results lose the name.
        await services(request).store.forget_person(person.id)
        return answer({})
    except FunicularError as error:
        return _refused(error, lang)


async def own_results(request: Request) -> Response:
    """`GET /api/profile/results?before=`, signed: older matches of one's own."""
    lang = asked_language(request)
    try:
        profile = await _own(request, person_of(request))
        return answer(await _page(request, profile.id))
    except FunicularError as error:
        return _refused(error, lang)


async def public(request: Request) -> Response:
    """`GET /api/profiles/ID`: what a profile shows to everybody."""
    lang = asked_language(request)
    try:
        with guessing(request):
            profile = await _public(request)
        return answer(await show_public(services(request).store, profile))
    except FunicularError as error:
        return _refused(error, lang)


async def public_results(request: Request) -> Response:
    """`GET /api/profiles/ID/results?before=`: older matches, where they are shown."""
    lang = asked_language(request)
    try:
        with guessing(request):
            profile = await _public(request)
            if "history" not in profile.shows:
                raise Refusal("unknown", "profile.none")
        return answer(await _page(request, profile.id))
    except FunicularError as error:
        return _refused(error, lang)


async def leaderboard(request: Request) -> Response:
    """`GET /api/leaderboard?game=&against=&from=`: the best, 50 on a page."""
    lang = asked_language(request)
    game = request.query_params.get("game", "")
    against = request.query_params.get("against", "people")
    first = request.query_params.get("from", "0")
    if game not in GAMES:
        return refusal(Refusal("unknown", "options.game", name=game, known=GAMES), lang, 404)
    if against not in ("people", "bots") or not PLACE.fullmatch(first):
        return refusal(Refusal("malformed", "profile.no-list"), lang)
    skipped = min(int(first), MOST_RANKED)
    most = min(RANKED_A_PAGE, MOST_RANKED - skipped)
    try:
        found = await services(request).store.look_up(
            lambda: kept.best_ranked(game, against, skipped=skipped, most=most + 1)
        )
    except FunicularError as error:
        return _refused(error, lang)
    ranked = tuple(
        RankedShown(skipped + number, *msgspec.structs.astuple(each))
        for number, each in enumerate(found[:most], 1)
    )
    more = len(found) > most and skipped + most < MOST_RANKED
    return answer(BestRated(game, "bots" if against == "bots" else "people", ranked, more))


async def claim(request: Request) -> Response:
    """`POST /api/tables/ID/claim`, signed, with the seat's token: play for one's profile here."""
    lang = asked_language(request)
    try:
        person = person_of(request, await body_of(request))
        profile = _signer(person)
        given = request.headers.get("Authorization", "")
        with guessing(request):
            table: str = request.path_params["table"]
            room = await services(request).rooms.find(table, cause_of(request, table))
            guest = await room.let_in(given.removeprefix(BEARER), None)
        if guest is None or room.table.seat_of(guest) is None:
            raise Refusal("forbidden", "profile.no-seat")
        since = room.table.begun + 1
        made = await services(request).store.change(
            lambda: stored.claim_seat(room.table.id, guest, since, profile)
        )
        if not made:
            raise Refusal("unknown", "profile.none")
        return answer(SeatClaimed(since))
    except FunicularError as error:
        return _refused(error, lang)


async def _changed(
    request: Request, profile: str, person: Person, wish: ProfileWish
) -> ProfileShown:
    name = _checked_name(request, wish.name)
    store = services(request).store
    shows = " ".join(sorted(set(wish.public)))
    shape = name_shape(name)
    there = await store.look_up(lambda: stored.find_profile(profile))
    try:
        if there is None:
            count(request, "profiles")
            made = StoredProfile(
                profile, person.key, name, shape, shows, time.time(), person.signed
            )
            outcome = await store.change(lambda: stored.make_profile(made))
        else:
            outcome = await store.change(
                lambda: stored.change_profile(
                    profile, person.signed, name=name, shape=shape, public=shows, rules=USUAL
                )
            )
    except Conflict:
        # Somebody took the name at the same time.
        outcome = "name"
    if outcome == "name":
        raise Refusal("taken", "profile.name-taken", name=name)
    if outcome == "used":
        raise Refusal("used", "person.used")
    found = await _own(request, person)
    return await show_own(services(request).store, found)


def _checked_name(request: Request, name: str) -> str:
    if not is_name(name) or not is_plain_name(name):
        key = "table.mixed-name" if mixes_alphabets(name) else "table.bad-name"
        raise Refusal("malformed", key, n=LONGEST_NAME)
    services(request).bans.check_name(name)
    return name


async def _collect(request: Request, profile: str) -> None:
    """Take results that were missed when their matches ended. Nothing is lost if that fails."""
    found = services(request)
    cause = cause_of(request, profile)

    async def find(name: str) -> bytes | None:
        try:
            return await found.archive.record(name, cause)
        except Refusal:
            return None

    try:
        async with found.rooms.pools.results.turn(cause) as turn:
            await collect_all(found.store, turn, profile, find)
    except Refusal:
        # Too much to do just now.
        return


async def _own(request: Request, person: Person) -> StoredProfile:
    profile = _signer(person)
    found = await services(request).store.look_up(lambda: stored.find_profile(profile))
    if found is None:
        raise Refusal("unknown", "profile.none")
    return found


async def _public(request: Request) -> StoredProfile:
    """The profile that is asked for; one that shows nothing is as if there were none."""
    name = request.path_params["id"]
    found = None
    if PROFILE_ID.fullmatch(name):
        found = await services(request).store.look_up(lambda: stored.find_profile(name))
    if found is None or not found.shows:
        raise Refusal("unknown", "profile.none")
    return found


def _signer(person: Person) -> str:
    if person.profile is None:
        raise Refusal("no-person", "person.unsigned")
    return person.profile


async def _page(request: Request, profile: str) -> ResultsPage:
    """The matches after the one that `before` names, or the newest."""
    given = request.query_params.get("before")
    before = None
    if given is not None:
        named = BEFORE.fullmatch(given)
        if named is None or not math.isfinite(float(named[1])):
            raise Refusal("malformed", "profile.no-list")
        before = float(named[1]), named[2]
    return await results_page(services(request).store, profile, before)


def _refused(error: FunicularError, lang: str) -> Response:
    error = for_people(error)
    unknown = isinstance(error, Refusal) and error.code == "unknown"
    return refusal(error, lang, 404 if unknown else None)


routes = [
    Route("/api/profile", own),
    Route("/api/profile", change, methods=["POST"]),
    Route("/api/profile/delete", delete, methods=["POST"]),
    Route("/api/profile/results", own_results),
    Route("/api/profiles/{id}", public),
    Route("/api/profiles/{id}/results", public_results),
    Route("/api/leaderboard", leaderboard),
    Route("/api/tables/{table}/claim", claim, methods=["POST"]),
]
