"""What an evaluation is asked for and what it measures, by the kernels and by pure Python alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, Literal, Protocol, TypeVar

from msgspec import Struct

M = TypeVar("M")

# What is counted: own points, points above the others' mean, the share of deals won. In the order
# in which the kernels number them.
Objective = Literal["points", "margin", "win"]
OBJECTIVES: tuple[Objective, ...] = ("points", "margin", "win")
# The shares of worlds in which a move brings no more than its quantiles say.
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
# How worlds are weighed by what the others chose: each seat as a mixture of types of players, all
# of them as if they were like `casual`, or not at all. In the order of the kernels, too.
Model = Literal["mixed", "casual", "uniform"]
MODELS: tuple[Model, ...] = ("mixed", "casual", "uniform")
# Seats that a kernel knows habits of, and the parts in which it is told a share.
HABIT_SEATS, HABIT_PARTS = 6, 1_000_000


class EvaluationRequest(Struct, frozen=True, kw_only=True):
    """What may be spent, exactly one of the three; what counts; and which moves."""

    worlds: int | None = None
    playouts: int | None = None
    seconds: float | None = None
    objective: Objective = "points"
    # Whether moves drop out once they are clearly behind.
    race: bool = False
    # Places in the list of legal moves, in their order; () is all of them.
    only: tuple[int, ...] = ()
    model: Model = "mixed"
    # For each seat the shares of the types of players (`bots.player_types`), as earlier deals
    # suggest them; () where nothing is known.
    habits: tuple[tuple[float, ...], ...] = ()


class MeasuredMove(Struct, Generic[M], frozen=True, kw_only=True):
    """A move as it did in the worlds in which it was tried."""

    move: M
    value: float
    stderr: float
    worlds: int
    # The chances of what the game is about (a contract made, out first), and of winning the deal.
    goal: float
    won: float
    # Whether these two are proved, and no estimates: in every world, whatever legal moves follow.
    proved: tuple[bool, bool]
    quantiles: tuple[float, ...]
    # How far it lies behind the best, and the standard error of that difference.
    behind: float
    behind_stderr: float
    # The seats and moves that follow it most often.
    line: tuple[tuple[int, M], ...]


class Measurement(Struct, Generic[M], frozen=True):
    """Moves as they did, which of them did best, what it took, and whether it is no estimate."""

    moves: tuple[MeasuredMove[M], ...]
    best: int
    playouts: int
    exact: bool
    # How many worlds those are worth that were visited, some of them again and again.
    effective: float


class JudgedShown(Struct, frozen=True):
    """A decision that was judged: what the move made and the best known one are worth."""

    # The place of the best known move among the legal ones; that of the move made if it is that.
    best: int
    # How much more it brings, as measured once more, and the standard error of that.
    difference: float
    stderr: float
    value: float
    best_value: float
    # The chances of what the game is about, and of winning the deal.
    goal: float
    best_goal: float
    won: float
    best_won: float


# As the kernels return them: see native/bindings/module.hpp.
Valued = tuple[
    int,
    float,
    float,
    int,
    tuple[float, float],
    tuple[bool, bool],
    Sequence[float],
    float,
    float,
    Sequence[tuple[int, int]],
]
Valuation = tuple[Sequence[Valued], int, int, bool, float]
# The model's number, and the shares of all seats in a row; none is the prior.
ModelNumbers = tuple[int, list[int]]
KernelLimits = tuple[int | None, int | None, float | None]
KernelArguments = tuple[KernelLimits, int, bool, list[int], ModelNumbers]
# The fields of `JudgedShown` in their order.
Verdict = tuple[int, float, float, float, float, float, float, float, float]


def kernel_arguments(request: EvaluationRequest) -> KernelArguments:
    """The request as the kernels take it, behind a view and a seed."""
    limits = (request.worlds, request.playouts, request.seconds)
    objective, only = OBJECTIVES.index(request.objective), list(request.only)
    return limits, objective, request.race, only, model_numbers(request)


def model_numbers(request: EvaluationRequest) -> ModelNumbers:
    """How the kernels are told what is thought of the others."""
    habits = request.habits
    # Seats that the game does not have are never asked about.
    rows = (*habits, *habits[:1] * (HABIT_SEATS - len(habits))) if habits else ()
    shares = [round(share * HABIT_PARTS) for row in rows for share in row]
    return MODELS.index(request.model), shares


class KernelJudge(Protocol):
    """What each compiled kernel has under the name `judge`."""

    def __call__(
        self, view: bytes, made: int, seed: int, limits: KernelLimits, objective: int
    ) -> Verdict:
        """What the move at this place cost, by the numbers of the view and a seed of its own."""


def measurement(valuation: Valuation, move_of: Callable[[int], M]) -> Measurement[M]:
    """What a kernel returned, with moves for their numbers."""
    valued, best, playouts, exact, effective = valuation
    moves = tuple(
        MeasuredMove(
            move=move_of(code),
            value=value,
            stderr=error,
            worlds=worlds,
            goal=goal,
            won=won,
            proved=proved,
            quantiles=tuple(quantiles),
            behind=behind,
            behind_stderr=behind_error,
            line=tuple((seat, move_of(next_code)) for seat, next_code in line),
        )
        for (
            code,
            value,
            error,
            worlds,
            (goal, won),
            proved,
            quantiles,
            behind,
            behind_error,
            line,
        ) in valued
    )
    return Measurement(moves, best, playouts, exact, effective)
