"""Profiles as they are shown, to their owners and to others, from what a store keeps of them."""

from __future__ import annotations

import msgspec

from funicular.bots.registry import BOTS
from funicular.review.decision_costs import SeatCost
from funicular.review.kept_review import FORM
from funicular.store import results as kept
from funicular.store.open import Store
from funicular.store.profiles import StoredProfile
from funicular.table.match_results import SeatResult
from funicular.web.profile_messages import (
    DecisionCosts,
    MatchCost,
    MatchResultShown,
    ProfileShown,
    RatingShown,
    ResultsPage,
    Shows,
    StatisticsShown,
)

# All that there is to show of a profile.
ALL: tuple[Shows, ...] = ("rating", "statistics", "history", "decisions")
# Matches on a page of the history.
RESULTS_A_PAGE = 50
# The newest matches that are looked through for the cost of decisions.
MOST_REVIEWED = 100
# How a match may have ended for its decisions to be one's own, but for a few that a bot made.
OWN_DECISIONS = ("played", "unfinished")


async def show_own(store: Store, profile: StoredProfile) -> ProfileShown:
    """One's own profile: everything."""
    return await _shown(store, profile, ALL, own=True)


async def show_public(store: Store, profile: StoredProfile) -> ProfileShown:
    """What a profile shows to everybody."""
    return await _shown(store, profile, _ticked(profile), own=False)


def _ticked(profile: StoredProfile) -> tuple[Shows, ...]:
    return tuple(word for word in ALL if word in profile.shows)


async def _shown(
    store: Store, profile: StoredProfile, words: tuple[Shows, ...], *, own: bool
) -> ProfileShown:
    name = profile.id
    ratings = statistics = results = decisions = None
    if "rating" in words:
        rated = await store.look_up(lambda: kept.ratings_of(name))
        ratings = tuple(msgspec.convert(each, RatingShown, from_attributes=True) for each in rated)
    if "statistics" in words:
        sums = await store.look_up(lambda: kept.statistics_of(name))
        statistics = tuple(
            StatisticsShown(
                game=each.game,
                seats=each.seats,
                cards=each.cards,
                deals=each.deals,
                goal=BOTS[each.game].goal,
                made=each.made,
                points=each.points,
                par=each.par,
            )
            for each in sums
            if each.game in BOTS
        )
    if "history" in words:
        results = (await results_page(store, name, None)).results
    if "decisions" in words:
        decisions = await _decisions(store, name, own=own)
    return ProfileShown(
        profile.id,
        profile.name,
        profile.created,
        _ticked(profile),
        ratings,
        statistics,
        results,
        decisions,
    )


async def _decisions(store: Store, profile: str, *, own: bool) -> DecisionCosts:
    """What decisions cost in the matches that count: not after one left, nor in what-ifs."""
    found = await store.look_up(lambda: kept.reviewed_results(profile, FORM, MOST_REVIEWED))
    measured, unmeasured = [], []
    for each in found:
        result = msgspec.json.decode(each.result.body, type=SeatResult)
        if result.how not in OWN_DECISIONS or result.what_if:
            continue
        if not each.costs:
            unmeasured.append(each.result.replay)
            continue
        costs = msgspec.json.decode(each.costs, type=tuple[SeatCost, ...])
        if costs and costs[result.seat].choices:
            cost = costs[result.seat]
            measured.append(
                MatchCost(
                    replay=each.result.replay,
                    at=each.result.at,
                    game=each.result.game,
                    seat=result.seat,
                    deals=cost.deals,
                    choices=cost.choices,
                    cost=cost.cost,
                    stderr=cost.stderr,
                    worlds=each.worlds,
                    undone=result.undone,
                )
            )
    return DecisionCosts(tuple(reversed(measured)), tuple(unmeasured) if own else ())


async def results_page(store: Store, profile: str, before: tuple[float, str] | None) -> ResultsPage:
    """The matches after this one, or the newest."""
    found = await store.look_up(
        lambda: kept.results_of(profile, before=before, most=RESULTS_A_PAGE)
    )
    return ResultsPage(tuple(map(_result, found)))


def _result(found: kept.StoredResult) -> MatchResultShown:
    result = msgspec.json.decode(found.body, type=SeatResult)
    return MatchResultShown(
        replay=found.replay,
        at=found.at,
        game=found.game,
        seats=result.seats,
        seat=result.seat,
        points=result.points,
        totals=result.totals,
        place=result.place,
        how=result.how,
        others=result.others,
        undone=result.undone,
        rated=result.rated,
    )
