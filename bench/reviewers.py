"""What the server has to do while many people review matches at once, beside static files.

    python -m bench.reviewers --people 500

Each of them brings a match of their own, so that nothing is kept from another, and asks for all
that a review in the browser needs: the positions, at once with everybody else. Then everybody asks
again, as whoever comes back to a review does, and then for a script of the page instead. Measuring
itself happens in the browsers and is no part of this.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
from collections import Counter
from statistics import median
from time import perf_counter
from urllib.parse import urlsplit

import funicular
from bench.places import Place, file
from bench.tables import written
from bench.use import processor_seconds
from funicular.core.record import record_of

GAME, SEATS, SCHEDULE = "ascenseur-52", 4, (3, 4, 5, 6, 7, 6, 5, 4, 3)
OK, BUSY = 200, 503
# As long as the page waits before it asks a busy server again.
PAUSE = 3.0


def brought(number: int) -> bytes:
    """The record of a match that bots played."""
    rng = random.Random(number)
    match = funicular.make_game(GAME, SEATS, {"schedule": list(SCHEDULE)}).match()
    casual = funicular.bot("casual")
    while not match.over:
        if not match.under_way:
            match = match.deal(rng)
        seat = match.to_act[0]
        match = match.play(seat, casual.choose(match.states[-1].view(seat), rng))
    return record_of(match, ["Ada", "Bob", "Cleo", "Dan"]).to_json().encode()


async def asked(
    address: str, path: str, body: bytes | None = None, form: str = "gzip"
) -> tuple[int, bytes]:
    """The status and the body of an answer, over a connection of its own."""
    host = urlsplit(address).netloc
    name, port = host.split(":")
    reader, writer = await asyncio.open_connection(name, int(port))
    head = [f"{'GET' if body is None else 'POST'} {path} HTTP/1.1", f"Host: {host}"]
    head += ["Connection: close", f"Accept-Encoding: {form}", "Content-Type: application/json"]
    if body is not None:
        head += [f"Content-Length: {len(body)}", f"Origin: {address}"]
    writer.write("\r\n".join([*head, "", ""]).encode() + (body or b""))
    answer = await reader.read()
    writer.close()
    status, _, rest = answer.partition(b"\r\n")
    return int(status.split()[1]), rest.partition(b"\r\n\r\n")[2]


async def until_given(address: str, path: str, statuses: Counter[int]) -> float:
    """Ask until it is given; the seconds that took."""
    began = perf_counter()
    while True:
        status, _ = await asked(address, path)
        statuses[status] += 1
        if status != BUSY:
            return perf_counter() - began
        await asyncio.sleep(PAUSE)


async def at_once(place: Place, what: str, paths: list[str]) -> list[str]:
    """A row: everybody asks at the same moment."""
    (address,) = place.addresses
    statuses: Counter[int] = Counter()
    before, began = processor_seconds(place.processes["servers"]), perf_counter()
    waited = await asyncio.gather(*(until_given(address, path, statuses) for path in paths))
    past = perf_counter() - began
    used = processor_seconds(place.processes["servers"]) - before
    return [
        what,
        f"{used / len(paths) * 1000:.2f}",
        f"{past:.1f}",
        f"{median(waited) * 1000:,.0f}",
        f"{max(waited) * 1000:,.0f}",
        ", ".join(f"{number} × {status}" for status, number in sorted(statuses.items())),
    ]


async def measured(people: int) -> list[list[str]]:
    """The three rows."""
    with file() as place:
        (address,) = place.addresses
        replays = []
        for number in range(people):
            status, answer = await asked(address, "/api/replays", brought(number))
            if status not in (OK, 201):
                raise SystemExit(answer.decode())
            replays.append(json.loads(answer)["id"])
        paths = [f"/api/replays/{each}/positions" for each in replays]
        _, page = await asked(address, "/", form="identity")
        (script, *_) = re.findall(rb"/assets/[-\w.]+\.js", page)
        return [
            await at_once(place, "positions, the first time", paths),
            await at_once(place, "positions, again", paths),
            await at_once(place, "a script of the page", [script.decode()] * people),
        ]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--people", type=int, default=500)
    args = parser.parse_args()
    rows = asyncio.run(measured(args.people))
    print(f"{args.people} people, load average {os.getloadavg()[0]:.1f}\n")
    header = ["everybody asks for", "processor, ms each", "seconds for all"]
    print(written([*header, "waited, ms (median)", "longest", "answers"], rows))


if __name__ == "__main__":
    main()
