"""The evaluation in pure Python, for any game, any machine and any opponents.

The same measurement as the kernels' (`native/funicular/evaluation.hpp`, which says more) with other
random numbers: every move is tried in the same plausible worlds, and the deal is played to its end.
Oneself plays on like `casual`; so do the others, unless a bot is given.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Sequence
from math import sqrt
from statistics import fmean

from msgspec import Struct

from funicular.bots.bot import Bot
from funicular.bots.plausible_worlds import OthersModel, WorldWalk
from funicular.bots.registry import BOTS
from funicular.core.game import Hand, Move, State, View
from funicular.native.evaluated import (
    QUANTILES,
    EvaluationRequest,
    MeasuredMove,
    Measurement,
    Objective,
)

# As in the kernels: walks that take turns, bounds of the number of worlds, when a move drops out of
# a race, and how long a continuation is followed.
WALKS = 16
LEAST_WORLDS, MOST_WORLDS = 2, 10_000
RACE_MARGIN, RACE_WORLDS = 4.0, 32
LONGEST_LINE, LEAST_SEEN = 6, 4

Continuation = tuple[tuple[int, Move], ...]


class PlayedOut(Struct, frozen=True):
    """How a deal ended for the seat, and how it went on at first."""

    value: float
    goal: bool
    won: float
    line: Continuation


class Playout(Struct, frozen=True):
    """How moves of a seat are tried in one world."""

    world: State
    seat: int
    objective: Objective
    opponents: Bot | None

    def after(self, move: Move, dice: random.Random) -> PlayedOut:
        """How the deal ends after this move."""
        seat, bots = self.seat, BOTS[self.world.setup.name]
        state = self.world.play(seat, move)
        line: list[tuple[int, Move]] = []
        while state.to_act:
            mover = state.to_act[0]
            chosen = self._choice(state, mover, dice)
            if len(line) < LONGEST_LINE:
                line.append((mover, chosen))
            state = state.play(mover, chosen)
        points = state.points or ()
        return PlayedOut(
            value_of(points, seat, self.objective, void=state.void),
            not state.void and bots.has_goal(state, seat),
            value_of(points, seat, "win", void=state.void),
            tuple(line),
        )

    def proved(self, move: Move) -> tuple[bool, bool]:
        """Whether the chances of the goal and of a win are known after this move.

        What the seat sees then is the same in every world.
        """
        state = self.world.play(self.seat, move)
        over = not state.to_act
        bots = BOTS[state.setup.name]
        return over or bots.goal_is_decided(state.view(self.seat)), over

    def _choice(self, state: State, mover: int, dice: random.Random) -> Move:
        moves = state.legal_moves(mover)
        if len(moves) == 1:
            return moves[0]
        view = state.view(mover)
        if self.opponents is None or mover == self.seat:
            return BOTS[view.setup.name].casual(view, dice)
        return self.opponents.choose(view, dice)


class PlayoutTable:
    """What each move brought, a row a world."""

    def __init__(self, moves: Sequence[Move], walks: int) -> None:
        """Take the moves to be tried, in worlds of so many walks that take turns."""
        self.moves = tuple(moves)
        self.walks = walks
        self.results: list[list[PlayedOut]] = [[] for _ in moves]
        # How often each world was visited.
        self.visits: Counter[object] = Counter()

    @property
    def effective(self) -> float:
        """The number of worlds, weighed by how often each was visited."""
        return self.visits.total() ** 2 / sum(times**2 for times in self.visits.values())

    def worlds(self, place: int) -> int:
        """In how many worlds a move was tried."""
        return len(self.results[place])

    def mean(self, place: int) -> float:
        """A move's value."""
        return fmean(each.value for each in self.results[place])

    def error(self, place: int) -> float:
        """The standard error of that."""
        values = [each.value for each in self.results[place]]
        return standard_error(values, self.walks, self.effective)

    def gap(self, one: int, other: int) -> tuple[float, float]:
        """How far one is ahead of another in the worlds of both, and the standard error of that."""
        pairs = zip(self.results[one], self.results[other], strict=False)
        ahead = [first.value - second.value for first, second in pairs]
        return fmean(ahead), standard_error(ahead, self.walks, self.effective)


def measure(
    view: View, rng: random.Random, request: EvaluationRequest, opponents: Bot | None = None
) -> Measurement[Move]:
    """What every legal move, or only some, brings."""
    began = time.monotonic()
    legal = view.legal_moves()
    moves = [legal[place] for place in request.only] if request.only else list(legal)
    most = _worlds_wanted(request, len(moves))
    others = OthersModel(request.model, request.habits)
    walks = [WorldWalk(view, rng, others=others) for _ in range(min(most, WALKS))]
    table = PlayoutTable(moves, len(walks))
    running = list(range(len(moves)))
    worlds = spent = 0
    next_look = RACE_WORLDS
    while worlds < most:
        if worlds >= LEAST_WORLDS and _is_enough(request, spent, running, len(moves), began):
            break
        world, luck = walks[worlds % len(walks)].next_world(), rng.getrandbits(32)
        table.visits[_hands(world)] += 1
        playout = Playout(world, view.seat or 0, request.objective, opponents)
        for place in running:
            table.results[place].append(playout.after(moves[place], random.Random(luck)))
        worlds += 1
        spent += len(running)
        if request.race and worlds >= next_look:
            running = _unbeaten(table, running)
            next_look = worlds + worlds // 4
    best = max(running, key=lambda place: (table.mean(place), -place))
    measured = tuple(
        _summary(table, place, best, playout.proved(moves[place])) for place in range(len(moves))
    )
    found = Measurement(measured, best, spent, exact=False, effective=table.effective)
    return found if opponents else _solved(found, view, request)


