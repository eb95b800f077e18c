"""How long the list of the best and a profile page take with many profiles and results.

    python -m bench.profiles [--profiles 10000] [--results 100000] [ADDRESS …]

Fills a new store in a temporary folder, and the empty PostgreSQL database at each address, with
made-up results; then asks a server over it what a browser asks, over and over. Prints a table of
Markdown.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import asyncpg
import msgspec

from funicular.games.registry import GAMES
from funicular.live.profile_ratings import USUAL
from funicular.review.decision_costs import SeatCost
from funicular.review.kept_review import FORM
from funicular.store import results as kept
from funicular.store.open import Store, open_store
from funicular.store.reviews import StoredReview
from funicular.store.side_tables import SIDE_TABLES, Value, add_rows
from funicular.table.match_results import SeatResult
from funicular.web.profile_rendering import MOST_REVIEWED
from tests.web.live import live_server

ROUNDS = 200
ROWS_AT_ONCE = 1000
Row = tuple[Value, ...]


def profile_id(number: int) -> str:
    """An id that looks like one."""
    return hashlib.sha256(str(number).encode()).hexdigest()[:32]


def made_up(profiles: int, results: int, rng: random.Random) -> Iterator[tuple[str, list[Row]]]:
    """The rows of each table. A few play much, most play little."""
    ids = [profile_id(number) for number in range(profiles)]
    shows = "decisions history rating statistics"
    yield (
        "profiles",
        [
            (each, "k" * 43, f"P {number}", f"p {number}", shows, 1.0, 1)
            for number, each in enumerate(ids)
        ],
    )
    weights = [1 / (1 + number) ** 0.8 for number in range(profiles)]
    players = rng.choices(ids, weights, k=results)
    body = msgspec.json.encode(
        SeatResult(
            seats=4,
            points=41,
            totals=(41, 17, 60, -5),
            seat=0,
            place=2,
            how="played",
            others=("casual", "person", "strong"),
            undone=False,
            rated=("people", "bots"),
        )
    ).decode()
    games = list(GAMES)
    yield (
        "results",
        [
            (each, f"t{number:09d}-1", 1e9 + number, rng.choice(games), body)
            for number, each in enumerate(players)
        ],
    )
    yield (
        "statistics",
        [
            (each, "ascenseur-52", 4, cards, 9, 5, 40, 22.5)
            for each in sorted(set(players))
            for cards in range(1, 7)
        ],
    )
    ratings: list[Row] = []
    for each in sorted(set(players)):
        for game in games:
            for against in ("people", "bots"):
                value, deviation = rng.gauss(25, 6), rng.uniform(1, 8)
                rank = USUAL.rank(value, deviation)
                ratings.append((each, game, against, value, deviation, rank, 9, 1))
    yield "ratings", ratings


async def fill(where: str, profiles: int, results: int) -> None:
    """Put it all into a store."""
    store: Store = await open_store(where, durability="process")
    try:
        for name, rows in made_up(profiles, results, random.Random(7)):
            if where.startswith("postgres"):
                await _copy(where, name, rows)
                continue
            for first in range(0, len(rows), ROWS_AT_ONCE):
                page = rows[first : first + ROWS_AT_ONCE]
                await store.change(partial(add_rows, SIDE_TABLES[name], page))
        await review_newest(store)
    finally:
        await store.close()


async def review_newest(store: Store) -> None:
    """Keep records and reviews of the matches that the busiest profile's page looks at."""
    newest = kept.results_of(profile_id(0), before=None, most=MOST_REVIEWED)
    costs = msgspec.json.encode([SeatCost(9, 120, 3.25, 0.5)] * 4).decode()
    for each in await store.look_up(lambda: newest):
        await store.keep_record(each.replay, bytes(4000))
        await store.keep_review(each.replay, StoredReview(100, FORM, bytes(6000), costs))


async def _copy(where: str, name: str, rows: list[Row]) -> None:
    """All rows at once: one by one they take longer than all that is measured here."""
    connection = await asyncpg.connect(where)
    columns = list(SIDE_TABLES[name].columns)
    await connection.copy_records_to_table(name, records=rows, columns=columns)
    await connection.execute(f"ANALYZE {name}")
    await connection.close()


def times(ask: Callable[[], None]) -> str:
    """The quickest, the median and the 99th of a hundred, in milliseconds."""
    taken = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        ask()
        taken.append(1000 * (time.perf_counter() - began))
    ordered = sorted(taken)
    late = ordered[int(0.99 * len(ordered))]
    return f"{ordered[0]:.1f} | {statistics.median(ordered):.1f} | {late:.1f}"


def measure(where: str, profiles: int, results: int) -> None:
    """A row of the table for each question."""
    asyncio.run(fill(where, profiles, results))
    kind = "PostgreSQL" if where.startswith("postgres") else "SQLite"
    rng = random.Random(1)
    busiest = profile_id(0)
    further = f"{1e9 + results / 2:.0f},t000000000-1"
    questions: dict[str, Callable[[], str]] = {
        "the best, first page": lambda: "/api/leaderboard?game=dnpup&against=people",
        "the best, last page": lambda: "/api/leaderboard?game=dnpup&against=people&from=950",
        "any profile's page": lambda: f"/api/profiles/{profile_id(rng.randrange(profiles))}",
        "the busiest profile's page": lambda: f"/api/profiles/{busiest}",
        "its history, half-way": lambda: f"/api/profiles/{busiest}/results?before={further}",
    }
    with live_server(where) as server:
        for name, path in questions.items():

            def ask(path: Callable[[], str] = path) -> None:
                answer = server.ask(path())
                if answer.status != 200:
                    raise SystemExit(answer.body.decode())

            print(f"| {kind} | {name} | {times(ask)} |", flush=True)


def main() -> None:
    """Measure each store in turn."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--profiles", type=int, default=10_000)
    parser.add_argument("--results", type=int, default=100_000)
    parser.add_argument("addresses", nargs="*")
    given = parser.parse_args()
    print("| database | question | quickest, ms | median, ms | 99 %, ms |")
    print("| --- | --- | --: | --: | --: |")
    with tempfile.TemporaryDirectory() as folder:
        for where in (str(Path(folder) / "tables.db"), *given.addresses):
            measure(where, given.profiles, given.results)


if __name__ == "__main__":
    main()
