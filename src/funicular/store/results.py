"""Results, statistics and ratings of profiles as a store has them, in steps for both databases.

They are taken from the logs of tables where a profile has claimed a seat (`live/collecting`). How
far a log has been read is kept with what was found in it, in one transaction: nothing is counted
twice, whoever tries it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Literal

from msgspec import Struct

from funicular.store.steps import Steps, names_in

Against = Literal["people", "bots"]
DAY = 86_400

RATING = "SELECT value, deviation FROM ratings WHERE profile = $1 AND game = $2 AND against = $3"
# On how many days before this one a profile has played with others than another one, up to a limit.
EARLIER_DAYS = """
    SELECT count(*) FROM (
        SELECT DISTINCT day FROM opponents
        WHERE profile = $1 AND opponent <> $2 AND day < $3 LIMIT $4
    ) AS days
"""
COUNTED_ON = "SELECT coalesce(sum(counted), 0) FROM opponents WHERE profile = $1 AND day = $2"
MATCHES_OF_TWO = """
    SELECT coalesce(sum(matches), 0) FROM opponents
    WHERE profile = $1 AND game = $2 AND opponent = $3 AND day > $4 AND day <= $5
"""
MEET = """
    INSERT INTO opponents (profile, game, opponent, day, matches, counted)
    VALUES ($1, $2, $3, $4, 1, $5) ON CONFLICT (profile, game, opponent, day)
    DO UPDATE SET matches = opponents.matches + 1, counted = opponents.counted + excluded.counted
"""
LIST = """
    UPDATE ratings SET listed = CASE WHEN $2 = 1 AND $3 <= CASE against WHEN 'bots' THEN matches
        ELSE (SELECT coalesce(sum(counted), 0) FROM opponents
            WHERE opponents.profile = ratings.profile AND opponents.game = ratings.game)
        END THEN 1 ELSE 0 END
    WHERE profile = $1
"""


class StoredResult(Struct, frozen=True):
    """A match of a profile."""

    replay: str
    at: float
    game: str
    body: str


class ReviewedResult(Struct, frozen=True):
    """A match of a profile that can still be watched, with what decisions cost each seat there."""

    result: StoredResult
    # In how many worlds decisions were tried, and the costs; 0 and "" without a review.
    worlds: int
    costs: str


class StoredStatistics(Struct, frozen=True):
    """Sums over deals of one game with so many seats and cards in hand."""

    game: str
    seats: int
    cards: int
    deals: int
    made: int
    points: int
    par: float


class StoredRating(Struct, frozen=True):
    """A rating with its standard deviation, and how many matches it comes from."""

    game: str
    against: str
    value: float
    deviation: float
    matches: int


class Ranked(Struct, frozen=True):
    """A line of the list of the best."""

    profile: str
    name: str
    value: float
    deviation: float
    matches: int


class RatingMark(Struct):
    """A rating to be changed: value and deviation."""

    value: float
    deviation: float


class NewResult(Struct, frozen=True):
    """What a match was to one profile."""

    profile: str
    body: str
    # Of each number of cards: deals, goals reached, points, and the mean of the others' points.
    statistics: Mapping[int, tuple[int, int, int, float]]


# Changes these ratings in place; it is told against whom, and how much each pair counts.
UpdateRatings = Callable[[Against, Mapping[str, RatingMark], Mapping[tuple[str, str], float]], None]


class NewMatch(Struct, frozen=True, kw_only=True):
    """A match that is over, with the results of all profiles in it."""

    replay: str
    at: float
    game: str
    seats: int
    results: Sequence[NewResult]
    # Who met whom, and how much of that counts for the first of the two.
    pairs: Mapping[tuple[str, str], float]
    # Which ratings it changes, by profile; and what they become: it is given the ratings as they
    # are, which it changes in place, and how much each of the pairs counts.
    rated: Mapping[Against, Sequence[str]]
    rate: UpdateRatings


class RatingRules(Struct, frozen=True, kw_only=True):
    """A rating before the first match, what opponents count, and who is listed."""

    value: float
    deviation: float
    # How far below a rating its sure part is, by which lists go.
    rank: Callable[[float, float], float]
    # How much an opponent counts that has played with others on so many earlier days, but for
    # more than `proved_days`; after so many matches of the two in the last `pair_days`.
    weight: Callable[[int, int], float]
    proved_days: int
    pair_days: int
    # How much of a day counts at most.
    most_a_day: float
    # How much has to count before a profile is listed.
    listed_from: float


def uncollected_tables(profile: str, most: int) -> Steps[tuple[str, ...]]:
    """Tables of a profile whose logs have grown since results were taken from them."""
    found = yield (
        (
            "SELECT DISTINCT claims.table_id FROM claims JOIN tables ON tables.id = claims.table_id"
            " LEFT JOIN collected ON collected.table_id = claims.table_id"
            " WHERE claims.profile = $1 AND tables.seq > coalesce(collected.seq, 0)"
            " ORDER BY claims.table_id LIMIT $2"
        ),
        (profile, most),
    )
    return names_in(found)


def collected_at(table: str) -> Steps[tuple[int, str]]:
    """Up to which row results were taken from a table's log, and what was known there."""
    found = yield "SELECT seq, body FROM collected WHERE table_id = $1", (table,)
    return (found[0][0], found[0][1]) if found else (0, "")


