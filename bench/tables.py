"""What one server holds: open sockets, moves a second, how soon a move is acknowledged, memory.

    python -m bench.tables --sockets 1000 2000

A real server on loopback with a real file; people's clients in a process of their own on the same
machine, four a table, all seats taken by people, so that no bot thinks. First a steady pace, at
which the time from sending a move to its acknowledgement is measured; then as fast as it goes.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import quantiles
from urllib.request import Request, urlopen

import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect

SEATS = 4
GAME = "ascenseur-52"
STEADY = 300
SECONDS = 15.0
WARM_UP = 5.0


class Deal(Struct):
    """What a client of ours looks at in a deal."""

    legal: tuple[str, ...]
    turn: int


class Table(Struct):
    """What it looks at in a table."""

    phase: str


class Message(Struct):
    """And in a message."""

    type: str
    deal: Deal | None = None
    table: Table | None = None
    id: str | None = None
    code: str | None = None


read = msgspec.json.Decoder(Message).decode


class Person:
    """Somebody at a table: plays some legal move when the table's clock says so."""

    def __init__(self, socket: ClientConnection, rng: random.Random) -> None:
        self.socket = socket
        self.rng = rng
        self.phase = ""
        self.deal: Deal | None = None
        self.sent: dict[str, float] = {}
        self.number = 0
        self.took: list[float] = []
        self.changed = asyncio.Event()

    async def listen(self) -> None:
        """Take in what comes, until the socket closes."""
        async for raw in self.socket:
            message = read(raw)
            if message.type in ("done", "refused") and message.id in self.sent:
                self.took.append(time.perf_counter() - self.sent.pop(message.id))
            if message.table is not None:
                self.phase = message.table.phase
            if message.deal is not None:
                self.deal = message.deal
            self.changed.set()

    async def do(self, command: dict[str, object]) -> None:
        """Send a command."""
        self.number += 1
        name = str(self.number)
        self.sent[name] = time.perf_counter()
        await self.socket.send(
            msgspec.json.encode({"type": "do", "id": name, "command": command}).decode()
        )


class Round:
    """A table of ours: four people who never wait long."""

    def __init__(self, people: list[Person]) -> None:
        self.people = people
        self.moves = 0

    async def step(self) -> bool:
        """One move, or one more who is ready for the next deal; whether anything was to be done."""
        for person in self.people:
            if person.phase == "playing" and person.deal and person.deal.legal and not person.sent:
                deal, person.deal = person.deal, None
                move = person.rng.choice(deal.legal)
                await person.do({"do": "move", "move": move, "turn": deal.turn})
                self.moves += 1
                return True
        for person in self.people:
            if person.phase in ("scored", "over") and not person.sent:
                person.phase = ""
                await person.do({"do": "ready", "nonce": person.rng.randbytes(16).hex()})
                return True
        return False


