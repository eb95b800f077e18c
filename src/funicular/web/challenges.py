"""The daily deal and duels over HTTP: looking, playing, results, the leaderboard.

Whoever has not played sees nothing that depends on the cards: no result, nobody's, not even the
expert's.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime

from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from funicular.bots.levels import level_of
from funicular.challenge import calendar
from funicular.challenge.challenge import Challenge
from funicular.challenge.checking import SeatOutcome
from funicular.challenge.comparison import (
    Counts,
    bar_of,
    bars_of,
    beaten_share,
    mean_of,
    players_in,
    rank_of,
)
from funicular.core.errors import FunicularError
from funicular.core.wire import from_json
from funicular.lang import Reader
from funicular.live.admission.causes import Cause
from funicular.live.challenge_messages import (
    ChallengeResult,
    ChallengeShown,
    DailyListed,
    DealCompared,
    Leaderboard,
    LeaderShown,
    NewAttempt,
    NewDuel,
    SubmittedResult,
)
from funicular.live.refusals import Refusal, for_people
from funicular.live.replay_names import replay_name
from funicular.store.challenges import StoredAttempt
from funicular.table.render import house_shown
from funicular.table.table import Played
from funicular.web.causes import cause_of
from funicular.web.guards.rate_limit import count, guessing
from funicular.web.person import person_of
from funicular.web.responses import answer, asked_language, body_of, refusal
from funicular.web.services import services
from funicular.web.tables import read

# Rows of a page of the leaderboard, and how far it goes: everybody is told their own rank.
LEADERS_A_PAGE = 50
MOST_LEADERS = 1000
# Daily deals of the past that are listed at once.
MOST_DAILIES = 31
NUMBER = re.compile("[0-9]{1,4}")
TODAY = "daily"


async def show(request: Request) -> Response:
    """`GET /api/challenges/ID`; the id `daily` is today's."""
    lang = asked_language(request)
    try:
        person = _asker(request)
        return answer(await _shown(request, await _challenge(request), person, lang))
    except FunicularError as error:
        return refusal(for_people(error), lang)


async def open_duel(request: Request) -> Response:
    """`POST /api/challenges`."""
    lang = asked_language(request)
    try:
        wish = read(await body_of(request), NewDuel)
        count(request, "tables")
        duel = await services(request).challenges.open_duel(wish)
        return answer(await _shown(request, duel, None, lang), 201)
    except FunicularError as error:
        return refusal(for_people(error), lang)


async def begin(request: Request) -> Response:
    """`POST /api/challenges/ID/attempts`."""
    lang = asked_language(request)
    try:
        body = await body_of(request)
        person = person_of(request, body).id
        wish = read(body, NewAttempt)
        services(request).bans.check_name(wish.name)
        challenge = await _challenge(request)
        count(request, "tables")
        cause = cause_of(request, challenge.id)
        found = services(request)
        opened = await found.challenges.begin(challenge.id, person, wish, found.rooms, cause)
        return answer(opened, 201)
    except FunicularError as error:
        return refusal(for_people(error), lang)


async def submit(request: Request) -> Response:
    """`POST /api/challenges/ID/results`."""
    lang = asked_language(request)
    try:
        body = await body_of(request)
        person = person_of(request, body).id
        wish = read(body, SubmittedResult)
        count(request, "tables")
        challenge = await _challenge(request)
        found, cause = services(request), cause_of(request, wish.table)
        await found.challenges.submit(challenge.id, person, wish.table, found.rooms, cause)
        return answer(await _shown(request, challenge, person, lang), 201)
    except FunicularError as error:
        return refusal(for_people(error), lang)


async def positions(request: Request) -> Response:
    """`GET /api/challenges/ID/positions?part=`: one's own decisions, once one has a result."""
    lang = asked_language(request)
    try:
        person, challenge = person_of(request).id, await _challenge(request)
        asked = request.query_params.get("part", "1")
        part = int(asked) if NUMBER.fullmatch(asked) else 0
        cause = cause_of(request, challenge.id)
        played = await _own_match(request, challenge, person, cause)
        reviews = services(request).reviews
        parts = await reviews.own_positions(challenge, played, lang, cause)
        if not 1 <= part <= len(parts):
            raise Refusal("unknown", "review.no-part", part=part, n=len(parts))
        return answer(parts[part - 1])
    except FunicularError as error:
        return refusal(for_people(error), lang)