def keep_results(
    table: str, before: int, after: tuple[int, str], matches: Sequence[NewMatch], rules: RatingRules
) -> Steps[bool]:
    """Keep the results of these matches of a table, and how far its log has been read.

    False if another server has gone on from `before` meanwhile: then nothing is kept, and nothing
    is counted twice.
    """
    if before:
        sql = "UPDATE collected SET seq = $3, body = $4 WHERE table_id = $1 AND seq = $2"
        moved = yield f"{sql} RETURNING 1", (table, before, *after)
    else:
        sql = "INSERT INTO collected (table_id, seq, body) VALUES ($1, $2, $3)"
        moved = yield f"{sql} ON CONFLICT DO NOTHING RETURNING 1", (table, *after)
    if not moved:
        return False
    for match in matches:
        yield from _keep_match(match, rules)
    return True


def _keep_match(match: NewMatch, rules: RatingRules) -> Steps[None]:
    listed: dict[str, bool] = {}
    # In one order, so that two who keep matches of the same people do not wait for each other.
    for result in sorted(match.results, key=lambda each: each.profile):
        there = yield (
            "UPDATE profiles SET signed = signed WHERE id = $1 RETURNING public",
            (result.profile,),
        )
        if not there:
            continue
        made = yield (
            (
                "INSERT INTO results (profile, replay, at, game, body) VALUES ($1, $2, $3, $4, $5)"
                " ON CONFLICT DO NOTHING RETURNING 1"
            ),
            (result.profile, match.replay, match.at, match.game, result.body),
        )
        if made:
            listed[result.profile] = "rating" in there[0][0].split()
            yield from _add_statistics(match, result)
    weights = yield from _weights(match, listed, rules)
    for against, profiles in match.rated.items():
        if any(profile in listed for profile in profiles):
            yield from _rate(match, against, profiles, listed, weights, rules)


def _add_statistics(match: NewMatch, result: NewResult) -> Steps[None]:
    for cards, sums in result.statistics.items():
        yield (
            (
                "INSERT INTO statistics (profile, game, seats, cards, deals, made, points, par)"
                " VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"
                " ON CONFLICT (profile, game, seats, cards) DO UPDATE SET"
                " deals = statistics.deals + excluded.deals,"
                " made = statistics.made + excluded.made,"
                " points = statistics.points + excluded.points, par = statistics.par + excluded.par"
            ),
            (result.profile, match.game, match.seats, cards, *sums),
        )


