"""The kernels of the browser beside the compiled ones: `python -m tests.native.wasm_soak`.

So many positions of each kernel, over all variants and numbers of seats, on all cores. The first
difference ends the run and says which variant and seed to look at.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

from funicular.native.numbers import kernel_name
from tests.kit import VARIANTS, Variant
from tests.native.wasm_kernels import by_compiled_kernel, differences, questions, wasm_answers

CHUNK = 100


def compare_chunk(variant: Variant, seed: int) -> int:
    """The positions compared in one chunk, which has a Node of its own."""
    asked = list(questions(variant, CHUNK, seed))
    lines = [each.line for each in asked]
    with tempfile.TemporaryDirectory() as folder, wasm_answers(lines, Path(folder)) as answers:
        expected = list(map(by_compiled_kernel, asked))
        for each, known, answer in zip(asked, expected, answers, strict=True):
            wrong = differences(each, known, answer)
            assert wrong == [], (each.seed, each.request, wrong)
    return len(asked)


def main() -> int:
    """Compare, and say how much."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    args = parser.parse_args()
    shares = Counter(kernel_name(variant.game_name) for variant in VARIANTS)
    compared: Counter[str] = Counter()
    # Seeds that `make test` does not look at.
    plan = [
        (variant, 100 + number)
        for variant in VARIANTS
        for number in range(-(-args.positions // (CHUNK * shares[kernel_name(variant.game_name)])))
    ]
    with ProcessPoolExecutor(args.jobs) as pool:
        chunks = {pool.submit(compare_chunk, *chunk): chunk for chunk in plan}
        for done in as_completed(chunks):
            variant, seed = chunks[done]
            try:
                compared[kernel_name(variant.game_name)] += done.result()
            except AssertionError:
                pool.shutdown(cancel_futures=True)
                print(f"{variant}, seed {seed}: the browser's kernel differs", file=sys.stderr)
                raise
    for name, number in compared.items():
        print(f"{name}: {number:,} positions, no difference")
    return 0


if __name__ == "__main__":
    sys.exit(main())
