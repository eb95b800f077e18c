"""`evaluate`: what each legal move is worth to the seat whose view it is, from that view alone.

Every move is tried in the same plausible worlds, and each deal is played to its end with all seats
playing on like `casual`, or the others like a bot that is given. The values are points of the game,
in every game and on every machine; `docs/evaluation.md` says what they mean and what they do not.

The compiled kernels measure where there are any; pure Python does it elsewhere, slower, with other
random numbers and the same expectation.
"""

from __future__ import annotations

import random

from msgspec import Struct
from msgspec.structs import asdict

from funicular.bots.bot import Bot
from funicular.bots.budget import MOST_PLAYOUTS, MOST_SECONDS
from funicular.bots.engine import ENGINES
from funicular.bots.evaluation_table import table_html, table_text
from funicular.bots.habits import Habits
from funicular.bots.levels import LEVELS, bot
from funicular.bots.python_evaluation import LEAST_WORLDS, MOST_WORLDS, measure
from funicular.bots.registry import BOTS
from funicular.core.arguments import check_generator
from funicular.core.errors import BadOptions, BadSeat, IllegalMove, shown
from funicular.core.game import Move, View
from funicular.core.wire import JsonObject, to_json
from funicular.lang import ENGLISH, Reader
from funicular.native.evaluated import (
    MODELS,
    OBJECTIVES,
    EvaluationRequest,
    MeasuredMove,
    Measurement,
    Model,
    Objective,
)

# Where nothing is said about what may be spent.
USUAL_WORLDS = 400
CASUAL = "casual"
DEAL_WON = "deal won"
# A difference counts once it is this many standard errors: with sixteen walks, 95 % of chance
# stays below it.
CLEAR = 2.13
# What a chance of 0 comes to that was never seen otherwise, and may be.
UNSURE = 0.01


def stated_chance(chance: float, *, certain: bool = False) -> float:
    """A chance as people may be told it; `{…:chance}` in a sentence says "over 97%" at most."""
    return chance if certain else min(max(chance, UNSURE), 1 - UNSURE)


def is_close(difference: float, stderr: float) -> bool:
    """Whether a difference with this standard error is within chance."""
    return max(0.0, difference) <= CLEAR * stderr


class MoveEvaluation(Struct, frozen=True, kw_only=True):
    """What one legal move is worth."""

    move: Move
    # In points, or in shares of deals won, and its standard error.
    value: float
    stderr: float
    # The worlds in which it was tried.
    worlds: int
    # By name: "contract made" or "out first", and "deal won". A tie counts as a share of a win.
    chances: dict[str, float]
    # The names of those that are 0 or 1 in every world that hard evidence allows, whatever legal
    # moves follow. A chance of 0 or 1 that is not among them was only never seen otherwise.
    certain: frozenset[str] = frozenset()
    # What it brings at most in 5, 25, 50, 75 and 95 % of the worlds.
    quantiles: tuple[float, ...]
    # How far it lies behind the best move, and the standard error of that difference, which is
    # taken within worlds and far smaller than that of either value.
    cost: float
    cost_stderr: float
    # The seats and moves that follow it most often.
    line: tuple[tuple[int, Move], ...]

    def said(self, name: str) -> float:
        """The chance of this name as people may be told it: 1 and 0 only where that is certain."""
        return stated_chance(self.chances[name], certain=name in self.certain)

    @property
    def close(self) -> bool:
        """Whether it is as good as the best move, as far as this evaluation can tell."""
        return is_close(self.cost, self.cost_stderr)

    def to_data(self) -> JsonObject:
        """The fields as plain data, moves as their text."""
        line = [(seat, str(move)) for seat, move in self.line]
        certain = sorted(self.certain)
        words = {"move": str(self.move), "line": line, "close": self.close}
        return asdict(self) | words | {"certain": certain}


