"""What a match was to each of the people in it, from a table's log and the match's record.

The log says who sat where when a match began, who left, whose moves a bot made, whether moves were
taken back. It is read from match to match (`Walk`), without playing it; the record has the cards
and the moves. A match counts from its first card: who leaves it has left it, and so has a host who
removes a player that was there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from statistics import fmean
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from funicular.bots.registry import BOTS
from funicular.core.match import Match
from funicular.core.record import Record
from funicular.table.entries import (
    AnyEntry,
    Began,
    BotSeated,
    CardsDealt,
    Closed,
    Moved,
    Rekeyed,
    Seated,
    TableOpened,
    TakenBack,
    Vacated,
)

# Played to its end; the person left, or a bot made most of their moves; the host removed them;
# the match was given up, nobody having come for long.
How = Literal["played", "left", "removed", "unfinished"]


class Walk(Struct, frozen=True):
    """A log read as far as the beginning or the end of a match."""

    seq: int = 0
    begun: int = 0
    # The guest or the bot's level in each seat; `bot` says which.
    people: dict[int, str] = {}
    bots: dict[int, str] = {}
    # False for a table whose matches are no contests: what-if, or a deal set for everybody.
    contest: bool = True
    # The guest who opened the table; "" in what was kept before this was.
    host: str = ""


class MatchLog(Struct, frozen=True):
    """What the log says of a match, once it is over."""

    # Who had the seats when it began: guests, and levels of bots.
    people: dict[int, str]
    bots: dict[int, str]
    # Of those who did not stay: in which deal they went, and whether the host removed them.
    gone: dict[int, tuple[int, bool]]
    # Of those bots in whose seat another player sat down: in which deal.
    replaced: dict[int, int]
    # The host's seat, if the host had one.
    host: int | None
    # Moves in all, and those that a bot made for them.
    moves: dict[int, int]
    kept: dict[int, int]
    # Whether moves were taken back, and when it ended.
    undone: bool
    at: float


def walked(walk: Walk, entry: AnyEntry, seq: int) -> Walk:
    """The walk after an entry between two matches, or in one."""
    people, bots = walk.people, walk.bots
    match entry:
        case TableOpened():
            given = getattr(entry, "what_if", None), getattr(entry, "challenge", None)
            return replace(walk, seq=seq, contest=not any(given), host=entry.host)
        case Seated(seat, guest):
            people, bots = people | {seat: guest}, _without(bots, seat)
        case BotSeated(seat, _, level):
            people, bots = _without(people, seat), bots | {seat: level}
        case Vacated(seat):
            people, bots = _without(people, seat), _without(bots, seat)
        case Began():
            return replace(walk, seq=seq, begun=walk.begun + 1)
        case Rekeyed():
            # Another key of the same guest.
            pass
    return replace(walk, seq=seq, people=people, bots=bots)


def _without(seats: dict[int, str], seat: int) -> dict[int, str]:
    return {each: who for each, who in seats.items() if each != seat}


class MatchReader:
    """Reads the rows of one match, from the row after its beginning up to its end."""

    def __init__(self, walk: Walk, record: Record) -> None:
        """Take the walk at the beginning, and the record, which says where the end is."""
        self.walk = walk
        self._people, self._bots = walk.people, walk.bots
        self._last = len(record.deals), len(record.deals[-1].moves) if record.deals else 0
        self._given_up = not record.winners
        self._gone: dict[int, tuple[int, bool]] = {}
        self._replaced: dict[int, int] = {}
        self._moves: Counter[int] = Counter()
        self._kept: Counter[int] = Counter()
        self._undone = False
        self._deal = self._made = 0

    def read(self, entry: AnyEntry, seq: int, at: float) -> MatchLog | None:
        """Go on by an entry; the match if this was its last."""
        self.walk = walked(self.walk, entry, seq)
        match entry:
            case CardsDealt():
                self._deal, self._made = self._deal + 1, 0
            case Moved(seat):
                self._made += 1
                self._moves[seat] += 1
                self._kept[seat] += entry.kept
            case TakenBack(stand):
                self._undone, self._made = True, stand
        for seat, guest in self._people.items():
            if seat not in self._gone and self.walk.people.get(seat) != guest:
                removed = isinstance(entry, BotSeated | Vacated) and entry.how in ("", "cleared")
                self._gone[seat] = self._deal, removed and guest != self.walk.host
        for seat, level in self._bots.items():
            if self.walk.bots.get(seat) != level:
                self._replaced.setdefault(seat, self._deal)
        ended = isinstance(entry, Closed) if self._given_up else isinstance(entry, Moved)
        if not ended or (self._deal, self._made) != self._last:
            return None
        return MatchLog(
            self._people,
            self._bots,
            self._gone,
            self._replaced,
            next((seat for seat, who in self._people.items() if who == self.walk.host), None),
            dict(self._moves),
            dict(self._kept),
            undone=self._undone,
            at=at,
        )


class SeatResult(Struct, frozen=True, kw_only=True):
    """What a match was to one person. As JSON it is kept with their profile."""

    seats: int
    points: int
    # Everybody's points by seat, and the seat itself.
    totals: tuple[int, ...]
    seat: int
    # The first is 1; several may share one.
    place: int
    how: How
    # The others by seat: a bot's level, or `person`.
    others: tuple[str, ...]
    undone: bool
    # Which ratings it counts for.
    rated: tuple[str, ...] = ()
    # Played on from a move of a replay: the moves before it are others'.
    what_if: bool = False


class DealSums(Struct, frozen=True):
    """Sums over deals with the same number of cards."""

    deals: int = 0
    # Contracts made, or deals in which one was out first.
    made: int = 0
    points: int = 0
    # What the others had on average.
    par: float = 0.0


def how_it_went(log: MatchLog, record: Record, seat: int) -> How:
    """How the match ended for the person who began in this seat."""
    stayed = seat not in log.gone
    went = not stayed and not log.gone[seat][1]
    if went or 2 * log.kept.get(seat, 0) > log.moves.get(seat, 0) or _has_removed(log, seat):
        return "left"
    if not stayed:
        return "removed"
    return "played" if record.winners else "unfinished"


def _has_removed(log: MatchLog, seat: int) -> bool:
    """Whether this is the host's seat, and the host removed a player who made their own moves."""
    return seat == log.host and any(
        removed and log.moves.get(other, 0) > 2 * log.kept.get(other, 0)
        for other, (_, removed) in log.gone.items()
    )


