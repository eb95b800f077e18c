"""Steps a second of `funicular.envs.Batch`, beside OpenSpiel: `python -m bench.environments`.

A step is one move at one table, chosen at random among the legal ones, deals included. Rates are of
processor time, and everybody takes turns within each round.
"""

from __future__ import annotations

import argparse
import platform
import random
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from itertools import cycle
from os import cpu_count, getloadavg
from pathlib import Path
from typing import Any

import numpy as np

import funicular
from bench.rounds import Compared, Work, measure, table
from funicular.envs import Batch

TABLES = 1024
CARDS = 12
# Made beforehand: what chance costs is not what is measured.
CHANCES = 64
GAMES: list[tuple[str, int, int | None]] = [
    ("ascenseur-52", 4, 5),
    ("ascenseur-52", 4, CARDS),
    ("ascenseur-32", 4, None),
    ("auf-ab", 3, None),
    ("auf-ab", 4, None),
    ("dnpup", 2, None),
    ("dnpup", 4, None),
    ("dnpup", 5, None),
]
LISTS, SEEN, MASKED = "legal lists", "lists, observations", "lists, observations, masks"
READ = {LISTS: (), SEEN: ("obs",), MASKED: ("obs", "mask")}
PEER = f"open_spiel oh_hell, 4 seats, {CARDS} cards"
OURS = f"ascenseur-52, 4 seats, {CARDS} cards"


def stepping(batch: Batch, read: tuple[str, ...]) -> Work:
    """Steps of a batch, moves chosen with NumPy."""
    rng = np.random.default_rng(1)
    chances = cycle([rng.random(batch.tables) for _ in range(CHANCES)])

    def work() -> int:
        offsets = batch.offsets
        starts = offsets[:-1]
        chosen = batch.legal[starts + (next(chances) * (offsets[1:] - starts)).astype(np.int64)]
        batch.step(chosen)
        for name in read:
            getattr(batch, name)
        return batch.tables

    return work


def in_python(name: str, seats: int, cards: int | None, *, tensor: bool) -> Work:
    """The same by the rules in Python, a table at a time."""
    game, rng = funicular.game(name, seats=seats), random.Random(1)

    def work() -> int:
        state = game.deal(rng, cards=cards)
        steps = 0
        while state.to_act:
            seat = state.to_act[0]
            if tensor:
                state.view(seat).tensor()
            state = state.play(seat, rng.choice(state.legal_moves(seat)))
            steps += 1
        return steps

    return work


def open_spiel(*, tensor: bool) -> Work:
    """OpenSpiel's Oh Hell by the leanest loop that we could write for it."""
    import pyspiel

    game = pyspiel.load_game(f"oh_hell(players=4,num_tricks_fixed={CARDS})")
    rng = random.Random(1)

    def work() -> int:
        state: Any = game.new_initial_state()
        steps = 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(rng.choice(state.chance_outcomes())[0])
                continue
            if tensor:
                state.information_state_tensor()
            state.apply_action(rng.choice(state.legal_actions()))
            steps += 1
        return steps

    return work


def works() -> tuple[dict[str, Work], dict[str, Compared]]:
    """Everybody, and whose rate ours is compared with."""
    everybody: dict[str, Work] = {}
    for name, seats, cards in GAMES:
        game = funicular.game(name, seats=seats)
        label = f"{name}, {seats} seats" + (f", {cards} cards" if cards else "")
        for what, read in READ.items():
            batch = Batch(game, tables=TABLES, seed=1, cards=cards)
            everybody[f"{label}: {what}"] = stepping(batch, read)
    game, tables = funicular.game("ascenseur-52", seats=4), 16 * TABLES
    batch = Batch(game, tables=tables, threads=2, cards=CARDS)
    everybody[f"{OURS}, 2 threads, {tables:,} tables: {SEEN}"] = stepping(batch, READ[SEEN])
    everybody[f"{OURS}: Python"] = in_python("ascenseur-52", 4, CARDS, tensor=False)
    everybody[f"{OURS}: Python, observations"] = in_python("ascenseur-52", 4, CARDS, tensor=True)
    compared: dict[str, Compared] = {}
    try:
        everybody[f"{PEER}: legal lists"] = open_spiel(tensor=False)
        everybody[f"{PEER}: lists, tensors"] = open_spiel(tensor=True)
    except ImportError:
        return everybody, compared
    compared[f"{PEER}: legal lists"] = f"{OURS}: {LISTS}", f"{PEER}: legal lists"
    compared[f"{PEER}: lists, tensors"] = f"{OURS}: {SEEN}", f"{PEER}: lists, tensors"
    return everybody, compared


def heading() -> str:
    """Where and when, and what is measured how."""
    try:
        peer = f"open_spiel {version('open_spiel')}"
    except PackageNotFoundError:
        peer = "without open_spiel"
    return (
        f"# Environments, {datetime.now(tz=UTC).date()}\n\n`python -m bench.environments` on "
        f"{cpu_count()} cores ({platform.machine()}), Python {platform.python_version()}, NumPy "
        f"{np.__version__}, {peer}, load {getloadavg()[0]:.0f}. Steps a second of processor time, "
        f"{TABLES:,} tables in one thread unless a line says otherwise; moves at random, chosen "
        "with NumPy, deals included. All take turns within each round; ratios are taken within a "
        "round: median (least–greatest)."
    )


def main() -> None:
    """Measure and print; `--write FILE` keeps the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--seconds", type=float, default=0.15, help="for each in each round")
    parser.add_argument("--write", type=Path, help="write the table to this file as well")
    args = parser.parse_args()
    everybody, compared = works()
    rates = measure(everybody, args.rounds, args.seconds)
    report = f"{heading()}\n\n{table('steps', rates, compared)}\n"
    print(report)
    if args.write:
        args.write.write_text(report, encoding="utf-8")


if __name__ == "__main__":
    main()