class Evaluation(Struct, frozen=True, kw_only=True):
    """What each legal move is worth, in the order of the legal moves."""

    game: str
    seat: int
    objective: Objective
    opponents: str
    # How worlds were weighed by what the others chose: "mixed", "casual" or "uniform".
    moves: tuple[MoveEvaluation, ...]
    # The place of the best move.
    best_place: int
    playouts: int
    # Whether the values are exact, as in the bidding of one-card rounds, and no estimates.
    exact: bool
    # How many worlds those are worth that were visited, some of them again and again: the errors
    # reckon with it. 0 where that was not kept, as in a puzzle.
    effective: float = 0.0
    # How worlds were weighed by what the others chose.
    model: Model = "mixed"

    @property
    def best(self) -> MoveEvaluation:
        """The best move found."""
        return self.moves[self.best_place]

    @property
    def ranked(self) -> tuple[MoveEvaluation, ...]:
        """The best first."""
        others = [each for each in self.moves if each is not self.best]
        return (self.best, *sorted(others, key=lambda each: each.value, reverse=True))

    def of(self, move: Move) -> MoveEvaluation:
        """What this move is worth; `IllegalMove` if it was not evaluated."""
        for each in self.moves:
            if each.move == move:
                return each
        raise IllegalMove("evaluation.no-such-move", move=shown(move))

    def text(self, reader: Reader = ENGLISH) -> str:
        """A table of all moves, the best first."""
        return table_text(self, reader)

    def to_json(self) -> str:
        """All of it as JSON: the same text for the same evaluation."""
        moves = [each.to_data() for each in self.moves]
        return to_json(asdict(self) | {"moves": moves, "best": str(self.best.move)}).decode()

    def __repr__(self) -> str:
        """Give the table in English."""
        return self.text()

    __str__ = __repr__

    def _repr_html_(self) -> str:
        """Give the table for notebooks."""
        return table_html(self, ENGLISH)


def evaluate(  # noqa: PLR0913 - each has a name of its own
    view: View,
    rng: random.Random,
    *,
    worlds: int | None = None,
    playouts: int | None = None,
    seconds: float | None = None,
    objective: Objective = "points",
    opponents: str | Bot = CASUAL,
    race: bool = False,
    model: Model = "mixed",
    habits: Habits | None = None,
) -> Evaluation:
    """What each legal move of this view's seat is worth.

    Say how many `worlds`, `playouts` or `seconds` it may take, at most one of them (400 worlds if
    none). Without `race` every move is tried in the same worlds; with it, moves that are clearly
    behind are given up, which is quicker where only the best ones matter.

    Worlds are weighed by what the others did. Each of them is a mixture of types of players
    (`model="mixed"`), which `habits` from earlier deals make narrower (`funicular.habits`);
    "casual" takes them all to be like `casual`, and "uniform" learns nothing from their choices.

    >>> import random, funicular
    >>> game = funicular.game("ascenseur-52", seats=3)
    >>> state = game.start(["AS", "2H", "4D"], dealer=2, upcard="9S")
    >>> e = evaluate(state.view(0), random.Random(7), worlds=100)
    >>> str(e.best.move), e.best.value, e.best.chances["contract made"], e.exact
    ('bid 1', 2.0, 1.0, True)
    >>> [(str(each.move), each.worlds) for each in e.moves]
    [('bid 0', 100), ('bid 1', 100)]
    """
    request = evaluation_request(
        worlds, playouts, seconds, objective, race=race, model=model, habits=habits
    )
    _check_view(view)
    if request.habits and len(request.habits) != view.setup.seats:
        raise BadOptions("evaluation.habits", given=shown(habits))
    return evaluate_request(view, rng, request, opponents_from(opponents))


def evaluate_request(
    view: View, rng: random.Random, request: EvaluationRequest, opponents: Bot | None = None
) -> Evaluation:
    """The same for a request that is known to be sound; None are `casual` opponents."""
    _check_view(view)
    check_generator(rng)
    compiled = ENGINES[view.setup.name].evaluate
    found: Measurement[Move]
    if opponents is None and compiled is not None:
        found = compiled(view, rng, request)
    else:
        found = measure(view, rng, request, opponents)
    return Evaluation(
        game=view.setup.name,
        seat=view.seat or 0,
        objective=request.objective,
        opponents=CASUAL if opponents is None else opponents.name,
        moves=tuple(_entry(view, each) for each in found.moves),
        best_place=found.best,
        playouts=found.playouts,
        exact=found.exact,
        model=request.model,
        effective=found.effective,
    )