@contextmanager
def server() -> Iterator[tuple[str, int]]:
    """A server of our own: its address and its process."""
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(
            [
                *(sys.executable, "-m", "funicular", "serve", "--port", "0", "--no-open"),
                *("--data", str(Path(folder) / "tables.db")),
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=os.environ | {"LANG": "en_GB.UTF-8", "PYTHONUNBUFFERED": "1"},
        )
        assert process.stdout is not None  # noqa: S101 - asked for above
        try:
            for line in process.stdout:
                found = re.search(r"http://[0-9.]+:[0-9]+", line)
                if found:
                    break
            else:
                sys.exit("the server did not start")
            yield found[0], process.pid
        finally:
            process.terminate()
            process.wait()


async def sit_down(address: str, seed: int) -> Round:
    """Open a table and seat four people at it."""
    rng = random.Random(seed)
    new = {
        "game": GAME,
        "seats": SEATS,
        "name": "North",
        "nonce": rng.randbytes(16).hex(),
        "lang": "en",
        "pace": "instant",
    }
    opened = await asyncio.to_thread(_post, f"{address}/api/tables", new)
    people = []
    for name in ("North", "East", "South", "West"):
        secret = {"token": opened["token"]} if name == "North" else {"invite": opened["invite"]}
        where = f"{address.replace('http', 'ws')}/api/tables/{opened['table']}/socket"
        socket = await connect(where, compression=None, max_queue=None)
        hello = {"type": "hello", "protocol": 1, "lang": "en"} | secret
        await socket.send(msgspec.json.encode(hello).decode())
        await socket.recv()
        if name != "North":
            nonce = rng.randbytes(16).hex()
            command = {"do": "sit", "name": name, "nonce": nonce}
            await socket.send(
                msgspec.json.encode({"type": "do", "id": "sit", "command": command}).decode()
            )
        people.append(Person(socket, rng))
    return Round(people)


def _post(address: str, body: object) -> dict[str, str]:
    request = Request(address, msgspec.json.encode(body), {"Content-Type": "application/json"})  # noqa: S310 - our own server
    with urlopen(request) as answer:  # noqa: S310 - as above
        found: dict[str, str] = msgspec.json.decode(answer.read())
        return found


async def steady(rounds: list[Round], rate: float, seconds: float) -> list[float]:
    """So many moves a second, spread over the tables; how long each took to be acknowledged."""
    people = [person for each in rounds for person in each.people]
    for person in people:
        person.took.clear()
    end = time.perf_counter() + seconds
    due = time.perf_counter()
    turn = 0
    while time.perf_counter() < end:
        due += 1 / rate
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        for _ in range(len(rounds)):
            turn += 1
            if await rounds[turn % len(rounds)].step():
                break
    await asyncio.sleep(1.0)
    return [took for person in people for took in person.took]


async def flat_out(rounds: list[Round], seconds: float) -> float:
    """Every table as fast as its people can; moves a second, all tables together."""
    before = sum(each.moves for each in rounds)
    began = time.perf_counter()

    async def play(each: Round) -> None:
        while time.perf_counter() < began + seconds:
            if not await each.step():
                await asyncio.sleep(0.002)

    await asyncio.gather(*(play(each) for each in rounds))
    return (sum(each.moves for each in rounds) - before) / (time.perf_counter() - began)


def memory(process: int) -> float:
    """What a process holds in memory, in KiB."""
    text = Path(f"/proc/{process}/status").read_text()
    found = re.search(r"VmRSS:\s+([0-9]+) kB", text)
    return float(found[1]) if found else 0.0


async def measured(sockets: int, rate: float, seconds: float) -> list[str]:
    """A row of the table: so many open sockets."""
    with server() as (address, process):
        empty = memory(process)
        rounds = []
        listeners = []
        for number in range(sockets // SEATS):
            each = await sit_down(address, number)
            listeners += [asyncio.create_task(person.listen()) for person in each.people]
            rounds.append(each)
        await asyncio.sleep(1.0)
        for each in rounds:
            await each.people[0].do({"do": "start"})
        while any(each.people[0].sent for each in rounds):  # noqa: ASYNC110 - they answer soon
            await asyncio.sleep(0.1)
        # The rush of everybody beginning at once is over before the clock runs.
        await steady(rounds, rate, WARM_UP)
        took = await steady(rounds, rate, seconds)
        full = memory(process)
        fastest = await flat_out(rounds, seconds)
        for listener in listeners:
            listener.cancel()
        cuts = quantiles(took, n=100)
    return [
        f"{sockets:,}",
        f"{len(rounds):,}",
        f"{len(took) / seconds:.0f}",
        *(f"{1000 * cuts[place - 1]:.1f} ms" for place in (50, 95, 99)),
        f"{fastest:,.0f}",
        f"{(full - empty) / len(rounds):.0f} KiB",
    ]


HEADER = [
    "open sockets",
    "tables",
    "steady commands/s",
    "p50",
    "p95",
    "p99",
    "most moves/s",
    "memory a table",
]


def report(sockets: list[int], rate: float, seconds: float) -> str:
    """The whole measurement as a table."""
    rows = [asyncio.run(measured(count, rate, seconds)) for count in sockets]
    lines = [HEADER, ["---:"] * len(HEADER), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sockets", type=int, nargs="+", default=[1000, 2000])
    parser.add_argument("--rate", type=float, default=STEADY)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    args = parser.parse_args()
    print(report(args.sockets, args.rate, args.seconds))


if __name__ == "__main__":
    main()
