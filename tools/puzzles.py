"""Looks for puzzles in deals that bots play, and keeps them with how they were found.

    python -m tools.puzzles --seed 1 --each 14 --minutes 10 ascenseur-52

writes src/funicular/review/puzzles/data/GAME.json. Called again it goes on where it stopped:
the same seed and number of deals give the same file, however often it was interrupted.

    python -m tools.puzzles --check ascenseur-52

evaluates every puzzle again with other random numbers, and counts how often the answer is found.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from importlib.metadata import version
from pathlib import Path

import msgspec
from msgspec.structs import replace

from funicular.bots.evaluation import evaluate
from funicular.bots.levels import bot
from funicular.core.match import Match
from funicular.core.record import LEAF_LIST
from funicular.core.wire import from_json, to_json
from funicular.games.registry import GAMES, SEATS, make_game
from funicular.review.puzzles.collection import Collection, Making
from funicular.review.puzzles.finding import examine
from funicular.review.puzzles.grading import LADDER
from funicular.review.puzzles.puzzle import GRADES, Puzzle

ROOT = Path(__file__).parents[1]
COLLECTION = ROOT / "src" / "funicular" / "review" / "puzzles" / "data"
PLAYERS = "casual"
# Of all puzzles of a game, this share may be bids.
BIDS_SHARE = 1 / 3
# Of one deal, so many puzzles.
MOST_OF_A_DEAL = 2
# What a check spends on a puzzle: an evaluation, another search, and evaluations of its grade.
CHECK_WORLDS = 1500
CHECK_SEARCH = "strong@9000"
CHECK_TRIES = 4


def played_deal(game: str, seed: int, number: int) -> Match:
    """A deal of bots, of any number of seats and cards that the game knows."""
    rng = random.Random(f"puzzles {game} {seed} {number}")
    seats = rng.choice(SEATS[game])
    played = make_game(game, seats, {})
    if played.schedule:
        cards = rng.randint(2, max(played.schedule))
        match = make_game(game, seats, {"schedule": [cards]}).match()
    else:
        match = played.match(deals=1)
    match = match.deal(rng)
    players = bot(PLAYERS)
    while match.state is not None and match.to_act:
        seat = match.to_act[0]
        match = match.play(seat, players.choose(match.state.view(seat), rng))
    return match


def puzzles_in(match: Match, have: Collection, number: int) -> tuple[Puzzle, ...]:
    """A few puzzles of the deal, each of another seat, of grades that are still wanted."""
    made = have.made
    positions = list(match.positions())
    random.Random(f"order {made.seed} {number}").shuffle(positions)
    found: tuple[Puzzle, ...] = ()
    for position in positions:
        known = (*have.puzzles, *found)
        count = Counter(each.grade for each in known)
        wanted = [grade for grade in GRADES if count[grade] < made.each]
        if not wanted or len(found) == MOST_OF_A_DEAL:
            break
        bids = sum(each.best.startswith("bid ") for each in known)
        is_bid = str(position.move).startswith("bid ")
        if is_bid and bids + 1 > BIDS_SHARE * (len(known) + 3):
            continue
        if position.seat in {each.position.seat for each in found}:
            continue
        seed = made.seed * 1_000_000 + number
        examined = examine(position, seed=seed, players=PLAYERS, grades=wanted)
        if examined.puzzle is not None:
            found = (*found, examined.puzzle)
    return found


def written(collection: Collection) -> str:
    """The file: indented, short lists on one line."""
    text = msgspec.json.format(to_json(collection), indent=1).decode()
    return LEAF_LIST.sub(lambda found: "[" + " ".join(found[1].split()) + "]", text) + "\n"


def check(have: Collection, seed: int) -> Collection:
    """Every puzzle again: by a long evaluation, the other search, and evaluations of its grade.

    Returns the collection without those of which the evaluation or the search thinks otherwise.
    """
    sound = []
    counts: dict[int, Counter[str]] = {grade: Counter() for grade in GRADES}
    for each in have.puzzles:
        rng = random.Random(f"check {seed} {each.id}")
        view = each.position.view()
        count = counts[each.grade]
        count["puzzles"] += 1
        long = evaluate(view, rng, worlds=CHECK_WORLDS, race=True)
        evaluated = str(long.best.move) == each.best
        searched = str(bot(CHECK_SEARCH).choose(view, rng)) == each.best
        count["evaluation"] += evaluated
        count["search"] += searched
        if evaluated and searched:
            sound.append(each)
        for worlds, name in ((LADDER[each.grade - 1], "at its grade"), (LADDER[0], "at once")):
            for _ in range(CHECK_TRIES):
                found = evaluate(view, rng, worlds=worlds).best.move
                count[name] += str(found) == each.best
    for grade, count in counts.items():
        tries = CHECK_TRIES * count["puzzles"]
        sys.stdout.write(
            f"| {have.puzzles[0].game} | {grade} | {count['puzzles']} | {count['evaluation']} |"
            f" {count['search']} | {count['at its grade']} of {tries} |"
            f" {count['at once']} of {tries} |\n"
        )
    return replace(have, puzzles=tuple(sound))


def main() -> None:
    """Look until there are enough, or time is up; or check those that there are."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=14)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--into", type=Path, default=COLLECTION)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--drop", action="store_true", help="take out what fails the check")
    given = parser.parse_args()
    path = given.into / f"{given.game}.json"
    making = Making(
        script="tools/puzzles.py",
        seed=given.seed,
        deals=0,
        each=given.each,
        players=PLAYERS,
        version=version("funicular"),
    )
    have = Collection(made=making, puzzles=())
    if path.exists():
        have = from_json(path.read_bytes(), Collection)
    if given.check:
        sound = check(have, given.seed + 1)
        if given.drop:
            path.write_text(written(sound))
        return
    end = time.monotonic() + 60 * given.minutes
    full = len(GRADES) * have.made.each
    while len(have.puzzles) < full and time.monotonic() < end:
        number = have.made.deals
        found = puzzles_in(played_deal(given.game, have.made.seed, number), have, number)
        puzzles = (*have.puzzles, *found)
        have = replace(have, made=replace(have.made, deals=number + 1), puzzles=puzzles)
        path.write_text(written(have))
    grades = Counter(each.grade for each in have.puzzles)
    told = ", ".join(f"{grades[grade]} of grade {grade}" for grade in GRADES)
    sys.stderr.write(f"{given.game}: {have.made.deals} deals, {told}\n")


if __name__ == "__main__":
    main()
