"""Whether evaluations keep their word: chances against outcomes, error bars against a remeasure.

    python -m bench.calibration --decisions 3000 --remeasured 400 --games auf-ab,dnpup --seconds 240

Bots play deals. At a share of their decisions the move made is evaluated: its chance of the game's
goal (contract made, out first) is held against what happened, in ten bins. At some of them, a
tenth or so, the difference between two moves, drawn by lot, is measured again with ten times the
worlds; the error bars hold if 95 % of these fall inside them. `--draw` writes the bins as a plot.
"""

from __future__ import annotations

import argparse
import random
import time
from math import sqrt
from pathlib import Path
from typing import Any

from msgspec import Struct

import funicular
from funicular.bots.evaluation import CLEAR, evaluate_request
from funicular.bots.registry import BOTS
from funicular.charts.plots import Curve, Figure, Lines, Point, Scale
from funicular.charts.svg import picture
from funicular.core.game import View
from funicular.native.evaluated import EvaluationRequest

WORLDS, TIMES = 100, 10
BINS = 10
# A deal has many decisions, which are alike: only a few of each count.
A_DEAL = 3
SEATS = 4


class Forecast(Struct, frozen=True):
    """A chance that was foretold, and what happened."""

    chance: float
    happened: bool


class Remeasured(Struct, frozen=True):
    """A difference between two moves with its standard error, and the same measured better."""

    difference: float
    stderr: float
    again: float


class Bin(Struct, frozen=True):
    """Decisions whose chance lay between two bounds."""

    low: float
    high: float
    size: int
    # What was foretold on average, and how often it happened.
    foretold: float
    happened: float
    # The standard error of that share, if the forecast is right.
    stderr: float


class Sample(Struct):
    """What was found for one game."""

    forecasts: list[Forecast]
    remeasured: list[Remeasured]


class Wanted(Struct, frozen=True):
    """How much is measured for a game: whichever limit comes first."""

    decisions: int
    remeasured: int
    seconds: float


def sampled(name: str, bot: str, wanted: Wanted, seed: int) -> Sample:
    """Deals until there are enough decisions, or no time is left."""
    rng = random.Random(f"{seed} {name}")
    game = funicular.game(name, seats=SEATS)
    player = funicular.bot(bot)
    found = Sample([], [])
    share = wanted.remeasured / wanted.decisions
    end = time.monotonic() + wanted.seconds
    while len(found.forecasts) < wanted.decisions and time.monotonic() < end:
        start: Any = game.deal(rng)
        if game.schedule:
            start = game.deal(rng, dealer=rng.randrange(SEATS), cards=rng.randint(2, 8))
        states = [start]
        while states[-1].to_act:
            state = states[-1]
            seat = state.to_act[0]
            states.append(state.play(seat, player.choose(state.view(seat), rng)))
        _judge(found, states, share, rng)
    return found


def _judge(found: Sample, states: list[Any], share: float, rng: random.Random) -> None:
    last = states[-1]
    open_choices = [
        (state, move)
        for state, (seat, move) in zip(states, last.history, strict=False)
        if len(state.legal_moves(seat)) > 1
    ]
    for state, move in rng.sample(open_choices, min(A_DEAL, len(open_choices))):
        seat = state.to_act[0]
        view = state.view(seat)
        made = view.legal_moves().index(move)
        goal = BOTS[view.setup.name].goal
        own = evaluate_request(view, rng, EvaluationRequest(worlds=WORLDS, only=(made,)))
        happened = BOTS[view.setup.name].has_goal(last, seat) and not last.void
        found.forecasts.append(Forecast(own.best.chances[goal], happened))
        if rng.random() < share and not own.exact:
            found.remeasured.append(_measured_twice(view, rng))


def _measured_twice(view: View, rng: random.Random) -> Remeasured:
    pair = tuple(sorted(rng.sample(range(len(view.legal_moves())), 2)))
    few, many = (
        evaluate_request(view, rng, EvaluationRequest(worlds=worlds, only=pair))
        for worlds in (WORLDS, WORLDS * TIMES)
    )
    return Remeasured(
        few.moves[1].value - few.moves[0].value,
        max(each.cost_stderr for each in few.moves),
        many.moves[1].value - many.moves[0].value,
    )


def binned(sample: Sample) -> list[Bin]:
    """The forecasts in ten bins, those that are empty left out."""
    found = []
    for number in range(BINS):
        low, high = number / BINS, (number + 1) / BINS
        inside = [
            each
            for each in sample.forecasts
            if low <= each.chance < high or (number == BINS - 1 and each.chance >= 1)
        ]
        if inside:
            size = len(inside)
            mean = sum(each.chance for each in inside) / size
            share = sum(each.happened for each in inside) / size
            error = sqrt(max(mean * (1 - mean), 1e-9) / size)
            found.append(Bin(low, high, size, mean, share, error))
    return found


def table(bins: list[Bin]) -> list[str]:
    """What was foretold on average, what happened, and its standard error."""
    return [
        "| foretold | decisions | mean foretold | happened | ± |",
        "| --- | ---: | ---: | ---: | ---: |",
        *(
            f"| {each.low:.0%} to {each.high:.0%} | {each.size} | {each.foretold:.1%} "
            f"| {each.happened:.1%} | {each.stderr:.1%} |"
            for each in bins
        ),
    ]


def plot(title: str, bins: list[Bin]) -> Lines:
    """What happened against what was foretold; on the bare line both are the same."""
    found = tuple(
        Point(
            each.foretold,
            Figure(
                each.happened,
                max(0.0, each.happened - 2 * each.stderr),
                min(1.0, each.happened + 2 * each.stderr),
            ),
        )
        for each in bins
    )
    same = tuple(Point(share, Figure(share)) for share in (0.0, 1.0))
    curves = (
        Curve("happened, two standard errors to either side", found),
        Curve("as foretold", same, bare=True),
    )
    percent = "{:.0%}".format
    return Lines(
        title, Scale("foretold", written=percent), Scale("happened", written=percent), curves
    )


def coverage(sample: Sample) -> str:
    """The share of differences that fell inside their error bars."""
    measured = [each for each in sample.remeasured if each.stderr > 0]
    inside = sum(
        abs(each.difference - each.again) <= CLEAR * each.stderr * sqrt(1 + 1 / TIMES)
        for each in measured
    )
    certain = [each for each in sample.remeasured if each.stderr == 0]
    wrong = sum(each.difference != each.again for each in certain)
    return (
        f"{inside} of {len(measured)} differences ({inside / max(1, len(measured)):.1%}) inside "
        f"their error bars; {len(certain)} without any spread, {wrong} of them had some later."
    )


def main() -> None:
    """Print a table a game."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", default=",".join(funicular.GAMES))
    parser.add_argument("--bots", default="casual")
    parser.add_argument("--decisions", type=int, default=3000)
    parser.add_argument("--remeasured", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--draw", type=Path, help="where the plot goes")
    args = parser.parse_args()
    wanted = Wanted(args.decisions, args.remeasured, args.seconds)
    plots = []
    for name in args.games.split(","):
        sample = sampled(name, args.bots, wanted, args.seed)
        bins = binned(sample)
        plots.append(plot(f"{name}: {BOTS[name].goal}", bins))
        print(f"## {name}, four times {args.bots}: {BOTS[name].goal}\n")
        print("\n".join(table(bins)))
        print(f"\n{coverage(sample)}\n", flush=True)
    if args.draw:
        title = "Chances foretold, and how often they came true"
        args.draw.write_text(picture(plots, title), encoding="utf-8")


if __name__ == "__main__":
    main()
