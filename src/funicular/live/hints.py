"""Hints at a live table, made from the view of the seat that asks and from nothing else.

A browser that can run the kernels gets the numbers of its view and measures for itself. For any
other the server measures, in the pool of the bots.
"""

from __future__ import annotations

from msgspec import Struct

from funicular.bots.evaluation import DEAL_WON
from funicular.bots.registry import BOTS
from funicular.core.game import View
from funicular.lang import Reader
from funicular.live.admission.causes import Cause
from funicular.live.bot_pool import BotPool
from funicular.native.numbers import view_numbers
from funicular.review.hint import Hint
from funicular.review.turn_hint import turn_plan
from funicular.table.hints import seat_to_help
from funicular.table.table import Table


class ViewNumbers(Struct, frozen=True):
    """What a browser needs to measure a decision; `GET /api/tables/ID/numbers`."""

    game: str
    # The decision that this is about, as in `deal.turn`.
    turn: int
    # The seat's view as the kernels take it, in base64.
    numbers: bytes
    # What the measuring begins from, in decimal: it has 64 bits.
    seed: str
    # In how many worlds the moves race.
    worlds: int
    # The moves one may make, in the order of the measured values, as notation and in words.
    legal: tuple[str, ...]
    spoken: tuple[str, ...]
    # What the game is about besides points: `contract-made` or `out-first`.
    goal: str


class MoveMeasured(Struct, frozen=True):
    """What a move is worth; the fields of an evaluation (`docs/evaluation.md`)."""

    value: float
    stderr: float
    worlds: int
    # The chances of the game's goal and of winning the deal.
    goal: float
    won: float
    quantiles: tuple[float, ...]
    cost: float
    cost_stderr: float
    close: bool
    # Whether the chance of the goal is 0 or 1 in every world, whatever legal moves follow.
    certain: bool


class HintShown(Struct, frozen=True):
    """A hint that the server has measured; `POST /api/tables/ID/hint`."""

    game: str
    turn: int
    legal: tuple[str, ...]
    spoken: tuple[str, ...]
    goal: str
    moves: tuple[MoveMeasured, ...]
    # The place of the best move.
    best: int
    playouts: int
    exact: bool
    # The hint in words.
    text: str


def view_numbers_for(table: Table, guest: str | None, reader: Reader) -> ViewNumbers:
    """What this guest's browser measures now; `CannotDo` says why nothing."""
    seat = seat_to_help(table, guest)
    view = _view(table, seat)
    turn = table.turns[seat]
    plan = turn_plan(view.setup.name, len(table.match.states), turn)
    legal = view.legal_moves()
    return ViewNumbers(
        game=view.setup.name,
        turn=turn,
        numbers=view_numbers(view),
        seed=str(plan.seed),
        worlds=plan.worlds,
        legal=tuple(map(str, legal)),
        spoken=tuple(reader.say(view.phrase_of(move)) for move in legal),
        goal=_key(BOTS[view.setup.name].goal),
    )


async def hint_for(
    table: Table, guest: str | None, reader: Reader, pool: BotPool, cause: Cause
) -> HintShown:
    """The hint for this guest's decision at hand; `CannotDo` says why there is none."""
    seat = seat_to_help(table, guest)
    view = _view(table, seat)
    turn = table.turns[seat]
    hint = await pool.hint(cause, view, len(table.match.states), turn)
    return _shown(hint, turn, reader)


def _view(table: Table, seat: int) -> View:
    return table.match.states[-1].view(seat)


def _shown(hint: Hint, turn: int, reader: Reader) -> HintShown:
    found = hint.evaluation
    goal = BOTS[found.game].goal
    return HintShown(
        game=found.game,
        turn=turn,
        legal=tuple(str(each.move) for each in found.moves),
        spoken=tuple(reader.say(hint.view.phrase_of(each.move)) for each in found.moves),
        goal=_key(goal),
        moves=tuple(
            MoveMeasured(
                value=each.value,
                stderr=each.stderr,
                worlds=each.worlds,
                goal=each.chances[goal],
                won=each.chances[DEAL_WON],
                certain=goal in each.certain,
                quantiles=each.quantiles,
                cost=each.cost,
                cost_stderr=each.cost_stderr,
                close=each.close,
            )
            for each in found.moves
        ),
        best=found.best_place,
        playouts=found.playouts,
        exact=found.exact,
        text=hint.text(reader),
    )


def _key(goal: str) -> str:
    """The goal as keys of sentences have it."""
    return goal.replace(" ", "-")
