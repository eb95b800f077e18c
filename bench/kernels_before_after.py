"""The kernels of two commits side by side in one run: `python -m bench.kernels_before_after OLD`.

OLD is another checkout of the project with its kernels built. One process of each takes the same
decisions with the same seeds, turn and turn about, so that what else the machine does hits both.
What counts is processor time; shown is the old time over the new one, the median of the rounds and
the spread from the lower to the upper quartile. Below 1 the new one is slower.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

# A decision of each game, and a loop over whole random deals of the kernel.
WORKER = """
import random, sys, time
# The finder of an editable installation comes before PYTHONPATH: both would be one checkout.
sys.meta_path[:] = [each for each in sys.meta_path if "editable" not in type(each).__module__]
import funicular
assert funicular.__file__.startswith(sys.argv[1]), funicular.__file__
from importlib import import_module

def position(name, seats, seed):
    rng = random.Random(seed)
    game = funicular.game(name, seats=seats)
    ascenseur = name.startswith("ascenseur")
    state = game.deal(rng, dealer=0, cards=7) if ascenseur else game.deal(rng)
    casual = funicular.bot("casual")
    moves = rng.randrange(4, 14)
    while state.to_act:
        seat = state.to_act[0]
        view = state.view(seat)
        if len(view.legal_moves()) > 2 and len(state.history) >= moves:
            return view
        state = state.play(seat, casual.choose(view, rng))
    return position(name, seats, seed + 1000)

LISTS = {
    name: [position(name, seats, seed) for seed in range(6)]
    for name, seats in (("auf-ab", 3), ("dnpup", 4), ("ascenseur-52", 4), ("ascenseur-32", 3))
}
DEALS = {
    "auf-ab": lambda seed: import_module("funicular.native.auf_ab").playouts(
        funicular.game("auf-ab", seats=3), 20_000, seed),
    "dnpup": lambda seed: import_module("funicular.native.dnpup").playouts(
        funicular.game("dnpup", seats=4), 10_000, seed),
    "ascenseur-52": lambda seed: import_module("funicular.native.ascenseur").playouts(
        funicular.game("ascenseur-52", seats=4), 7, 100_000, seed),
}
bot = funicular.bot("strong@PLAYOUTS")
for line in sys.stdin:
    kind, name, seed = line.split()
    begun = time.process_time()
    if kind == "search":
        for view in LISTS[name]:
            bot.choose(view, random.Random(int(seed)))
    else:
        DEALS[name](int(seed))
    print(time.process_time() - begun, flush=True)
"""
SEARCHES = ("auf-ab", "dnpup", "ascenseur-52", "ascenseur-32")
DEALS = ("auf-ab", "dnpup", "ascenseur-52")


def worker(root: Path, playouts: int) -> subprocess.Popen[str]:
    """A process with the package of this checkout."""
    code = WORKER.replace("PLAYOUTS", str(playouts))
    return subprocess.Popen(
        (sys.executable, "-c", code, str(root.resolve())),
        env=os.environ | {"PYTHONPATH": str(root / "src")},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def seconds(process: subprocess.Popen[str], *asked: Any) -> float:  # noqa: ANN401 - words
    """How long the process takes for this."""
    if process.stdin is None or process.stdout is None:
        raise AssertionError
    process.stdin.write(" ".join(map(str, asked)) + "\n")
    process.stdin.flush()
    return float(process.stdout.readline())


def main() -> None:
    """Measure and print a line for each loop."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("old", type=Path)
    parser.add_argument("--new", type=Path, default=Path(__file__).parents[1])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--playouts", type=int, default=500)
    parser.add_argument("--only", choices=("search", "deals"))
    given = parser.parse_args()
    old, new = worker(given.old, given.playouts), worker(given.new, given.playouts)
    loops = [("search", name) for name in SEARCHES] + [("deals", name) for name in DEALS]
    for kind, name in loops:
        if given.only not in {None, kind}:
            continue
        ratios = []
        for number in range(given.rounds + 1):
            pair = (old, new) if number % 2 else (new, old)
            times = {id(each): seconds(each, kind, name, number) for each in pair}
            # The first one warms up.
            if number:
                ratios.append(times[id(old)] / times[id(new)])
        low, middle, high = statistics.quantiles(ratios, n=4)
        sys.stdout.write(f"{kind} {name}: {middle:.3f} ({low:.3f} to {high:.3f})\n")
        sys.stdout.flush()
    for process in (old, new):
        process.terminate()
        process.wait()


if __name__ == "__main__":
    main()
