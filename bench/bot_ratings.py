"""How strong the bots' levels are in whole matches, as the ratings that profiles are held against.

    python -m bench.bot_ratings --matches 200 --games dnpup,auf-ab

Short matches of three levels in random seats: first `random`, `beginner` and `casual`, then
`beginner`, `casual` and `strong`, then `casual`, `strong` and `expert`, so many of each. The
ratings are openskill's (Plackett and Luce), without drift. What is printed belongs into
`match_ratings` of the game's bots (`src/funicular/bots/GAME/spec.py`) and `docs/profiles.md`.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter

from openskill.models import PlackettLuce

import funicular
from funicular.bots.levels import bot
from funicular.core.match import Match
from funicular.games.registry import make_game, spec_of

LEVELS = ("random", "beginner", "casual", "strong", "expert")
LENGTH = "short"
# The options of a length that belong to the match rather than to its game.
ENDING = ("deals", "target")


def play(name: str, levels: list[str], rng: random.Random) -> Match:
    """A short match of these levels."""
    options = dict(spec_of(name).lengths[LENGTH].options)
    ending = {key: options.pop(key) for key in ENDING if key in options}
    match = make_game(name, len(levels), options).match(**ending)
    bots = [bot(level) for level in levels]
    while not match.over:
        if not match.under_way:
            match = match.deal(rng)
        seat = match.to_act[0]
        state = match.states[-1]
        match = match.play(seat, bots[seat].choose(state.view(seat), rng))
    return match


def rated(name: str, matches: int, seconds: float, seed: int) -> str:
    """A row of the table: each level's rating, one standard deviation, and its matches."""
    rng = random.Random(f"{seed} {name}")
    model = PlackettLuce(tau=0.0)
    ratings = {level: model.rating(name=level) for level in LEVELS}
    played: Counter[str] = Counter()
    for first in range(len(LEVELS) - 2):
        end = time.monotonic() + seconds
        for _ in range(matches):
            if time.monotonic() > end:
                break
            levels = list(LEVELS[first : first + 3])
            rng.shuffle(levels)
            totals = play(name, levels, rng).totals
            teams = model.rate([[ratings[level]] for level in levels], scores=list(totals))
            for level, (rating,) in zip(levels, teams, strict=True):
                ratings[level] = rating
            played.update(levels)
    cells = (
        f"{ratings[level].mu:.1f} ± {ratings[level].sigma:.1f} ({played[level]})"
        for level in LEVELS
    )
    return f"| {name} | {' | '.join(cells)} |"


def main() -> None:
    """Print a row for each game."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", default=",".join(funicular.GAMES))
    parser.add_argument("--matches", type=int, default=200, help="of each three levels")
    parser.add_argument("--seconds", type=float, default=600, help="for each three at most")
    parser.add_argument("--seed", type=int, default=7)
    args = parser.parse_args()
    print(f"| game | {' | '.join(LEVELS)} |\n| --- |{' --- |' * len(LEVELS)}")
    for name in args.games.split(","):
        print(rated(name, args.matches, args.seconds, args.seed), flush=True)


if __name__ == "__main__":
    main()
