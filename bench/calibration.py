"""Whether evaluations keep their word: chances against outcomes, error bars against a remeasure.

    python -m bench.calibration --decisions 1000 --games auf-ab,dnpup --bots casual --seconds 240

Bots play deals. At a share of their decisions the move made is evaluated: its chance of the game's
goal (contract made, out first) is held against what happened, in ten bins. At the same decisions
the difference between two moves, drawn by lot, is measured again with ten times the worlds; the
error bars hold if 95 % of these fall inside them.
"""

from __future__ import annotations

import argparse
import random
import time
from math import sqrt
from typing import Any

from msgspec import Struct

import funicular
from funicular.bots.evaluation import CLEAR, evaluate_request
from funicular.bots.registry import BOTS
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


class Sample(Struct):
    """What was found for one game."""

    forecasts: list[Forecast]
    remeasured: list[Remeasured]


def sampled(name: str, bot: str, decisions: int, seconds: float, seed: int) -> Sample:
    """Deals until there are enough decisions, or no time is left."""
    rng = random.Random(f"{seed} {name}")
    game = funicular.game(name, seats=SEATS)
    player = funicular.bot(bot)
    found = Sample([], [])
    end = time.monotonic() + seconds
    while len(found.forecasts) < decisions and time.monotonic() < end:
        start: Any = game.deal(rng)
        if game.schedule:
            start = game.deal(rng, dealer=rng.randrange(SEATS), cards=rng.randint(2, 8))
        match_states = [start]
        while match_states[-1].to_act:
            state = match_states[-1]
            seat = state.to_act[0]
            match_states.append(state.play(seat, player.choose(state.view(seat), rng)))
        _judge(found, match_states, rng)
    return found


def _judge(found: Sample, states: list[Any], rng: random.Random) -> None:
    last = states[-1]
    open_choices = [
        (state, move)
        for state, (seat, move) in zip(states, last.history, strict=False)
        if len(state.legal_moves(seat)) > 1
    ]
    for state, move in rng.sample(open_choices, min(A_DEAL, len(open_choices))):
        seat = state.to_act[0]
        view = state.view(seat)
        moves = view.legal_moves()
        made = moves.index(move)
        goal = BOTS[view.setup.name].goal
        own = evaluate_request(view, rng, EvaluationRequest(worlds=WORLDS, only=(made,)))
        happened = BOTS[view.setup.name].has_goal(last, seat) and not last.void
        found.forecasts.append(Forecast(own.best.chances[goal], happened))
        pair = tuple(sorted(rng.sample(range(len(moves)), 2)))
        few, many = (
            evaluate_request(view, rng, EvaluationRequest(worlds=worlds, only=pair))
            for worlds in (WORLDS, WORLDS * TIMES)
        )
        if few.exact:
            continue
        found.remeasured.append(
            Remeasured(
                few.moves[1].value - few.moves[0].value,
                max(each.cost_stderr for each in few.moves),
                many.moves[1].value - many.moves[0].value,
            )
        )


def table(sample: Sample) -> list[str]:
    """Ten bins: what was foretold on average, what happened, and its standard error."""
    lines = [
        "| foretold | decisions | mean foretold | happened | ± |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    for number in range(BINS):
        low, high = number / BINS, (number + 1) / BINS
        inside = [
            each
            for each in sample.forecasts
            if low <= each.chance < high or (number == BINS - 1 and each.chance >= 1)
        ]
        if not inside:
            continue
        size = len(inside)
        mean = sum(each.chance for each in inside) / size
        share = sum(each.happened for each in inside) / size
        error = sqrt(max(mean * (1 - mean), 1e-9) / size)
        lines.append(
            f"| {low:.0%} to {high:.0%} | {size} | {mean:.1%} | {share:.1%} | {error:.1%} |"
        )
    return lines


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
    parser.add_argument("--decisions", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    for name in args.games.split(","):
        sample = sampled(name, args.bots, args.decisions, args.seconds, args.seed)
        print(f"## {name}, four times {args.bots}: {BOTS[name].goal}\n")
        print("\n".join(table(sample)))
        print(f"\n{coverage(sample)}\n", flush=True)


if __name__ == "__main__":
    main()
