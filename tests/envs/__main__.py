"""The differential soak of batches: `python -m tests.envs --deals 1000000`.

Random deals of every variant of every game, followed move for move in Python, on all cores.
"""

from __future__ import annotations

import argparse
import os
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed

from tests.envs.same_as_python import compare
from tests.kit import VARIANTS

CHUNK = 100


def main() -> int:
    """Compare, and say how much."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=1_000_000)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    args = parser.parse_args()
    each = -(-args.deals // (len(VARIANTS) * CHUNK))
    moves = done = 0
    with ProcessPoolExecutor(args.jobs) as pool:
        chunks = {
            pool.submit(compare, variant, CHUNK, seed): (variant, seed)
            for seed in range(each)
            for variant in VARIANTS
        }
        for chunk in as_completed(chunks):
            variant, seed = chunks[chunk]
            try:
                moves += chunk.result()
            except AssertionError:
                pool.shutdown(cancel_futures=True)
                print(f"{variant}, seed {seed}: the batch differs", file=sys.stderr)
                raise
            done += CHUNK
    print(f"{done:,} deals and {moves:,} moves compared, no difference")
    return 0


if __name__ == "__main__":
    sys.exit(main())
