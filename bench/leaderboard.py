"""How long the leaderboard takes with ten thousand people and a hundred thousand results.

    python -m bench.leaderboard [postgresql://… | FILE]

Ten challenges, each played by everybody. Times are those of the whole request over HTTP, from the
same machine: the challenge with one's comparison, the first and the last page of the
leaderboard, the days gone by; and of taking one more result. Without an argument the store is a
new file.
"""

from __future__ import annotations

import asyncio
import hashlib
import random
import statistics
import sys
import tempfile
from datetime import date, timedelta
from pathlib import Path
from time import perf_counter

from funicular.challenge.calendar import daily_challenge
from funicular.challenge.checking import Outcome
from funicular.core.wire import to_json
from funicular.store.challenges import StoredAttempt, StoredChallenge, TakenResult
from funicular.store.open import Store, open_store
from tests.web.live import Place, live_server

PEOPLE = 10_000
CHALLENGES = 10
TIMES = 200
AT_ONCE = 500
FIRST = date(2026, 11, 1)
# The browser of the person who asks.
SECRET = "0" * 32


async def fill(store: Store) -> list[str]:
    """Keep the challenges and everybody's results."""
    rng = random.Random(1)
    names = []
    for number in range(CHALLENGES):
        challenge = daily_challenge(FIRST + timedelta(days=number), f"{number:064x}")
        await store.keep_challenge(
            StoredChallenge(
                *(challenge.id, challenge.kind, challenge.opened, challenge.closes),
                *(to_json(challenge).decode(), outcome(rng)[0]),
            )
        )
        names.append(challenge.id)
        for first in range(0, PEOPLE, AT_ONCE):
            await asyncio.gather(
                *(
                    play(store, challenge.id, person, rng)
                    for person in range(first, first + AT_ONCE)
                )
            )
    return names


def outcome(rng: random.Random) -> tuple[str, Outcome]:
    """Any result of five deals."""
    deals = tuple(round(rng.gauss(0, 40)) for _ in range(5))
    found = Outcome(sum(deals) // 3, sum(deals), deals, (0, 0, 0, 0))
    return to_json(found).decode(), found


async def play(store: Store, challenge: str, person: int, rng: random.Random) -> float:
    """An attempt and its result; the seconds that the result took."""
    body, found = outcome(rng)
    key = f"{person:064x}" if person else hashlib.sha256(SECRET.encode()).hexdigest()
    table = f"{challenge}-{person}"
    await store.begin_attempt(
        StoredAttempt(challenge, key, table, f"Player {person}", 1.0), most=None
    )
    began = perf_counter()
    await store.take_result(
        challenge, key, TakenResult(found.score, rng.random() * 1e9 + 1, found.deals, body)
    )
    return perf_counter() - began


def told(what: str, times: list[float]) -> None:
    """A line of the table."""
    times.sort()
    middle, last = statistics.median(times), times[int(0.99 * len(times))]
    print(f"| {what} | {1000 * middle:.1f} | {1000 * last:.1f} |")


def main(where: str) -> None:
    """Fill the store and measure."""

    async def filled() -> list[str]:
        store = await open_store(where)
        began = perf_counter()
        names = await fill(store)
        print(f"{PEOPLE * CHALLENGES:,} results kept in {perf_counter() - began:.0f} s\n")
        await store.close()
        return names

    names = asyncio.run(filled())
    print("| request | median, ms | 99 %, ms |\n| --- | --- | --- |")
    with live_server(where) as client:
        rng = random.Random(2)
        paths = {
            "a challenge, with one's comparison": "",
            "leaderboard, first page": "/leaderboard",
            "leaderboard, last page": "/leaderboard?skip=950",
        }
        for what, path in paths.items():
            told(what, [ask(client, f"{rng.choice(names)}{path}") for _ in range(TIMES)])
        told("the days gone by, with one's places", [ask(client, "dailies") for _ in range(TIMES)])

    async def more() -> list[float]:
        store = await open_store(where)
        taken = [await play(store, names[0], PEOPLE + number, rng) for number in range(TIMES)]
        await store.close()
        return taken

    told("taking one more result", asyncio.run(more()))


def ask(client: Place, path: str) -> float:
    """The seconds of a request."""
    began = perf_counter()
    answer = client.ask(f"/api/challenges/{path}", **{"Funicular-Person": SECRET})
    assert answer.status == 200, answer.body  # noqa: S101 - a wrong answer is no measurement
    return perf_counter() - began


if __name__ == "__main__":
    if sys.argv[1:]:
        main(sys.argv[1])
    else:
        with tempfile.TemporaryDirectory() as folder:
            main(str(Path(folder) / "tables.db"))
