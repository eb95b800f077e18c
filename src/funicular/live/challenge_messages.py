"""What is sent of challenges over HTTP; `docs/protocol.md` lists the addresses."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from funicular.challenge.challenge import ChallengeKind
from funicular.challenge.comparison import Bar
from funicular.core.options import OptionsByName
from funicular.live.messages import Id, Lang
from funicular.table.commands import Face, Name
from funicular.table.wire import House, Pace

# Enough for a family; a duel of more is a club's evening.
MOST_PLAYERS = 20


class NewDuel(Struct, frozen=True, forbid_unknown_fields=True):
    """What `POST /api/challenges` takes: a game, and how many may play it."""

    game: str
    seats: int = 4
    options: OptionsByName = {}
    # The number of deals, where the game lets one choose.
    deals: int | None = None
    # One of the game's lengths, instead of options; the shortest if there is neither.
    length: Annotated[str, Meta(max_length=32)] | None = None
    players: Annotated[int, Meta(ge=2, le=MOST_PLAYERS)] = 2


class NewAttempt(Struct, frozen=True, forbid_unknown_fields=True):
    """What `POST /api/challenges/ID/attempts` takes. It answers as `POST /api/tables` does."""

    name: Name
    lang: Lang
    pace: Pace = "normal"
    face: Face | None = None
    # Left out of the leaderboard's names.
    unnamed: bool = False


class SubmittedResult(Struct, frozen=True, forbid_unknown_fields=True):
    """What `POST /api/challenges/ID/results` takes: the table of the attempt. No points: the server
    plays the moves again.
    """

    table: Id


class DealCompared(Struct, frozen=True):
    """A deal of one's own beside everybody's. Leads are points ahead of the others' average."""

    lead: float
    # Of all who have played.
    mean: float
    # None until the expert has played.
    expert: float | None
    # Matchpoints: the share of the others who did worse, equals counted half; None if alone.
    share: float | None


class ChallengeResult(Struct, frozen=True):
    """One's result among everybody's."""

    points: int
    lead: float
    rank: int
    share: float | None
    mean: float
    expert: float | None
    deals: tuple[DealCompared, ...]
    # Everybody's leads, and which of the bars one's own is in.
    bars: tuple[Bar, ...]
    bar: int


class ChallengeShown(Struct, frozen=True):
    """A challenge as somebody sees it who has played it or not: nothing in it tells a card."""

    id: str
    kind: ChallengeKind
    game: str
    seats: int
    house: tuple[House, ...]
    # How many deals everybody plays, and about how many minutes that takes; None if unknown.
    deals: int
    level: str
    opened: float
    closes: float
    commitment: str
    # Once it is over for everybody.
    seed: str | None
    # How many may play it, None for everybody; how many have finished.
    players: int | None
    finished: int
    # Not begun, being played, over and being checked, with a result; or it is too late for one.
    state: Literal["new", "playing", "checking", "played", "missed"]
    # Of an attempt of one's own: its table, and the replay once the cards may be seen.
    table: str | None = None
    replay: str | None = None
    result: ChallengeResult | None = None
    # Why the server would not take it, in words.
    problem: str | None = None
    # Where everybody sits who plays it.
    seat: int = 0


class LeaderShown(Struct, frozen=True):
    """A row of the leaderboard."""

    rank: int
    name: str
    points: int
    lead: float
    you: bool


class Leaderboard(Struct, frozen=True):
    """`GET /api/challenges/ID/leaderboard?skip=`: a page of it."""

    rows: tuple[LeaderShown, ...]
    # How many have a result, and how many to skip for the next page; None after the last.
    finished: int
    next: int | None


class DailyListed(Struct, frozen=True):
    """A daily deal of the past in `GET /api/challenges/dailies`."""

    id: str
    # As `2026-11-16`.
    day: str
    game: str
    finished: int
    # One's own, where one has played it.
    rank: int | None = None
    lead: float | None = None
