"""Results of profiles, taken from the logs and records of tables where they have claimed seats.

When a match ends, its server collects at once, in the background; and whoever looks at their own
profile has collected what was missed. Both may happen at several servers at the same time: what is
kept says how far the log was read, so nothing is counted twice. A match under way has no record
yet, so nothing of it is read.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from itertools import permutations

import msgspec
from msgspec import Struct
from msgspec.structs import astuple, replace

from funicular.core.match import Match
from funicular.core.record import Record, parse_record
from funicular.core.wire import to_json
from funicular.games.records import replay_record
from funicular.live.admission.worker_pool import WorkerTurn, go_on
from funicular.live.loading import PAGE
from funicular.live.profile_ratings import USUAL, bot_rating, rate_among_bots, rate_people
from funicular.live.replay_names import replay_name
from funicular.live.table_log import read_row
from funicular.store.log import Row
from funicular.store.open import Store
from funicular.store.profiles import StoredClaim, claims_at
from funicular.store.results import (
    Against,
    NewMatch,
    NewResult,
    RatingMark,
    collected_at,
    keep_results,
    uncollected_tables,
)
from funicular.table.entries import AnyEntry, Began
from funicular.table.match_results import (
    MatchLog,
    MatchReader,
    SeatResult,
    Walk,
    deal_sums,
    seat_result,
    standing,
    walked,
)

# Tables looked at when somebody opens their profile; the others come with the next look.
MOST_TABLES = 8

# Finds a record by its name; None if there is none, or its match is not over.
FindRecord = Callable[[str], Awaitable[bytes | None]]


async def collect_all(store: Store, turn: WorkerTurn, profile: str, find: FindRecord) -> None:
    """Collect what is missing of a profile."""
    for table in await store.look_up(lambda: uncollected_tables(profile, MOST_TABLES)):
        await collect(store, turn, table, find)


async def collect(store: Store, turn: WorkerTurn, table: str, find: FindRecord) -> None:
    """Take the results of all matches of a table that are over and were not taken yet."""
    claims = await store.look_up(lambda: claims_at(table))
    if not claims:
        return
    before, body = await store.look_up(lambda: collected_at(table))
    walk = msgspec.json.decode(body, type=Walk) if body else Walk()
    if before and not walk.host:
        (first,) = await store.read(table, after=0, most=1)
        walk = replace(walk, host=walked(Walk(), *_entry(first)[:2]).host)
    collecting = _Collecting(table, claims, walk)
    # The first row alone: if it begins a match that is under way, no more is read, however often
    # somebody looks.
    most = 1
    while True:
        rows = await store.read(table, after=collecting.read, most=most)
        most = PAGE
        if not rows:
            break
        text = await turn.run(collecting.go_on, rows, None)
        # Stopped where a match begins: it goes on only with the match's record.
        while text is not None:
            record = await find(text)
            if record is None:
                break
            text = await turn.run(collecting.go_on, (), record)
        if text is not None:
            break
    walk = collecting.walk
    if walk.seq > before:
        after = walk.seq, msgspec.json.encode(walk).decode()
        matches = tuple(collecting.matches)
        await store.change(lambda: keep_results(table, before, after, matches, USUAL))


class _Collecting:
    """The log of a table being read, page by page."""

    def __init__(self, table: str, claims: Sequence[StoredClaim], walk: Walk) -> None:
        self._table = table
        self._claims = claims
        # As far as is kept: between two matches.
        self.walk = walk
        # As far as was read.
        self.read = walk.seq
        self.matches: list[NewMatch] = []
        self._waiting: list[tuple[AnyEntry, int, float]] = []
        self._reader: MatchReader | None = None
        self._record: Record | None = None

    def go_on(self, rows: Sequence[Row], record: bytes | None) -> str | None:
        """Read these rows; the name of the record that is needed to read on, if one is."""
        for row in rows:
            self._waiting.append((*_entry(row),))
            self.read = row.seq
        if record is not None:
            self._begin(record)
        while self._waiting:
            entry, seq, at = self._waiting[0]
            if isinstance(entry, Began):
                if self._reader is not None:
                    # Its end was not found: the record is of another match than the log.
                    self.walk, self._reader = self._reader.walk, None
                return replay_name(self._table, self.walk.begun + 1)
            self._waiting.pop(0)
            self._take(entry, seq, at)
        return None

    def _begin(self, text: bytes) -> None:
        entry, seq, _ = self._waiting.pop(0)
        self._record = parse_record(text)
        self._reader = MatchReader(walked(self.walk, entry, seq), self._record)

    def _take(self, entry: AnyEntry, seq: int, at: float) -> None:
        if self._reader is None or self._record is None:
            self.walk = walked(self.walk, entry, seq)
            return
        ended = self._reader.read(entry, seq, at)
        if ended is not None:
            self.walk = self._reader.walk
            match = new_match(self._table, self.walk, ended, self._record, self._claims)
            if match is not None:
                self.matches.append(match)
            self._reader = self._record = None


def _entry(row: Row) -> tuple[AnyEntry, int, float]:
    entry, at = read_row(row)
    return entry, row.seq, at


def new_match(
    table: str, walk: Walk, log: MatchLog, record: Record, claims: Sequence[StoredClaim]
) -> NewMatch | None:
    """A match with the results of the profiles in it; None if it had none."""
    seats = _profiles(walk.begun, log, claims)
    if not seats:
        return None
    played = replay_record(record, go_on)
    results = {seat: seat_result(log, record, seat) for seat in seats}
    duels = _duels(log, played, results) if walk.contest else {}
    bots = {seat: _bots_met(log, played, result) for seat, result in results.items()}
    for seat, kinds in _rated(walk, log, results, duels, bots).items():
        results[seat] = replace(results[seat], rated=kinds)
    people = {profile: seat for seat, profile in seats.items()}

    def rate(
        against: Against, marks: Mapping[str, RatingMark], weights: Mapping[tuple[str, str], float]
    ) -> None:
        if against == "people":
            orders = {pair: duels[people[pair[0]], people[pair[1]]].order for pair in weights}
            rate_people(marks, orders, weights)
            return
        for profile, mark in marks.items():
            met = [
                (bot_rating(record.game, log.bots[bot]), order)
                for bot, order in bots[people[profile]].items()
            ]
            rate_among_bots(mark, met)

    both: tuple[Against, ...] = ("people", "bots")
    return NewMatch(
        replay=replay_name(table, walk.begun),
        at=log.at,
        game=record.game,
        seats=record.seats,
        results=tuple(
            NewResult(
                profile,
                to_json(results[seat]).decode(),
                {cards: astuple(sums) for cards, sums in deal_sums(log, played, seat).items()},
            )
            for seat, profile in seats.items()
        ),
        rated={
            kind: tuple(seats[seat] for seat in seats if kind in results[seat].rated)
            for kind in both
        },
        pairs={
            (seats[one], seats[other]): duel.share / (len(seats) - 1)
            for (one, other), duel in duels.items()
        },
        rate=rate,
    )


def _profiles(number: int, log: MatchLog, claims: Sequence[StoredClaim]) -> dict[int, str]:
    """The profile of each seat that has one in this match; a second seat of one does not count.

    Nor does a match in which a person has not made a move.
    """
    found: dict[int, str] = {}
    for seat, guest in sorted(log.people.items()):
        own = [each for each in claims if each.guest == guest and each.since <= number]
        profile = max(own, key=lambda each: each.since).profile if own else None
        moved = log.moves.get(seat, 0) > log.kept.get(seat, 0)
        if profile is not None and moved and profile not in found.values():
            found[seat] = profile
    return found


class Duel(Struct, frozen=True):
    """What one person's match was against another: who was ahead, and how much of it counts."""

    # Of the one and the other; the lower is ahead.
    order: tuple[int, int]
    # Of what one could win; a loss counts in full.
    share: float = 1.0