def _entry(view: View, measured: MeasuredMove[Move]) -> MoveEvaluation:
    goal = BOTS[view.setup.name].goal
    chances = {goal: measured.goal, DEAL_WON: measured.won}
    proved = zip(chances.items(), measured.proved, strict=True)
    return MoveEvaluation(
        move=measured.move,
        value=measured.value,
        stderr=measured.stderr,
        worlds=measured.worlds,
        chances=chances,
        certain=frozenset(name for (name, chance), known in proved if known and chance in (0, 1)),
        quantiles=measured.quantiles,
        cost=measured.behind,
        cost_stderr=measured.behind_stderr,
        line=measured.line,
    )


def _check_view(view: object) -> None:
    if not isinstance(view, View):
        raise BadOptions("evaluation.view", given=shown(view))
    if view.seat is None:
        raise BadSeat("evaluation.spectator")
    if not view.to_act:
        raise IllegalMove("turn.deal-over")
    if view.seat not in view.to_act:
        raise IllegalMove("turn.not-yours", seat=view.seat, expected=view.to_act)


def evaluation_request(  # noqa: PLR0913 - each has a name of its own
    worlds: object,
    playouts: object,
    seconds: object,
    objective: object,
    *,
    race: object,
    model: object = "mixed",
    habits: object = None,
) -> EvaluationRequest:
    """What `evaluate` was asked for, checked."""
    given = [each for each in (worlds, playouts, seconds) if each is not None]
    if len(given) > 1:
        raise BadOptions("evaluation.limit")
    counted = next((each for each in OBJECTIVES if each == objective), None)
    if counted is None:
        raise BadOptions("evaluation.objective", given=shown(objective), known=OBJECTIVES)
    if not isinstance(race, bool):
        raise BadOptions("evaluation.race", given=shown(race))
    weighing = next((each for each in MODELS if each == model), None)
    if weighing is None:
        raise BadOptions("evaluation.model", given=shown(model), known=MODELS)
    if habits is not None and not isinstance(habits, Habits):
        raise BadOptions("evaluation.habits", given=shown(habits))
    return EvaluationRequest(
        worlds=_whole(worlds if given else USUAL_WORLDS, LEAST_WORLDS, MOST_WORLDS, "worlds"),
        playouts=_whole(playouts, 1, MOST_PLAYOUTS, "playouts"),
        seconds=_seconds(seconds),
        objective=counted,
        race=race,
        model=weighing,
        habits=habits.shares if habits else (),
    )


def _whole(given: object, least: int, most: int, name: str) -> int | None:
    if given is None:
        return None
    # True and False are whole numbers to Python, and slips here.
    if not isinstance(given, int) or isinstance(given, bool) or not least <= given <= most:
        raise BadOptions(
            "evaluation.number-range", name=name, given=shown(given), least=least, most=most
        )
    return given


def _seconds(given: object) -> float | None:
    if given is None:
        return None
    # The last is a comparison that not-a-number fails too.
    if (
        not isinstance(given, int | float)
        or isinstance(given, bool)
        or not 0 < given <= MOST_SECONDS
    ):
        raise BadOptions("native.seconds", given=shown(given), n=round(MOST_SECONDS))
    return float(given)


def opponents_from(given: object) -> Bot | None:
    """The bot that plays the others; None for `casual`, which the kernels know."""
    if isinstance(given, str):
        chosen = bot(given)
        return None if chosen is LEVELS[CASUAL] else chosen
    if not isinstance(given, Bot):
        raise BadOptions("evaluation.opponents", given=shown(given))
    return None if given is LEVELS[CASUAL] else given
