"""The moves that the search chooses in many positions, to compare two commits.

`python tests/native/chosen_moves.py --into FILE` plays seeded deals of every game, with every
number of seats and some options, partly at random and partly as `casual` does, and writes down the
move of `strong@2000` in 10,000 positions of each game. A change of the kernels that must not change
the play gives the same file. Only the public API is imported, so that any commit can run it:

    git worktree add /tmp/before COMMIT
    PYTHONPATH=/tmp/before/src python tests/native/chosen_moves.py --into before.txt
    python tests/native/chosen_moves.py --into after.txt && cmp before.txt after.txt
"""

from __future__ import annotations

import argparse
import hashlib
import random
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

# The finder of an editable installation comes before PYTHONPATH, which may name another commit.
sys.meta_path[:] = [each for each in sys.meta_path if "editable" not in type(each).__module__]
sys.path.append(str(Path(__file__).parents[2] / "src"))

import funicular  # noqa: E402 - of the commit meant

# For each game, the setups its deals take turns with.
SETUPS: dict[str, tuple[dict[str, Any], ...]] = {
    "auf-ab": ({"seats": 3}, {"seats": 4}),
    "dnpup": tuple({"seats": seats} for seats in (2, 3, 4, 5)),
    "ascenseur-52": (
        *({"seats": seats} for seats in (3, 4, 5, 6)),
        {"seats": 4, "hook": False},
        {"seats": 4, "bonus": 10, "penalty": 5},
        {"seats": 3, "missed_scores_tricks": True},
    ),
    "ascenseur-32": (
        *({"seats": seats} for seats in (3, 4, 5)),
        {"seats": 4, "bidding": "simultaneous"},
        {"seats": 3, "bidding": "simultaneous"},
    ),
}
# A deal gives at most this many positions, evenly chosen among its decisions, so that there are
# many deals.
MOST_A_DEAL = 6
# Positions that one process works on at a time.
CHUNK = 50


def decisions(name: str, seed: int) -> Iterator[tuple[Any, int]]:
    """The states of one deal in which a seat has a choice, each with that seat."""
    rng = random.Random(f"{name} {seed}")
    setups = SETUPS[name]
    game: Any = funicular.game(name, **setups[seed % len(setups)])
    if name.startswith("ascenseur"):
        cards = rng.choice(game.options.schedule)
        state = game.deal(rng, dealer=rng.randrange(game.seats), cards=cards)
    else:
        state = game.deal(rng)
    # From careful to careless.
    careless = rng.choice((0.05, 0.2, 0.5))
    casual = funicular.bot("casual")
    found = []
    while state.to_act:
        seat = state.to_act[0]
        moves = state.legal_moves(seat)
        if len(moves) > 1:
            found.append((state, seat))
        blind = len(moves) == 1 or rng.random() < careless
        move = rng.choice(moves) if blind else casual.choose(state.view(seat), rng)
        state = state.play(seat, move)
    yield from rng.sample(found, min(MOST_A_DEAL, len(found)))


def chunk(name: str, bot: str, first: int) -> list[str]:
    """A line for each of some positions: the setup, the moves so far in number, the move chosen."""
    player = funicular.bot(bot)
    lines: list[str] = []
    deal = first
    while len(lines) < CHUNK:
        for place, (state, seat) in enumerate(decisions(name, deal)):
            move = player.choose(state.view(seat), random.Random(f"{name} {deal} {place}"))
            lines.append(f"{name} deal {deal} ply {len(state.history)} seat {seat}: {move}")
        deal += 1
    return lines[:CHUNK]


def main() -> None:
    """Write the moves into a file, and say a hash of each game's."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--positions", type=int, default=10_000, help="of each game")
    parser.add_argument("--games", nargs="*", default=list(SETUPS))
    parser.add_argument("--bot", default="strong@2000")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--into", type=Path, required=True)
    given = parser.parse_args()
    with ProcessPoolExecutor(given.jobs) as pool, given.into.open("w") as file:
        for name in given.games:
            begun = time.monotonic()
            firsts = range(0, given.positions * 10, CHUNK * 10)
            count, digest = 0, hashlib.sha256()
            calls = [(name, given.bot, first) for first in firsts]
            for lines in pool.map(chunk, *zip(*calls, strict=True)):
                for line in lines[: given.positions - count]:
                    file.write(f"{line}\n")
                    digest.update(line.encode())
                    count += 1
                file.flush()
            took = time.monotonic() - begun
            found = digest.hexdigest()[:16]
            sys.stdout.write(f"{name}: {count} positions, {found}, {took:.0f} s\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
