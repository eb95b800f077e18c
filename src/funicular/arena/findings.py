"""What a run has found, as plain values: every figure that a report shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import isfinite, nan

from msgspec import Struct
from msgspec.structs import asdict

from funicular.arena import interval
from funicular.arena.interval import Interval
from funicular.arena.per_deal import Columns, columns_of
from funicular.arena.plan import Contest, Plan
from funicular.arena.player import is_clairvoyant
from funicular.arena.ratings import Rating, ratings
from funicular.arena.results_table import ResultsTable
from funicular.arena.unit import SavedPhrase

BOTTOM = "random"


class Score(Struct, frozen=True):
    """What an entrant scored in one contest, over all deals or those of one hand size."""

    contest: Contest
    entrant: str
    # The hand size; None for all together.
    cards: int | None
    # Deals that were played in every seating.
    deals: int
    points: Interval
    margin: Interval
    # Bids made; not known (nan) where a game has none.
    made: Interval

    @property
    def against(self) -> tuple[str, ...]:
        """The others at the table, one who holds several seats once."""
        own = self.contest.entrants.index(self.entrant)
        return tuple(name for place, name in enumerate(self.contest.entrants) if place != own)


class EntrantScore(Score, frozen=True):
    """The same with everything else that is told of a contest as a whole."""

    firsts: Interval
    alone: Interval
    # The standard deviation of the margin from deal to deal.
    deviation: float
    # Mean thinking time where there was something to choose, in seconds.
    thinking: float
    forfeits: int


class Pair(Struct, frozen=True):
    """How much one entrant is ahead of another on the same deals."""

    game: str
    seats: int
    one: str
    other: str
    deals: int
    difference: Interval
    deviation: float
    # At the same tables; else each against the same field.
    direct: bool


class Rung(Struct, frozen=True):
    """A place on the scale from random (0) to clairvoyant (1) against one field."""

    game: str
    seats: int
    cards: int | None
    field: str
    entrant: str
    deals: int
    by_points: Interval
    by_margin: Interval
    by_firsts: Interval


class Findings(Struct, frozen=True):
    """Everything."""

    plan: Plan
    lines: tuple[EntrantScore, ...]
    by_cards: tuple[Score, ...]
    pairs: tuple[Pair, ...]
    scale: tuple[Rung, ...]
    ratings: tuple[Rating, ...]
    # Who forfeited, why, how often.
    complaints: tuple[tuple[str, SavedPhrase, int], ...]


class _Entry(Struct, frozen=True):
    """A contest beside its columns."""

    contest: Contest
    cards: Sequence[int]
    # Whether the game has bids.
    bids: bool
    columns: list[Columns]

    def whole(self, size: int | None = None) -> list[int]:
        """The deals, of one hand size if given, that were played in every seating."""
        points = self.columns[0].points
        return [
            deal
            for deal, cards in enumerate(self.cards)
            if isfinite(points[deal]) and size in (None, cards)
        ]


def findings(results: ResultsTable) -> Findings:
    """Everything that can be said of a run that is over."""
    entries = [
        _Entry(one.contest, one.cards, one.bids, columns_of(one)) for one in results.contests
    ]
    return Findings(
        results.plan,
        tuple(_lines(results, entries)),
        tuple(_by_cards(entries)),
        tuple(_pairs(entries)),
        tuple(_scale(results.plan, entries)),
        tuple(ratings(results)),
        tuple(results.complaints()),
    )


def _lines(results: ResultsTable, entries: Sequence[_Entry]) -> Iterator[EntrantScore]:
    for entry, played in zip(entries, results.contests, strict=True):
        for place in entry.contest.measured:
            score = _score(entry, place, None)
            columns = entry.columns[place]
            choices = played.choices[place]
            yield EntrantScore(
                **asdict(score),
                firsts=_ratio(columns.firsts, columns.sat),
                alone=_ratio(columns.alone, columns.sat),
                deviation=interval.spread(_picked(columns.margin, entry.whole())),
                thinking=played.seconds[place] / choices if choices else nan,
                forfeits=columns.forfeits,
            )


def _by_cards(entries: Sequence[_Entry]) -> Iterator[Score]:
    for entry in entries:
        sizes = sorted(set(entry.cards) - {0})
        if len(sizes) > 1:
            for place in entry.contest.measured:
                for size in sizes:
                    yield _score(entry, place, size)


def _score(entry: _Entry, place: int, size: int | None) -> Score:
    columns = entry.columns[place]
    whole = entry.whole(size)
    bid = [deal for deal, cards in enumerate(entry.cards) if entry.bids and size in (None, cards)]
    return Score(
        entry.contest,
        entry.contest.entrants[place],
        size,
        len(whole),
        _mean(_picked(columns.points, whole)),
        _mean(_picked(columns.margin, whole)),
        _ratio(_picked(columns.made, bid), _picked(columns.played, bid)),
    )


def _picked(column: Sequence[float], deals: Iterable[int]) -> list[float]:
    return [column[deal] for deal in deals]


def _mean(values: Sequence[float]) -> Interval:
    known = bool(values) and isfinite(values[0])
    return interval.mean(values) if known else interval.UNKNOWN


def _ratio(above: Sequence[float], below: Sequence[float]) -> Interval:
    return interval.ratio(above, below) if any(below) else interval.UNKNOWN


def _pairs(entries: Sequence[_Entry]) -> Iterator[Pair]:
    seen = set()
    for entry in entries:
        contest = entry.contest
        for one, other in combinations(range(len(contest.entrants)), 2):
            names = contest.entrants[one], contest.entrants[other]
            seen.add((contest.game, contest.seats, frozenset(names)))
            if names[0] != names[1]:
                left, right = entry.columns[one].points, entry.columns[other].points
                yield _pair(contest, names, left, right, direct=True)
    for first, second in combinations(entries, 2):
        contest = first.contest
        names = contest.entrants[0], second.contest.entrants[0]
        table = contest.game, contest.seats, frozenset(names)
        if _same_field(contest, second.contest) and names[0] != names[1] and table not in seen:
            seen.add(table)
            left, right = first.columns[0].margin, second.columns[0].margin
            yield _pair(contest, names, left, right, direct=False)


def _same_field(one: Contest, other: Contest) -> bool:
    return (
        one.challenge
        and other.challenge
        and (one.game, one.seats, one.entrants[1]) == (other.game, other.seats, other.entrants[1])
    )


def _pair(
    contest: Contest,
    names: tuple[str, str],
    left: Sequence[float],
    right: Sequence[float],
    *,
    direct: bool,
) -> Pair:
    ahead = [one - other for one, other in zip(left, right, strict=True) if isfinite(one - other)]
    return Pair(
        contest.game,
        contest.seats,
        *names,
        len(ahead),
        _mean(ahead),
        interval.spread(ahead),
        direct,
    )


def _scale(plan: Plan, entries: Sequence[_Entry]) -> Iterator[Rung]:
    """Everybody who met the same field as random and the clairvoyant did."""
    for bottom in entries:
        if not (bottom.contest.challenge and bottom.contest.entrants[0] == BOTTOM):
            continue
        rivals = [entry for entry in entries if _same_field(bottom.contest, entry.contest)]
        top = next((entry for entry in rivals if is_clairvoyant(entry.contest.entrants[0])), None)
        if top is None:
            continue
        sizes = sorted(set(plan.cards)) if len(set(plan.cards)) > 1 and any(bottom.cards) else []
        for own in rivals:
            if own in (bottom, top):
                continue
            for size in (None, *sizes):
                yield _rung(bottom, own, top, size)


def _rung(bottom: _Entry, own: _Entry, top: _Entry, size: int | None) -> Rung:
    three = bottom, own, top
    deals = sorted(set.intersection(*(set(entry.whole(size)) for entry in three)))

    def share(name: str) -> Interval:
        columns = [_picked(getattr(entry.columns[0], name), deals) for entry in three]
        return interval.share_of_way(*columns) if deals else interval.UNKNOWN

    contest = own.contest
    return Rung(
        contest.game,
        contest.seats,
        size,
        contest.entrants[1],
        contest.entrants[0],
        len(deals),
        share("points"),
        share("margin"),
        share("firsts"),
    )