def _worlds_wanted(request: EvaluationRequest, width: int) -> int:
    wanted = MOST_WORLDS
    if request.worlds is not None:
        wanted = request.worlds
    elif request.playouts is not None and not request.race:
        wanted = request.playouts // width
    return min(max(wanted, LEAST_WORLDS), MOST_WORLDS)


def _is_enough(
    request: EvaluationRequest, spent: int, running: list[int], width: int, began: float
) -> bool:
    if request.seconds is not None and time.monotonic() - began >= request.seconds:
        return True
    if not request.race:
        return False
    if request.playouts is not None and spent + len(running) > request.playouts:
        return True
    return len(running) == 1 and width > 1


def value_of(points: Sequence[int], seat: int, objective: Objective, *, void: bool) -> float:
    """What the end of a deal is worth to a seat."""
    if objective == "points":
        return points[seat]
    if objective == "margin":
        return points[seat] - fmean([*points[:seat], *points[seat + 1 :]])
    most = max(points)
    return 1 / points.count(most) if points[seat] == most and not void else 0.0


def _unbeaten(table: PlayoutTable, running: list[int]) -> list[int]:
    best = max(running, key=lambda place: (table.mean(place), -place))
    left = []
    for place in running:
        ahead, error = table.gap(best, place)
        if place == best or ahead <= RACE_MARGIN * error:
            left.append(place)
    return left


def standard_error(values: Sequence[float], walks: int, effective: float) -> float:
    """Of the mean; worlds of one walk resemble each other, so the walks' means count too.

    The spread is taken for that of as many worlds as those visited are worth; of one there is none.
    """
    number = len(values)
    mean = fmean(values)
    worth = min(effective, number) if effective > 1 else number
    variance = sum((value - mean) ** 2 for value in values) / number**2 * worth / (worth - 1)
    many = min(walks, number)
    if many > 1:
        off = [sum(value - mean for value in values[walk::walks]) for walk in range(many)]
        by_walks = sum(each**2 for each in off) / number**2 * many / (many - 1)
        variance = max(variance, by_walks)
    return sqrt(variance)


def _hands(world: State) -> tuple[Hand, ...]:
    return tuple([world.hand(seat) for seat in range(world.setup.seats)])


def _summary(
    table: PlayoutTable, place: int, best: int, proved: tuple[bool, bool]
) -> MeasuredMove[Move]:
    results = table.results[place]
    behind, behind_stderr = (0.0, 0.0) if place == best else table.gap(best, place)
    ordered = sorted(each.value for each in results)
    return MeasuredMove(
        move=table.moves[place],
        value=table.mean(place),
        stderr=table.error(place),
        worlds=len(results),
        goal=fmean(each.goal for each in results),
        won=fmean(each.won for each in results),
        proved=proved,
        quantiles=tuple(
            ordered[min(int(share * len(ordered)), len(ordered) - 1)] for share in QUANTILES
        ),
        behind=behind,
        behind_stderr=behind_stderr,
        line=most_frequent([each.line for each in results]),
    )


def most_frequent(lines: Sequence[Continuation]) -> Continuation:
    """The moves that follow most often, each where those before it did."""
    found: list[tuple[int, Move]] = []
    left = list(lines)
    for ply in range(LONGEST_LINE):
        left = [line for line in left if len(line) > ply]
        seen = Counter(line[ply] for line in left)
        if not seen:
            break
        (move, times), *_ = seen.most_common(1)
        if times < LEAST_SEEN and len(seen) > 1:
            break
        found.append(move)
        left = [line for line in left if line[ply] == move]
    return tuple(found)


def _solved(found: Measurement[Move], view: View, request: EvaluationRequest) -> Measurement[Move]:
    """The same, with the solution in the place of what was sampled, where there is one."""
    if request.objective != "points":
        return found
    solved = BOTS[view.setup.name].solved_values(view)
    if solved is None:
        return found
    by_move = dict(zip(view.legal_moves(), solved, strict=True))
    values = [by_move[each.move].value for each in found.moves]
    best = values.index(max(values))
    moves = tuple(
        MeasuredMove(
            move=each.move,
            value=by_move[each.move].value,
            stderr=0.0,
            worlds=each.worlds,
            goal=by_move[each.move].goal,
            won=each.won,
            proved=each.proved,
            quantiles=tuple(by_move[each.move].quantile(share) for share in QUANTILES),
            behind=values[best] - by_move[each.move].value,
            behind_stderr=0.0,
            line=each.line,
        )
        for each in found.moves
    )
    return Measurement(moves, best, found.playouts, exact=True, effective=found.effective)
