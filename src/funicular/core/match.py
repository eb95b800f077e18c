"""A whole match: deals in sequence, the dealer turning, totals, the end, who has won.

A match is a value too. `deal` or `start` begins the next deal, `play` goes on with it; each
returns the match as it is then. A match can end in the middle of a deal, where a game scores before
the deal is over and a seat has the points, so it looks at the points after every move.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cached_property
from operator import add

from msgspec import Struct
from msgspec.structs import force_setattr, replace

from funicular.core.arguments import check_generator
from funicular.core.errors import BadOptions, IllegalMove
from funicular.core.game import Event, Game, HandText, Move, Points, State, View


class Ending(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """When a match ends: once a seat has `target` points, or after `deals` deals.

    `alone` is a single deal on its own, such as one that is played on from a move of a replay: any
    hand size and any dealer that the game allows will do, and it is not dealt again if it is void.
    """

    target: int | None = None
    deals: int | None = None
    alone: bool = False

    def __post_init__(self) -> None:
        """Refuse an ending that never comes or that says two things."""
        if (self.target is None) == (self.deals is None):
            raise BadOptions("match.one-ending")
        for value in (self.target, self.deals):
            if value is not None and (type(value) is not int or value < 1):
                raise BadOptions("match.ending-number", value=value)
        if self.alone and self.deals != 1:
            raise BadOptions("match.one-alone")


class Before(Struct, frozen=True):
    """The points of all deals but the last one, so that they are not added up at every move."""

    # The last of them.
    last: State
    points: Points
    # How many of them count: those that are not void.
    counted: int


class MatchPosition(Struct, frozen=True):
    """A decision of a match: where it stands, what lay on the table before it, and what was done.

    `match.states[deal].history[ply]` is `(seat, move)`.
    """

    deal: int
    ply: int
    seat: int
    # Before the move, all cards face up.
    state: State
    move: Move

    @property
    def view(self) -> View:
        """What the seat knew."""
        return self.state.view(self.seat)


# Under this name a match keeps its positions, where it has them.
_REMEMBERED = "positions so far"


# With a dict, for what is worked out once: `replace`, `==` and pickles leave that out.
class Match(Struct, frozen=True, dict=True):
    """The deals of a match so far, the last one perhaps under way."""

    game: Game
    ending: Ending
    first_dealer: int | None = None
    states: tuple[State, ...] = ()
    # Follows from `states`.
    before: Before | None = None

    def __post_init__(self) -> None:
        """Add up the deals before the last one, unless that has been done for these very deals."""
        last = self.states[-2] if len(self.states) > 1 else None
        if (None if self.before is None else self.before.last) is not last:
            force_setattr(self, "before", self._added_up())

    def _added_up(self) -> Before | None:
        done = self.states[:-1]
        if not done:
            return None
        known = self.before
        if known is not None and len(done) > 1 and known.last is done[-2]:
            # One deal more than before.
            points, counted, done = known.points, known.counted, done[-1:]
        else:
            points, counted = (0,) * self.game.seats, 0
        for state in done:
            points = _sum(points, state.points_so_far)
            counted += _counts(state)
        return Before(done[-1], points, counted)

    def __repr__(self) -> str:
        """How far the match has come; the deal under way is `state`."""
        game, of = self.game, f" of {self.ending.deals}" if self.ending.deals else ""
        totals = " ".join(map(str, self.totals))
        return f"<Match of {game.name} for {game.seats}: deal {len(self.states)}{of}; {totals}>"

    @property
    def state(self) -> State | None:
        """The deal under way or just finished; None before the first."""
        return self.states[-1] if self.states else None

    @property
    def schedule(self) -> tuple[int, ...]:
        """How many cards each deal has, where the game fixes it."""
        if self.ending.alone:
            # Known once it is dealt.
            dealt = self.states if self.game.schedule else ()
            return tuple(len(state.deal.hands[0].split()) for state in dealt)
        return self.game.schedule[: self.ending.deals]

    @property
    def dealer(self) -> int | None:
        """Who deals the next deal, or dealt the one under way; None if the game has no dealer."""
        if self.first_dealer is None:
            return None
        done = len(self.states) - (1 if self.under_way else 0)
        return (self.first_dealer + done) % self.game.seats

    @property
    def cards(self) -> int | None:
        """How many cards a hand has in the next deal or the one under way, if that is fixed."""
        done = len(self.states) - (1 if self.under_way else 0)
        return self.schedule[done] if done < len(self.schedule) else None

    @cached_property
    def under_way(self) -> bool:
        """Whether a deal has begun and is not over."""
        return bool(self.states and self.states[-1].to_act)

    @property
    def totals(self) -> Points:
        """Each seat's points in the match so far."""
        points = (0,) * self.game.seats if self.before is None else self.before.points
        return points if self.state is None else _sum(points, self.state.points_so_far)

    @property
    def deal_points(self) -> tuple[Points | None, ...]:
        """What each deal brought, as the score sheet has it; None for one under way.

        A deal in which the match ends counts as far as it went, although it is not over.
        """
        points: list[Points | None] = [state.points_so_far for state in self.states]
        if self.under_way and not self.over:
            points[-1] = None
        return tuple(points)

    @cached_property
    def over(self) -> bool:
        """Whether the match has ended."""
        if self.ending.target is not None:
            return max(self.totals) >= self.ending.target
        if self.ending.alone:
            return bool(self.states) and not self.under_way
        if self.ending.deals is not None and len(self.states) < self.ending.deals:
            return False
        counted = 0 if self.before is None else self.before.counted
        counts = bool(self.states) and not self.under_way and not self.states[-1].void
        return counted + counts == self.ending.deals

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has the most points once the match is over (several share a win); () before.

        Nobody wins a deal alone that does not count.
        """
        if not self.over or (self.ending.alone and self.states[-1].void):
            return ()
        totals = self.totals
        return tuple(seat for seat, total in enumerate(totals) if total == max(totals))

    @property
    def to_act(self) -> tuple[int, ...]:
        """Who may move now; () between deals and once the match is over."""
        return self.states[-1].to_act if self.states and not self.over else ()

    @cached_property
    def spectator(self) -> View:
        """What a spectator sees of the deal under way or just finished."""
        return self.states[-1].view(None)

    @cached_property
    def told(self) -> tuple[Event, ...]:
        """Everything that a spectator has seen of that deal, the dealing first."""
        return self.spectator.events

    def deal(self, rng: random.Random) -> Match:
        """Shuffle and begin the next deal. The first dealer is drawn here, if there is one."""
        check_generator(rng)
        ready = self._ready()
        if ready.game.schedule and ready.first_dealer is None:
            ready = replace(ready, first_dealer=rng.randrange(ready.game.seats))
        state = ready.game.deal(rng, dealer=ready.dealer, cards=ready.cards)
        return replace(ready, states=(*ready.states, state))

    def start(
        self, hands: Sequence[HandText], *, dealer: int | None = None, upcard: str | None = None
    ) -> Match:
        """Begin the next deal with these cards. Dealer and hand size must be the match's own."""
        ready = self._ready()
        if ready.game.schedule and dealer is None:
            raise BadOptions("match.say-dealer")
        if ready.first_dealer is None:
            ready = replace(ready, first_dealer=dealer)
        state = ready.game.start(hands, dealer=dealer, upcard=upcard)
        if ready.dealer != dealer:
            raise BadOptions("match.wrong-dealer", seat=dealer, expected=ready.dealer)
        if ready.cards is not None and len(state.hand(0)) != ready.cards:
            raise BadOptions("match.wrong-cards", n=ready.cards, given=len(state.hand(0)))
        return replace(ready, states=(*ready.states, state))

    def play(self, seat: int, move: Move) -> Match:
        """The match after this move in the deal under way."""
        if self.over or not self.under_way:
            raise IllegalMove("match.over" if self.over else "match.not-dealt")
        return replace(self, states=(*self.states[:-1], self.states[-1].play(seat, move)))

    def play_text(self, seat: int, text: str) -> Match:
        """The same with a move as text, played once where it is asked for twice in a row.

        So it is at a table: a move is tried before it is kept, and made when it is.
        """
        tried: tuple[int, str, Match] | None = self.__dict__.pop("tried", None)
        if tried is not None and tried[:2] == (seat, text):
            return tried[2]
        played = self.play(seat, self.game.parse_move(text))
        self.__dict__["tried"] = (seat, text, played)
        return played

    def positions(self) -> Iterator[MatchPosition]:
        """Every decision made so far, in the order of play."""
        known = self.__dict__.get(_REMEMBERED)
        return iter(known) if known is not None else self._played_again()

    def remembering(self, positions: tuple[MatchPosition, ...]) -> Match:
        """The same with its positions, for whoever has just played it: nobody plays it for them."""
        self.__dict__[_REMEMBERED] = positions
        return self

    def _played_again(self) -> Iterator[MatchPosition]:
        for number, last in enumerate(self.states):
            cards = last.deal
            state = self.game.start(cards.hands, dealer=cards.dealer, upcard=cards.upcard)
            for ply, (seat, move) in enumerate(last.history):
                yield MatchPosition(number, ply, seat, state, move)
                state = state.play(seat, move)

    def _ready(self) -> Match:
        if self.over:
            raise BadOptions("match.over")
        if self.under_way:
            raise BadOptions("match.under-way")
        return self


def _sum(points: Points, more: Points) -> Points:
    return tuple(map(add, points, more))


def _counts(state: State) -> bool:
    """Whether a deal is over and counts."""
    return state.points is not None and not state.void