def _weights(
    match: NewMatch, there: Collection[str], rules: RatingRules
) -> Steps[dict[tuple[str, str], float]]:
    """How much each opponent counts for each; it is noted that they met."""
    day = int(match.at // DAY)
    weights: dict[tuple[str, str], float] = {}
    for (profile, opponent), share in sorted(match.pairs.items()):
        days = matches = counted = 0
        # One that was deleted meanwhile counts as a profile that has proved nothing.
        if profile in there and opponent in there:
            ((days,),) = yield EARLIER_DAYS, (opponent, profile, day, rules.proved_days)
            ((matches,),) = yield (
                MATCHES_OF_TWO,
                (profile, match.game, opponent, day - rules.pair_days, day),
            )
            ((counted,),) = yield COUNTED_ON, (profile, day)
        weight = rules.weight(days, int(matches)) if counted < rules.most_a_day else 0.0
        weights[profile, opponent] = share * weight
    for (profile, opponent), weight in weights.items():
        if profile in there and opponent in there:
            yield MEET, (profile, match.game, opponent, day, weight)
    return weights


def _rate(  # noqa: PLR0913, PLR0917 - a step of one transaction
    match: NewMatch,
    against: Against,
    profiles: Sequence[str],
    shows: Mapping[str, bool],
    weights: Mapping[tuple[str, str], float],
    rules: RatingRules,
) -> Steps[None]:
    marks: dict[str, RatingMark] = {}
    for profile in sorted(profiles):
        if profile not in shows:
            # Deleted meanwhile: it still counts as somebody of whom nothing is known.
            marks[profile] = RatingMark(rules.value, rules.deviation)
            continue
        found = yield (
            (
                "INSERT INTO ratings"
                " (profile, game, against, value, deviation, rank, matches, listed)"
                " VALUES ($1, $2, $3, $4, $5, 0.0, 0, 0) ON CONFLICT (profile, game, against)"
                " DO UPDATE SET matches = ratings.matches RETURNING value, deviation"
            ),
            (profile, match.game, against, rules.value, rules.deviation),
        )
        marks[profile] = RatingMark(*found[0])
    if against == "people":
        # Those for whom the match does not count still count for others.
        for opponent in sorted({opponent for _, opponent in weights} - marks.keys()):
            found = yield RATING, (opponent, match.game, against)
            marks[opponent] = RatingMark(*(found[0] if found else (rules.value, rules.deviation)))
    match.rate(against, marks, weights)
    for profile, mark in sorted(marks.items()):
        if profile in shows and profile in profiles:
            yield (
                (
                    "UPDATE ratings SET value = $4, deviation = $5, rank = $6,"
                    " matches = matches + 1"
                    " WHERE profile = $1 AND game = $2 AND against = $3"
                ),
                (
                    profile,
                    match.game,
                    against,
                    mark.value,
                    mark.deviation,
                    rules.rank(mark.value, mark.deviation),
                ),
            )
            yield from list_ratings(profile, shows=shows[profile], rules=rules)


def list_ratings(profile: str, *, shows: bool, rules: RatingRules) -> Steps[None]:
    """List a profile's ratings as far as it wants that and enough counts, or no longer."""
    yield LIST, (profile, int(shows), rules.listed_from)


def results_of(
    profile: str, *, before: tuple[float, str] | None, most: int
) -> Steps[tuple[StoredResult, ...]]:
    """The matches of a profile, the newest first; the page after the one that ended there."""
    columns = "SELECT replay, at, game, body FROM results WHERE profile = $1"
    order = "ORDER BY at DESC, replay DESC"
    if before is None:
        found = yield f"{columns} {order} LIMIT $2", (profile, most)
    else:
        sql = f"{columns} AND (at, replay) < ($2, $3) {order} LIMIT $4"
        found = yield sql, (profile, *before, most)
    return tuple(StoredResult(*each) for each in found)


# Only the newest matches are looked at, whether they can still be watched or not, so that a page
# costs the same after ten matches and after ten thousand. Of several reviews the most precise one
# counts.
REVIEWED_RESULTS = """
    SELECT newest.replay, newest.at, newest.game, newest.body,
        coalesce(reviews.worlds, 0), coalesce(reviews.costs, '')
    FROM (
        SELECT replay, at, game, body FROM results
        WHERE profile = $1 ORDER BY at DESC, replay DESC LIMIT $3
    ) AS newest JOIN records ON records.name = newest.replay
    LEFT JOIN reviews ON reviews.replay = newest.replay AND reviews.worlds = (
        SELECT max(kept.worlds) FROM reviews AS kept
        WHERE kept.replay = newest.replay AND kept.form = $2
    )
    ORDER BY newest.at DESC, newest.replay DESC
"""


def reviewed_results(profile: str, form: int, most: int) -> Steps[tuple[ReviewedResult, ...]]:
    """Of the newest matches of a profile those that are kept, with costs by reviews of a form."""
    found = yield REVIEWED_RESULTS, (profile, form, most)
    return tuple(
        ReviewedResult(StoredResult(*result), worlds, costs) for *result, worlds, costs in found
    )


def statistics_of(profile: str) -> Steps[tuple[StoredStatistics, ...]]:
    """The sums of a profile."""
    found = yield (
        (
            "SELECT game, seats, cards, deals, made, points, par FROM statistics WHERE profile = $1"
            " ORDER BY game, seats, cards"
        ),
        (profile,),
    )
    return tuple(StoredStatistics(*each) for each in found)


def ratings_of(profile: str) -> Steps[tuple[StoredRating, ...]]:
    """The ratings of a profile."""
    found = yield (
        (
            "SELECT game, against, value, deviation, matches FROM ratings WHERE profile = $1"
            " ORDER BY game, against"
        ),
        (profile,),
    )
    return tuple(StoredRating(*each) for each in found)


def best_ranked(game: str, against: str, *, skipped: int, most: int) -> Steps[tuple[Ranked, ...]]:
    """The best of those who want to be listed, from this place on."""
    found = yield (
        (
            "SELECT profile, profiles.name, value, deviation, matches FROM ratings"
            " JOIN profiles ON profiles.id = ratings.profile"
            " WHERE game = $1 AND against = $2 AND listed = 1"
            " ORDER BY rank DESC, profile DESC LIMIT $3 OFFSET $4"
        ),
        (game, against, most, skipped),
    )
    return tuple(Ranked(*each) for each in found)