async def moment(request: Request) -> Response:
    """`GET /api/challenges/ID/positions/DEAL/PLY`: the table as one saw it before one's move."""
    lang = asked_language(request)
    try:
        person, challenge = person_of(request).id, await _challenge(request)
        asked = (request.path_params["deal"], request.path_params["ply"])
        if not all(map(NUMBER.fullmatch, asked)):
            raise Refusal("unknown", "challenge.no-move")
        at = (int(asked[0]), int(asked[1]))
        cause = cause_of(request, challenge.id)
        played = await _own_match(request, challenge, person, cause)
        reviews = services(request).reviews
        return answer(await reviews.own_moment(challenge, played, at, lang, cause))
    except FunicularError as error:
        return refusal(for_people(error), lang)


async def _own_match(request: Request, challenge: Challenge, person: str, cause: Cause) -> Played:
    """The match of a person who has a result. Others may still be playing its cards."""
    found = services(request)
    attempt = await found.store.attempt(challenge.id, person)
    if attempt is None or not attempt.done:
        raise Refusal("forbidden", "challenge.play-first")
    table = await found.challenges.table_of(attempt, found.rooms, cause)
    if table is None:
        raise Refusal("unknown", "challenge.none")
    return table.played[0]


async def leaderboard(request: Request) -> Response:
    """`GET /api/challenges/ID/leaderboard?skip=`."""
    lang = asked_language(request)
    try:
        challenge = await _challenge(request)
        return answer(await _leaders(request, challenge, _asker(request)))
    except FunicularError as error:
        return refusal(for_people(error), lang)


async def dailies(request: Request) -> Response:
    """`GET /api/challenges/dailies?before=2026-11-16`: those of the past, the newest first."""
    lang = asked_language(request)
    try:
        return answer(await _dailies(request, _asker(request)))
    except FunicularError as error:
        return refusal(for_people(error), lang)


async def _leaders(request: Request, challenge: Challenge, person: str | None) -> Leaderboard:
    store, challenges = services(request).store, services(request).challenges
    counts = await store.match_scores(challenge.id)
    finished = players_in(counts)
    own = None if person is None else await store.attempt(challenge.id, person)
    if (own is None or not own.done) and not calendar.is_revealed(
        challenge, challenges.now(), finished
    ):
        raise Refusal("forbidden", "challenge.play-first")
    asked = request.query_params.get("skip", "")
    skip = min(int(asked) if NUMBER.fullmatch(asked) else 0, MOST_LEADERS)
    most = min(LEADERS_A_PAGE, MOST_LEADERS - skip)
    # A browser is made in a moment, and knows the cards from the one before: on a day's list is
    # who has a result of an earlier day.
    known = challenge.opened if challenge.kind == "daily" else None
    found = await store.leaders(challenge.id, skip=skip, most=most, known=known) if most else ()
    rows = tuple(_leader(challenge, each, person) for each in found)
    further = skip + len(rows)
    more = further < min(finished, MOST_LEADERS) and len(rows) == most
    return Leaderboard(rows, finished, further if more else None)


def _leader(challenge: Challenge, attempt: StoredAttempt, person: str | None) -> LeaderShown:
    outcome = _outcome(attempt)
    return LeaderShown(
        rank=attempt.rank,
        name=attempt.name,
        points=outcome.points,
        lead=_points(outcome.score, challenge),
        you=attempt.person == person,
    )


async def _dailies(request: Request, person: str | None) -> tuple[DailyListed, ...]:
    store, now = services(request).store, services(request).challenges.now()
    day = calendar.day_named(f"daily-{request.query_params.get('before', '')}")
    today = calendar.daily_id(calendar.day_of(now))
    before = now if day is None else calendar.day_begins(day)
    found = await store.challenges_before("daily", before=min(before, now), most=MOST_DAILIES)
    past = [from_json(each.body, Challenge) for each in found if each.id != today]
    own = {}
    if person is not None:
        attempts = await store.attempts_of(person, [each.id for each in past])
        own = {each.challenge: each for each in attempts}
    listed = []
    for challenge in past:
        counts = await store.match_scores(challenge.id)
        attempt = own.get(challenge.id)
        score = attempt.score if attempt is not None and attempt.done else None
        listed.append(
            DailyListed(
                id=challenge.id,
                day=datetime.fromtimestamp(challenge.opened, UTC).date().isoformat(),
                game=challenge.game,
                finished=players_in(counts),
                rank=None if score is None else rank_of(score, counts),
                lead=None if score is None else _points(score, challenge),
            )
        )
    return tuple(listed)


