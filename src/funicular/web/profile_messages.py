"""What is said of profiles over HTTP, as JSON; docs/protocol.schema.json is generated from it."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from funicular.table.commands import Name
from funicular.table.match_results import How

Shows = Literal["rating", "statistics", "history", "decisions"]


class ProfileWish(Struct, frozen=True, forbid_unknown_fields=True):
    """`POST /api/profile`: a new profile, or another name and other things to show."""

    name: Name
    # What others may see; nothing but what is named here.
    public: Annotated[tuple[Shows, ...], Meta(max_length=4)] = ()


class RatingShown(Struct, frozen=True):
    """A rating: value and standard deviation, from so many matches."""

    game: str
    against: Literal["people", "bots"]
    value: float
    deviation: float
    matches: int


class StatisticsShown(Struct, frozen=True):
    """Sums over deals of a game with so many seats and cards in hand."""

    game: str
    seats: int
    cards: int
    deals: int
    # What the game is about, `contract made` or `out first`, and in how many deals one had it.
    goal: str
    made: int
    points: int
    # What the others at the table had on average, summed up in the same way.
    par: float


class MatchResultShown(Struct, frozen=True):
    """A match that is over."""

    replay: str
    # Seconds since 1970.
    at: float
    game: str
    seats: int
    seat: int
    points: int
    totals: tuple[int, ...]
    place: int
    how: How
    others: tuple[str, ...]
    undone: bool
    rated: tuple[str, ...]


class MatchCost(Struct, frozen=True):
    """What one's decisions cost in a match whose review is kept."""

    replay: str
    at: float
    game: str
    seat: int
    # Finished deals, and decisions in them that were a choice.
    deals: int
    choices: int
    # Points, all deals together, and the standard error; below 0 is within chance.
    cost: float
    stderr: float
    # In how many worlds each decision was tried.
    worlds: int
    undone: bool


class DecisionCosts(Struct, frozen=True):
    """What one's decisions cost, match by match, from reviews that are kept."""

    # The oldest first.
    measured: tuple[MatchCost, ...]
    # The replays of matches without a review, the newest first; for oneself alone.
    unmeasured: tuple[str, ...]


class ProfileShown(Struct, frozen=True):
    """A profile: all of one's own, of others what they show. None is what they do not."""

    id: str
    name: str
    created: float
    public: tuple[Shows, ...]
    ratings: tuple[RatingShown, ...] | None
    statistics: tuple[StatisticsShown, ...] | None
    # The newest matches.
    results: tuple[MatchResultShown, ...] | None
    decisions: DecisionCosts | None


class ResultsPage(Struct, frozen=True):
    """Older matches of a profile."""

    results: tuple[MatchResultShown, ...]


class RankedShown(Struct, frozen=True):
    """A line of the list of the best."""

    place: int
    profile: str
    name: str
    value: float
    deviation: float
    matches: int


class BestRated(Struct, frozen=True):
    """`GET /api/leaderboard`: the best of a game, sure ratings first."""

    game: str
    against: Literal["people", "bots"]
    ranked: tuple[RankedShown, ...]
    # Whether there is another page.
    more: bool


class SeatClaimed(Struct, frozen=True):
    """What `POST /api/tables/ID/claim` answers: from which of the table's matches on it counts."""

    since: int
