"""The results of a run: the outcome of every unit, kept small enough for millions of them.

Each unit has a place of its own in flat rows, so that it cannot be counted twice, and the order in
which units come back does not matter.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator

from funicular.arena.plan import Contest, Key, Plan
from funicular.arena.player import EXTERNAL
from funicular.arena.unit import Outcome, SavedPhrase
from funicular.core.errors import FunicularError

# An outside program that forfeits this often is out of the run.
MOST_FORFEITS = 3
# Sentences about forfeits that are kept; a run may have a great many forfeits.
MOST_REASONS = 20

# No deal of any game comes near it, and four bytes hold it.
MOST_POINTS = 2**31

MISSING, PLAYED, FORFEITED = range(3)


class ForeignOutcome(FunicularError):
    """An outcome that cannot be one of this plan."""


class ContestResults:
    """The rows of one contest."""

    def __init__(self, plan: Plan, contest: Contest) -> None:
        """Leave a place for every unit."""
        self.contest = contest
        self.seatings = plan.seatings_of(contest)
        units = plan.deals * len(self.seatings)
        self.status = bytearray(units)
        # By unit and seat; of a forfeited unit, the first place holds the seat to blame.
        self.points = array("i", bytes(4 * units * contest.seats))
        self.made = bytearray(units * contest.seats)
        self.bids = False
        # By deal.
        self.cards = bytearray(plan.deals)
        # By entrant.
        self.choices = [0] * len(contest.entrants)
        self.seconds = [0.0] * len(contest.entrants)

    def fits(self, outcome: Outcome) -> bool:
        """Whether an outcome can be one of this contest."""
        seats = self.contest.seats
        if not (0 <= outcome.seating < len(self.seatings) and 0 < outcome.cards < 256):
            return False
        if outcome.fault is not None:
            return 0 <= outcome.fault.seat < seats
        rows = (outcome.points, outcome.choices, outcome.seconds, outcome.made or outcome.points)
        return all(len(row) == seats for row in rows) and all(
            -MOST_POINTS < points < MOST_POINTS for points in outcome.points
        )

    def enter(self, outcome: Outcome) -> None:
        """Put a unit in its place."""
        unit = outcome.deal * len(self.seatings) + outcome.seating
        place = unit * self.contest.seats
        self.cards[outcome.deal] = outcome.cards
        if outcome.fault is not None:
            self.status[unit] = FORFEITED
            self.points[place] = outcome.fault.seat
            return
        self.status[unit] = PLAYED
        for seat, points in enumerate(outcome.points):
            self.points[place + seat] = points
        for seat, made in enumerate(outcome.made):
            self.made[place + seat] = made
            self.bids = True
        for seat, entrant in enumerate(self.seatings[outcome.seating]):
            self.choices[entrant] += outcome.choices[seat]
            self.seconds[entrant] += outcome.seconds[seat]

    def forfeit_rest(self, entrant: int) -> int:
        """Count what was not played as forfeited by this entrant; how much that is."""
        rest = 0
        for unit, status in enumerate(self.status):
            if status == MISSING:
                seat = self.seatings[unit % len(self.seatings)].index(entrant)
                self.status[unit] = FORFEITED
                self.points[unit * self.contest.seats] = seat
                rest += 1
        return rest


class ResultsTable:
    """Everything that has come back so far."""

    def __init__(self, plan: Plan) -> None:
        """Leave a place for every unit of this plan."""
        self.plan = plan
        self.contests = tuple(ContestResults(plan, contest) for contest in plan.contests)
        self.entered = 0
        self.forfeits: Counter[str] = Counter()
        # How often each entrant forfeited for each reason.
        self.reasons: Counter[tuple[str, bytes]] = Counter()
        self.said: dict[bytes, SavedPhrase] = {}

    def enter(self, outcome: Outcome) -> bool:
        """Enter a unit; whether it was not there yet, and is one of the plan."""
        key = outcome.key
        self._check(outcome)
        if key.deal >= self.plan.deals or self.has(key):
            return False
        self.contests[key.contest].enter(outcome)
        self.entered += 1
        if outcome.fault is not None:
            contest = self.plan.contests[key.contest]
            seating = self.plan.seatings_of(contest)[key.seating]
            self._blame(contest.entrants[seating[outcome.fault.seat]], outcome.fault.said)
        return True

    def _check(self, outcome: Outcome) -> None:
        """Refuse what would be put in a place that is not its own."""
        known = 0 <= outcome.contest < len(self.contests) and outcome.deal >= 0
        if not known or not self.contests[outcome.contest].fits(outcome):
            raise ForeignOutcome("arena.results.foreign")

    def _blame(self, entrant: str, said: SavedPhrase) -> None:
        self.forfeits[entrant] += 1
        text = repr(said).encode()
        if text in self.said or len(self.said) < MOST_REASONS:
            self.said[text] = said
            self.reasons[entrant, text] += 1

    def has(self, key: Key) -> bool:
        """Whether this unit has been entered."""
        played = self.contests[key.contest]
        return played.status[key.deal * len(played.seatings) + key.seating] != MISSING

    def is_out(self, entrant: str) -> bool:
        """Whether this entrant plays no more: an outside program that has forfeited too often."""
        return entrant.startswith(EXTERNAL) and self.forfeits[entrant] >= MOST_FORFEITS

    def wants(self, key: Key) -> bool:
        """Whether a unit is still to be played."""
        contest = self.plan.contests[key.contest]
        return not self.has(key) and not any(map(self.is_out, contest.entrants))

    def close(self) -> None:
        """Count the deals that nobody played, because an entrant is out, as forfeited by it."""
        for played in self.contests:
            out = next(filter(self.is_out, played.contest.entrants), None)
            if out is not None:
                rest = played.forfeit_rest(played.contest.entrants.index(out))
                if rest:
                    said = SavedPhrase("arena.out", {"n": MOST_FORFEITS})
                    self.forfeits[out] += rest
                    self.said[b"out"] = said
                    self.reasons[out, b"out"] += rest

    def complaints(self) -> Iterator[tuple[str, SavedPhrase, int]]:
        """Who forfeited, why, how often."""
        for (entrant, text), times in sorted(self.reasons.items()):
            yield entrant, self.said[text], times
