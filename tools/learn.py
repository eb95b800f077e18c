"""Runs the program that learns a network, and keeps its weights with their provenance.

    python tools/learn.py build/learn/GAME GAME ROUNDS DEALS SEED

writes `GAME.bin` and `GAME.toml` into src/funicular/native/weights. `make learn` calls it.
"""

from __future__ import annotations

import argparse
import datetime as dt
import hashlib
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
WEIGHTS = ROOT / "src" / "funicular" / "native" / "weights"

PROVENANCE = """\
# How {name}.bin was made. `make learn` writes both files.
script = "native/learning/{name}.cpp"
arguments = "{arguments}" # rounds, deals a round, seed
date = {date}
sha256 = "{sha256}"

# Deals won by the learned policy alone, one seat against casual players, after the last round.
[strength]
measured = "{measured}"
"""


def measured(log: str) -> str:
    """What the last round says about its strength: a line for each number of seats."""
    last = log.rpartition("round ")[2]
    return "; ".join(line.strip() for line in last.splitlines() if "wins" in line)


def main() -> None:
    """Learn, then write both files: never one without the other."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("program", type=Path)
    parser.add_argument("name")
    parser.add_argument("arguments", nargs="+")
    parser.add_argument("--into", type=Path, default=WEIGHTS)
    given = parser.parse_args()
    with tempfile.TemporaryFile() as output:
        with subprocess.Popen(
            (given.program, *given.arguments), stdout=output, stderr=subprocess.PIPE, text=True
        ) as learning:
            log = ""
            for line in learning.stderr or ():
                log += line
                sys.stderr.write(line)
        if learning.returncode:
            sys.exit(learning.returncode)
        output.seek(0)
        weights = output.read()
    text = PROVENANCE.format(
        name=given.name,
        arguments=" ".join(given.arguments[:3]),
        date=dt.datetime.now(dt.UTC).date(),
        sha256=hashlib.sha256(weights).hexdigest(),
        measured=measured(log),
    )
    (given.into / f"{given.name}.bin").write_bytes(weights)
    (given.into / f"{given.name}.toml").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