def seat_result(log: MatchLog, record: Record, seat: int) -> SeatResult:
    """The result of a seat."""
    totals = record.totals
    others = tuple(log.bots.get(each, "person") for each in range(record.seats) if each != seat)
    return SeatResult(
        seats=record.seats,
        points=totals[seat],
        totals=totals,
        seat=seat,
        place=1 + sum(total > totals[seat] for total in totals),
        how=how_it_went(log, record, seat),
        others=others,
        undone=log.undone,
        what_if=record.is_what_if,
    )


def standing(match: Match, deal: int) -> tuple[int, ...]:
    """Everybody's points when this deal was over."""
    deals = [state.points_so_far for state in match.states[:deal]]
    return tuple(sum(points[seat] for points in deals) for seat in range(match.game.seats))


def deal_sums(log: MatchLog, match: Match, seat: int) -> Mapping[int, DealSums]:
    """The sums of a seat by the number of cards: of deals that were finished with them there."""
    sums: dict[int, DealSums] = {}
    stayed = log.gone[seat][0] - 1 if seat in log.gone else len(match.states)
    has_goal = BOTS[match.game.name].has_goal
    for state in match.states[:stayed]:
        points = state.points
        if points is None or state.void:
            continue
        cards = len(state.deal.hands[seat].split())
        before = sums.get(cards, DealSums())
        others = fmean(each for other, each in enumerate(points) if other != seat)
        sums[cards] = DealSums(
            before.deals + 1,
            before.made + bool(has_goal(state, seat)),
            before.points + points[seat],
            before.par + others,
        )
    return sums