async def _shown(
    request: Request, challenge: Challenge, person: str | None, lang: str
) -> ChallengeShown:
    store, challenges = services(request).store, services(request).challenges
    # First one's own, then everybody's: it is among them then.
    attempt = None if person is None else await store.attempt(challenge.id, person)
    scores = await store.scores(challenge.id)
    finished = players_in(scores.get(0, ()))
    now = challenges.now()
    revealed = calendar.is_revealed(challenge, now, finished)
    match = challenge.new_match()
    begins = calendar.may_begin(challenge, now) and not revealed
    shown = ChallengeShown(
        id=challenge.id,
        kind=challenge.kind,
        game=challenge.game,
        seats=challenge.seats,
        house=house_shown(match.game.setup, lang),
        deals=match.ending.deals or 0,
        level=level_of(challenge.bots),
        opened=challenge.opened,
        closes=challenge.closes,
        commitment=challenge.commitment,
        seed=challenge.seed if revealed else None,
        players=challenge.players,
        finished=finished,
        state="new" if begins else "missed",
        seat=challenge.seat,
    )
    if attempt is None:
        return shown
    shown = replace(shown, table=attempt.table)
    if attempt.done:
        expert = await challenges.expert(challenge, cause_of(request, challenge.id))
        return replace(
            shown,
            state="played",
            replay=replay_name(attempt.table, 1) if revealed else None,
            result=_result(challenge, _outcome(attempt), expert, scores),
        )
    if not calendar.takes_results(challenge, now):
        return replace(shown, state="missed")
    cause = cause_of(request, attempt.table)
    table = await challenges.table_of(attempt, services(request).rooms, cause)
    if table is None or table.phase != "over":
        return replace(shown, state="playing")
    challenges.check_soon(table, cause)
    problem = challenges.problem_with(table.id)
    said = None if problem is None else problem.say(Reader(lang))
    return replace(shown, state="checking", problem=said)


def _result(
    challenge: Challenge, own: SeatOutcome, expert: SeatOutcome | None, scores: Mapping[int, Counts]
) -> ChallengeResult:
    whole = scores.get(0, ())
    return ChallengeResult(
        points=own.points,
        lead=_points(own.score, challenge),
        rank=rank_of(own.score, whole),
        share=beaten_share(own.score, whole),
        mean=_points(mean_of(whole) or 0.0, challenge),
        expert=None if expert is None else _points(expert.score, challenge),
        deals=tuple(
            DealCompared(
                lead=_points(score, challenge),
                mean=_points(mean_of(scores.get(number, ())) or 0.0, challenge),
                expert=_expert_deal(expert, number, challenge),
                share=beaten_share(score, scores.get(number, ())),
            )
            for number, score in enumerate(own.deals, 1)
        ),
        bars=bars_of(whole, challenge.seats),
        # By the score itself: the lead that is shown is rounded.
        bar=bar_of(own.score, whole, challenge.seats),
    )


def _expert_deal(expert: SeatOutcome | None, number: int, challenge: Challenge) -> float | None:
    """The expert's lead in this deal; a void one may give it fewer deals or more."""
    if expert is None or number > len(expert.deals):
        return None
    return _points(expert.deals[number - 1], challenge)


def _points(score: float, challenge: Challenge) -> float:
    """A score in points ahead of the others' average."""
    return round(score / (challenge.seats - 1), 2)


def _outcome(attempt: StoredAttempt) -> SeatOutcome:
    return from_json(attempt.body, SeatOutcome)


async def _challenge(request: Request) -> Challenge:
    name = request.path_params["challenge"]
    challenges = services(request).challenges
    with guessing(request):
        return await (challenges.today() if name == TODAY else challenges.find(name))


def _asker(request: Request) -> str | None:
    """Who looks, if they say so."""
    try:
        return person_of(request).id
    except Refusal as refused:
        if refused.code != "no-person":
            raise
        return None


routes = [
    Route("/api/challenges", open_duel, methods=["POST"]),
    Route("/api/challenges/dailies", dailies),
    Route("/api/challenges/{challenge}", show),
    Route("/api/challenges/{challenge}/attempts", begin, methods=["POST"]),
    Route("/api/challenges/{challenge}/results", submit, methods=["POST"]),
    Route("/api/challenges/{challenge}/leaderboard", leaderboard),
    Route("/api/challenges/{challenge}/positions", positions),
    Route("/api/challenges/{challenge}/positions/{deal}/{ply}", moment),
]