WON, DRAWN, LOST = (1, 2), (1, 1), (2, 1)


def _duels(
    log: MatchLog, match: Match, results: Mapping[int, SeatResult]
) -> dict[tuple[int, int], Duel]:
    """What each had against each other. Nobody can get out of what they are losing.

    A match that was given up is nobody's doing.
    """
    found = {}
    ended = [seat for seat, result in results.items() if result.how != "unfinished"]
    for one, other in permutations(ended, 2):
        duel = _duel(log, match, results[one], results[other])
        if duel is not None:
            found[one, other] = duel
    return found


def _duel(log: MatchLog, match: Match, one: SeatResult, other: SeatResult) -> Duel | None:
    if "removed" not in (one.how, other.how):
        return Duel(_order(_place(one), _place(other)))
    if one.how == "left":
        return Duel(LOST)
    # As it stood at the end of the deal in which one of them was removed.
    deal = min(log.gone[each.seat][0] for each in (one, other) if each.how == "removed")
    points = standing(match, deal)
    if points[one.seat] < points[other.seat]:
        return Duel(LOST)
    if one.how == "removed" and points[one.seat] > points[other.seat]:
        # Otherwise one would be removed by a friend as soon as one is ahead.
        return Duel(WON, deal / len(match.states))
    return None


def _order(one: int, other: int) -> tuple[int, int]:
    return WON if one < other else DRAWN if one == other else LOST


def _bots_met(log: MatchLog, match: Match, result: SeatResult) -> dict[int, int]:
    """Where the bots that count for a person were, who is at 0: those below were better.

    A bot in whose seat another player sat down later counts only if it was ahead by then.
    """
    met = {}
    for seat in log.bots:
        deal = log.replaced.get(seat)
        if result.how == "removed":
            gone = log.gone[result.seat][0]
            deal = gone if deal is None else min(deal, gone)
        if result.how in ("left", "unfinished"):
            met[seat] = -1
        elif deal is None:
            met[seat] = _rank(result.totals, seat) - result.place
        elif (points := standing(match, deal))[seat] > points[result.seat]:
            met[seat] = -result.seats
    return met


def _rated(
    walk: Walk,
    log: MatchLog,
    results: Mapping[int, SeatResult],
    duels: Mapping[tuple[int, int], Duel],
    met: Mapping[int, Mapping[int, int]],
) -> dict[int, tuple[Against, ...]]:
    """Which ratings the match counts for, by seat."""
    if not walk.contest:
        return {}
    kinds: dict[int, tuple[Against, ...]] = {}
    for seat, result in results.items():
        # A match that several people let lie is nobody's doing; those who have left did not.
        let_lie = not log.people.keys() - log.gone.keys() - {seat}
        people: tuple[Against, ...] = ("people",) if any(one == seat for one, _ in duels) else ()
        # With moves taken back it was practice: alone one may do so as one likes, and be alone
        # because somebody began the match with one and left.
        counts = bool(met[seat]) and not log.undone and (result.how != "unfinished" or let_lie)
        bots: tuple[Against, ...] = ("bots",) if counts else ()
        kinds[seat] = people + bots
    return kinds


def _rank(totals: Sequence[int], seat: int) -> int:
    return 1 + sum(total > totals[seat] for total in totals)


def _place(result: SeatResult) -> int:
    """The place that a rating goes by: who did not stay to the end is last."""
    return result.place if result.how == "played" else result.seats + 1
