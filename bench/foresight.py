"""How well evaluations foretell what happens, whoever played before: a score for each model.

    python -m bench.foresight --deals 2000 --jobs 2 --draw docs/results/2026-11-19-foresight.svg

Deals are played by others than `casual` too: each past is one level, a mixture of them, or a player
for whom nothing was tuned. At some decisions the move made is evaluated in worlds that are weighed
by each model ("uniform", "casual", "mixed"), and the chance of the game's goal is held against
what happened: once as the deal went on with those who had played so far, and once as it goes on
with `casual` in every seat. The score is Brier's (the mean squared difference; less is better).
Intervals come from resampling deals, since decisions of one deal are alike.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

import funicular
from bench.calibration import Bin, plot
from bench.untuned_players import UNTUNED
from funicular.bots.evaluation import evaluate_request
from funicular.bots.registry import BOTS
from funicular.charts.plots import Lines
from funicular.charts.svg import picture
from funicular.core.game import Move, State, View
from funicular.native.evaluated import EvaluationRequest, Model

MODELS: tuple[Model, ...] = ("uniform", "casual", "mixed")
FUTURES = ("casual", "past")
MIXED = ("beginner", "casual", "random", "strong@300")
PASTS = {
    "beginner": ("beginner",),
    "casual": ("casual",),
    "strong": ("strong@300",),
    "random": ("random",),
    "mixture": MIXED,
    "untuned": ("untuned",),
}
SEATS = {"auf-ab": 4, "dnpup": 3, "ascenseur-52": 4, "ascenseur-32": 4}
WORLDS = 200
# Decisions of a deal, which are alike.
A_DEAL = 3
BINS = 10
# A forecast that is taken for certain.
SURE = 0.97
RESAMPLES = 1000

Player = Callable[[View, random.Random], Move]


class Forecast(Struct, frozen=True):
    """What each model foretold, in the order of `MODELS`; what happened, in that of `FUTURES`."""

    chances: tuple[float, ...]
    happened: tuple[bool, ...]


# By game and past, a list for each deal.
Forecasts = dict[str, dict[str, list[list[Forecast]]]]


def _player(name: str, game: str) -> Player:
    return UNTUNED[game] if name == "untuned" else funicular.bot(name).choose


def one_deal(name: str, past: str, seed: int, worlds: int = WORLDS) -> list[Forecast]:
    """A deal played by this past, and the forecasts at some of its decisions."""
    rng = random.Random(f"{name} {past} {seed}")
    seats = SEATS[name]
    game: Any = funicular.game(name, seats=seats)
    players = [_player(rng.choice(PASTS[past]), name) for _ in range(seats)]
    casual = [_player("casual", name)] * seats
    state: Any = game.deal(rng)
    if game.schedule:
        state = game.deal(rng, dealer=rng.randrange(seats), cards=rng.randint(3, 8))
    states = [state]
    while states[-1].to_act:
        states.append(_after(states[-1], players, rng))
    last = states[-1]
    choices = [
        place
        for place, (seat, _) in enumerate(last.history)
        # Before another seat has moved there is nothing to learn from.
        if place >= seats // 2 and len(states[place].legal_moves(seat)) > 1
    ]
    found = []
    for place in sorted(rng.sample(choices, min(A_DEAL, len(choices)))):
        seat, move = last.history[place]
        on = states[place + 1]
        while on.to_act:
            on = _after(on, casual, rng)
        happened = tuple(_has_goal(end, seat) for end in (on, last))
        found.append(Forecast(_foretold(states[place].view(seat), move, seed, worlds), happened))
    return found


def _after(state: State, players: Sequence[Player], rng: random.Random) -> State:
    seat = state.to_act[0]
    moves = state.legal_moves(seat)
    return state.play(seat, moves[0] if len(moves) == 1 else players[seat](state.view(seat), rng))


def _has_goal(end: State, seat: int) -> bool:
    return BOTS[end.setup.name].has_goal(end, seat) and not end.void


def _foretold(view: View, move: Move, seed: int, worlds: int) -> tuple[float, ...]:
    only = (view.legal_moves().index(move),)
    goal = BOTS[view.setup.name].goal
    return tuple(
        evaluate_request(
            view,
            random.Random(seed),
            EvaluationRequest(worlds=worlds, only=only, model=model),
        )
        .moves[0]
        .chances[goal]
        for model in MODELS
    )


def brier(deals: Sequence[Sequence[Forecast]], model: int, future: int) -> float:
    """The mean squared difference between what was foretold and what happened."""
    misses = [(each.chances[model] - each.happened[future]) ** 2 for deal in deals for each in deal]
    return sum(misses) / len(misses)


def behind_better(deals: Sequence[Sequence[Forecast]], future: int) -> float:
    """How far "mixed" is behind the better of "uniform" and "casual"; below 0 it is ahead."""
    scores = [brier(deals, model, future) for model in range(len(MODELS))]
    return scores[2] - min(scores[:2])


def interval(
    deals: Sequence[Sequence[Forecast]], score: Callable[[Sequence[Sequence[Forecast]]], float]
) -> tuple[float, float]:
    """95 % of the scores when deals are drawn anew."""
    rng = random.Random(0)
    scores = sorted(
        score(rng.choices(deals, k=len(deals))) for _ in range(RESAMPLES if deals else 0)
    )
    return scores[int(0.025 * len(scores))], scores[int(0.975 * len(scores))]


def sure(deals: Sequence[Sequence[Forecast]], model: int, future: int) -> tuple[int, int]:
    """Forecasts of 97 % and above, of it happening or not: how many came true, of how many."""
    said = [
        (each.chances[model] >= 0.5) == each.happened[future]
        for deal in deals
        for each in deal
        if max(each.chances[model], 1 - each.chances[model]) >= SURE
    ]
    return sum(said), len(said)


def share_sure(deals: Sequence[Sequence[Forecast]], model: int, future: int) -> float:
    """The share of these that came true."""
    true, said = sure(deals, model, future)
    return true / said if said else 1.0


def lines(name: str, past: str, deals: Sequence[Sequence[Forecast]]) -> Iterator[str]:
    """A row of the table for each way that the deals went on."""
    for future, goes_on in enumerate(FUTURES):
        scores = [brier(deals, model, future) for model in range(len(MODELS))]
        low, high = interval(deals, partial(behind_better, future=future))
        better, worse = sorted(scores[:2])
        allowed = max(0.01, (worse - better) / 4)
        kept = "yes" if scores[2] - better <= allowed else "no"
        said = [sure(deals, model, future) for model in range(len(MODELS))]
        least, most = interval(deals, partial(share_sure, model=2, future=future))
        yield (
            f"| {name} | {past} | {goes_on} | {len(deals)} | "
            + " | ".join(f"{score:.3f}" for score in scores)
            + f" | {scores[2] - better:+.3f} [{low:+.3f}, {high:+.3f}] | {kept} | "
            + " | ".join(f"{true} of {of}" for true, of in said)
            + f" | {least:.0%} to {most:.0%} |"
        )


def mean_lines(found: Forecasts) -> Iterator[str]:
    """For each game how far "mixed" is behind the better of both, in the mean over pasts."""
    yield ""
    for name, pasts in found.items():
        for future, goes_on in enumerate(FUTURES):
            behind = [behind_better(deals, future) for deals in pasts.values() if deals]
            every = [deal for deals in pasts.values() for deal in deals]
            said = [sure(every, model, future) for model in range(len(MODELS))]
            low, high = interval(every, partial(share_sure, model=2, future=future))
            yield (
                f"- {name}, goes on as {goes_on}: behind by {sum(behind) / len(behind):+.4f} in "
                f"the mean over pasts; of forecasts of 97 % and above "
                + ", ".join(
                    f"{model} {true} of {of}"
                    for model, (true, of) in zip(MODELS, said, strict=True)
                )
                + f" came true (mixed {low:.1%} to {high:.1%})"
            )


def bins_of(deals: Sequence[Sequence[Forecast]], model: int, future: int) -> list[Bin]:
    """The forecasts in ten bins."""
    found = []
    for number in range(BINS):
        inside = [
            each
            for deal in deals
            for each in deal
            if min(int(each.chances[model] * BINS), BINS - 1) == number
        ]
        if inside:
            size = len(inside)
            foretold = sum(each.chances[model] for each in inside) / size
            happened = sum(each.happened[future] for each in inside) / size
            error = (max(foretold * (1 - foretold), 1e-9) / size) ** 0.5
            low = number / BINS
            found.append(Bin(low, low + 1 / BINS, size, foretold, happened, error))
    return found


HEAD = (
    "| game | past | goes on as | deals | uniform | casual | mixed "
    "| mixed behind the better of both | within bounds | sure: uniform | casual | mixed "
    "| of these true, 95 % |\n"
    "| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | --- | ---: | ---: | ---: | ---: |"
)


def played(
    name: str, past: str, given: argparse.Namespace, pool: ProcessPoolExecutor
) -> list[list[Forecast]]:
    """As many deals as are asked for, or as time permits."""
    end = time.monotonic() + given.seconds
    stop = given.first + given.deals
    deals: list[list[Forecast]] = []
    for first in range(given.first, stop, 8 * given.jobs):
        seeds = range(first, min(first + 8 * given.jobs, stop))
        size = len(seeds)
        calls = ([name] * size, [past] * size, seeds, [given.worlds] * size)
        deals += [each for each in pool.map(one_deal, *calls) if each]
        if time.monotonic() > end:
            break
    return deals


def tell_bins(found: Forecasts) -> list[Lines]:
    """Print the bins of each model over all pasts; those of "mixed" are drawn."""
    plots = []
    for name, pasts in found.items():
        every = [deal for deals in pasts.values() for deal in deals]
        for model, title in enumerate(MODELS):
            for future, goes_on in enumerate(FUTURES):
                bins = bins_of(every, model, future)
                if title == "mixed":
                    plots.append(plot(f"{name}, on as {goes_on}", bins))
                print(f"- {name}, {title}, goes on as {goes_on}: ", end="")
                print("; ".join(f"{b.foretold:.0%} → {b.happened:.0%} ({b.size})" for b in bins))
    return plots


def main() -> None:
    """Play, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", default=",".join(SEATS))
    parser.add_argument("--pasts", default=",".join(PASTS))
    parser.add_argument("--deals", type=int, default=2000, help="of each game and past")
    parser.add_argument("--seconds", type=float, default=1e9, help="for each game and past")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first deal")
    parser.add_argument("--worlds", type=int, default=WORLDS)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--into", type=Path, help="where the forecasts go, as JSON")
    parser.add_argument("--again", type=Path, nargs="*", help="forecasts to be told of again")
    parser.add_argument("--draw", type=Path, help="where the plot goes")
    given = parser.parse_args()
    found: Forecasts = {}
    for path in given.again or ():
        found |= msgspec.json.decode(path.read_bytes(), type=Forecasts)
    with ProcessPoolExecutor(given.jobs) as pool:
        for name in () if given.again else given.games.split(","):
            found[name] = {past: played(name, past, given, pool) for past in given.pasts.split(",")}
    print(HEAD)
    for name, pasts in found.items():
        for past, deals in pasts.items():
            print("\n".join(lines(name, past, deals)))
    print("\n".join(mean_lines(found)))
    if given.into:
        given.into.write_bytes(msgspec.json.encode(found))
    plots = tell_bins(found)
    if given.draw:
        title = 'Chances foretold by "mixed", and how often they came true'
        given.draw.write_text(picture(plots, title), encoding="utf-8")


if __name__ == "__main__":
    main()
