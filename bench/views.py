"""What a view costs beside a move, in two commits side by side: `python -m bench.views OLD`.

OLD is another checkout of the project; without it, only this one is measured. One process of each
plays the same deals at random, turn and turn about, so that what else the machine does hits both.
Every view is the first one of its state. What counts is processor time; shown are medians of the
rounds, in nanoseconds, and for the move the old time over the new one.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import Any

GAMES = {
    "ascenseur-52": "four seats, 12 cards",
    "ascenseur-32": "four seats, 6 cards",
    "auf-ab": "four seats",
    "dnpup": "four seats",
}
WHAT = ("play", "view", "view and events, in play", "history, in play")

WORKER = """
import gc, random, sys, time
# The package of the checkout that PYTHONPATH names, and not the installed one.
sys.meta_path = [each for each in sys.meta_path if "editable" not in type(each).__module__]
import funicular

CARDS = {"ascenseur-52": 12, "ascenseur-32": 6}

def played(first, moves):
    states = [first]
    for seat, move in moves:
        states.append(states[-1].play(seat, move))
    return states

def deal(game, rng):
    cards = CARDS.get(game.name)
    first = state = game.deal(rng, dealer=0, cards=cards) if cards else game.deal(rng)
    moves = []
    while state.to_act:
        seat = state.to_act[0]
        move = rng.choice(state.legal_moves(seat))
        moves.append((seat, move))
        state = state.play(seat, move)
    return first, moves

def spent(work):
    gc.collect()
    gc.disable()
    begun = time.process_time_ns()
    result = work()
    time_spent = time.process_time_ns() - begun
    gc.enable()
    return time_spent, result

def views(lines):
    return [state.view(state.to_act[0]) for states in lines for state in states[:-1]]

def looked_at(deals):
    # As at a table: everybody looks before the next move is made.
    for state, moves in deals:
        for seat, move in moves:
            state.view(seat).public.events
            state = state.play(seat, move)

def asked_for_history(deals):
    for state, moves in deals:
        for seat, move in moves:
            state.history
            state = state.play(seat, move)

for line in sys.stdin:
    name, seed = line.split()
    rng = random.Random(int(seed))
    deals = [deal(funicular.game(name, seats=4), rng) for _ in range(DEALS)]
    moves = sum(len(moves) for _, moves in deals)
    play, lines = spent(lambda: [played(*each) for each in deals])
    view, _ = spent(lambda: views(lines))
    both, _ = spent(lambda: looked_at(deals))
    events = both - play
    both, _ = spent(lambda: asked_for_history(deals))
    history = both - play
    print(*(each / moves for each in (play, view, events, history)), flush=True)
"""


def worker(root: Path, deals: int) -> subprocess.Popen[str]:
    """A process with the package of this checkout."""
    return subprocess.Popen(
        (sys.executable, "-c", WORKER.replace("DEALS", str(deals))),
        env=os.environ | {"PYTHONPATH": str(root / "src")},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def asked(process: subprocess.Popen[str], game: str, seed: int) -> list[float]:
    """One round of a game: nanoseconds a move, in the order of `WHAT`."""
    stdin: Any = process.stdin
    stdout: Any = process.stdout
    print(game, seed, file=stdin, flush=True)
    return [float(number) for number in stdout.readline().split()]


def row(game: str, which: str, rounds: list[list[float]]) -> str:
    """A row of the table: the medians, and the view in moves."""
    medians = [median(column) for column in zip(*rounds, strict=True)]
    times = " | ".join(f"{number:,.0f}" for number in medians)
    moves = median(view / play for play, view, *_ in rounds)
    return f"| {game}, {GAMES[game]} | {which} | {times} | {moves:.2f} |"


def main() -> None:
    """Measure every game and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("old", type=Path, nargs="?", help="another checkout of the project")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--deals", type=int, default=40, help="a round")
    args = parser.parse_args()
    roots = {"before": args.old, "after": Path(__file__).parents[1]}
    processes = {which: worker(root, args.deals) for which, root in roots.items() if root}
    print(f"| game | commit | {' | '.join(WHAT)} | view in moves |")
    print("| --- " * (len(WHAT) + 3) + "|")
    ratios = []
    for game in GAMES:
        # The first round only warms up.
        rounds = [
            {which: asked(process, game, seed) for which, process in processes.items()}
            for seed in range(args.rounds + 1)
        ][1:]
        for which in processes:
            print(row(game, which, [each[which] for each in rounds]))
        if args.old:
            ratio = median(each["before"][0] / each["after"][0] for each in rounds)
            ratios.append(f"{game}: play before / after {ratio:.3f}")
    print("\n" + "\n".join(ratios))
    for process in processes.values():
        process.communicate()


if __name__ == "__main__":
    main()
