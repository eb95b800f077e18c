"""The differential soak: `python -m tests.native --deals 1000000`.

Every variant of every game, its random deals followed move for move in Python, on all cores. Games
whose deals take longer get fewer of them. The count at the end is of what was compared; the first
difference ends the run and says which variant and seed to look at.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed

from tests.kit import VARIANTS, Variant
from tests.native import ascenseur, test_auf_ab, test_dnpup

Compare = Callable[[Variant, int, int], int]
COMPARE: dict[str, Compare] = {
    "auf-ab": test_auf_ab.compare,
    "dnpup": test_dnpup.compare,
    "ascenseur-52": ascenseur.compare,
    "ascenseur-32": ascenseur.compare,
}
# How many deals a variant gets, one game against another.
WEIGHT = {"auf-ab": 3, "dnpup": 1, "ascenseur-52": 4, "ascenseur-32": 4}
CHUNK = 500


def plan(deals: int) -> Iterator[tuple[Variant, int]]:
    """A variant and a seed for every chunk."""
    total = sum(WEIGHT[variant.game_name] for variant in VARIANTS)
    for variant in VARIANTS:
        wanted = -(-deals * WEIGHT[variant.game_name] // total)
        for seed in range(-(-wanted // CHUNK)):
            yield variant, seed


def compare_chunk(variant: Variant, seed: int) -> int:
    """The moves compared in one chunk."""
    return COMPARE[variant.game_name](variant, CHUNK, seed)


def main() -> int:
    """Compare, and say how much."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=1_000_000)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    args = parser.parse_args()
    deals: Counter[str] = Counter()
    moves = 0
    with ProcessPoolExecutor(args.jobs) as pool:
        chunks = {pool.submit(compare_chunk, *chunk): chunk for chunk in plan(args.deals)}
        for done in as_completed(chunks):
            variant, seed = chunks[done]
            try:
                moves += done.result()
            except AssertionError:
                pool.shutdown(cancel_futures=True)
                print(f"{variant}, seed {seed}: the twin differs", file=sys.stderr)
                raise
            deals[str(variant)] += CHUNK
            if sys.stderr.isatty():
                print(f"\r{deals.total():,} deals", end="", file=sys.stderr)
    for name, number in deals.items():
        print(f"{name}: {number:,} deals")
    print(f"{deals.total():,} deals and {moves:,} moves compared, no difference")
    return 0


if __name__ == "__main__":
    sys.exit(main())
