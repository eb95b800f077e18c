"""The whole of it: a server, people who play at it, and everything else that is sent to it.

The cases come in chunks, each on one connection or a few. A chunk follows from the seed, its kind
and its number, so one that has failed can be sent again, alone: `--only KIND --chunk NUMBER`.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from msgspec import Struct

from tests.system.fuzz import frames, http, messages, raw, records
from tests.system.fuzz.control import Control
from tests.system.fuzz.targets import Desk, Target, own_desk, shared_desks
from tests.system.fuzz.victim import Victim
from tests.system.fuzz.wire import Wrong

# Chunks that share tables.
TOGETHER = 100
# Some files are opened late: a thread's, a second connection to the database.
SPARE_FILES = 4
# After so many failures the rest would only say the same.
MOST_WRONG = 10


class Kind(Struct, frozen=True):
    """A way of attacking: the cases of a chunk, and how they are sent and judged."""

    share: float
    chunk: int
    make: Callable[[Target, Desk, random.Random], Sequence[Any]]
    check: Callable[[Target, Desk, Sequence[Any]], Counter[str]]
    # Whether it matters who sends it.
    seated: bool = False


# More than one in all: some of what is sent turns out to be right.
KINDS: dict[str, Kind] = {
    "messages, spoiled": Kind(
        0.65,
        messages.SPOILED,
        lambda _, __, rng: messages.spoiled(rng),
        messages.check_inside,
        seated=True,
    ),
    "messages, out of place": Kind(
        0.10,
        messages.SENSIBLE,
        lambda _, __, rng: messages.sensible(rng),
        messages.check_inside,
        seated=True,
    ),
    "messages before the greeting": Kind(
        0.10, messages.EARLY, lambda _, __, rng: messages.early(rng), messages.check_early
    ),
    "frames": Kind(0.04, frames.CASES, lambda _, __, rng: frames.faults(rng), frames.check),
    "requests": Kind(0.16, http.CASES, http.requests, http.check, seated=True),
    "requests, badly framed": Kind(0.04, raw.CASES, lambda _, __, rng: raw.raws(rng), raw.check),
    "records": Kind(0.04, records.CASES, lambda _, __, rng: records.uploads(rng), records.check),
}
# What came of those that were right after all.
RIGHT = ("done", "reason", "pong", "status 1", "status 2", "status 304")


class Chunk(Struct, frozen=True):
    """One of them, by name."""

    seed: int
    kind: str
    number: int


class Report(Struct):
    """What was sent, what came of it, and how the server was."""

    sent: Counter[str]
    outcomes: dict[str, Counter[str]]
    matches: int
    moves: int
    files: tuple[int, int]
    memory: tuple[int, int]
    events: Counter[str]

    @property
    def malformed(self) -> int:
        """How many were not right after all."""
        right = (
            count
            for outcomes in self.outcomes.values()
            for outcome, count in outcomes.items()
            if outcome.startswith(RIGHT)
        )
        return self.sent.total() - sum(right)


def plan(seed: int, count: int) -> Iterator[Chunk]:
    """So many cases at least, of every kind its share, mixed."""
    many = {name: -(-int(count * kind.share) // kind.chunk) for name, kind in KINDS.items()}
    # All kinds from the beginning to the end; neighbours of a kind meet at the same tables.
    yield from sorted(
        (Chunk(seed, name, number) for name in KINDS for number in range(many[name])),
        key=lambda each: each.number / many[each.kind],
    )


@lru_cache(maxsize=32)
def _desks(target: Target, seed: int, group: int) -> tuple[Desk, ...]:
    return shared_desks(target, random.Random(f"{seed} {group}"))


class Attacked(Struct, frozen=True):
    """A chunk: how many cases, what came of them, and if something went wrong, what."""

    cases: int
    outcomes: Counter[str]
    wrong: str | None = None


def attack(target: Target, chunk: Chunk) -> Attacked:
    """Send a chunk. A failure says how to repeat it."""
    kind = KINDS[chunk.kind]
    rng = random.Random(f"{chunk.seed} {chunk.kind} {chunk.number}")
    if kind.seated and rng.randrange(2):
        desk = own_desk(target, rng)
    else:
        desk = rng.choice(_desks(target, chunk.seed, chunk.number // TOGETHER))
    cases = kind.make(target, desk, rng)
    try:
        return Attacked(len(cases), kind.check(target, desk, cases))
    except Exception as error:  # noqa: BLE001 - told, whatever it is
        again = f"--seed {chunk.seed} --only '{chunk.kind}' --chunk {chunk.number}"
        alone = _alone(target, desk, kind, cases)
        message = f"{error}\n  again: python -m tests.system.fuzz {again}\n  alone: {alone}"
        return Attacked(len(cases), Counter({"wrong": 1}), message)


def _alone(target: Target, desk: Desk, kind: Kind, cases: Sequence[Any]) -> str:
    """The first case that fails by itself."""
    for case in cases:
        try:
            kind.check(target, desk, [case])
        except Exception as error:  # noqa: BLE001 - told, whatever it is
            return f"{repr(case)[:1500]}: {str(error)[:500]}"
    return "none fails by itself"


def run(folder: Path, chunks: Sequence[Chunk], *, jobs: int = 1) -> Report:
    """Attack a server of its own, in so many processes; `Wrong` says what went wrong."""
    with Victim(folder) as server:
        control = Control(server.port)
        control.start()
        control.seated.wait()
        target = Target(server.port, control.opened["table"], control.opened["invite"])
        sent, outcomes, files, memory = _attacked(server, target, chunks, jobs)
        control.stop()
        after = server.settled(files + SPARE_FILES)
        used = server.memory
        server.stop()
        events = server.events()
    control.check_log(folder / "tables.db")
    return Report(
        sent, outcomes, control.matches, len(control.moves), (files, after), (memory, used), events
    )


Totals = tuple[Counter[str], dict[str, Counter[str]], int, int]


def _attacked(server: Victim, target: Target, chunks: Sequence[Chunk], jobs: int) -> Totals:
    # Once of every kind, so that whatever is made only once is made before we count.
    warming = [attack(target, Chunk(-1, name, 0)).wrong for name in KINDS]
    wrong = [each for each in warming if each is not None]
    files, memory = server.files, server.memory
    sent: Counter[str] = Counter()
    outcomes: dict[str, Counter[str]] = {name: Counter() for name in KINDS}
    for chunk, done in _in_turn(target, chunks, jobs):
        sent[chunk.kind] += done.cases
        outcomes[chunk.kind] += done.outcomes
        wrong += [] if done.wrong is None else [done.wrong]
        if not server.alive:
            wrong.append("the server is gone")
        if len(wrong) > MOST_WRONG or not server.alive:
            break
    if wrong:
        raise Wrong("\n".join(wrong))
    return sent, outcomes, files, memory


def _in_turn(
    target: Target, chunks: Sequence[Chunk], jobs: int
) -> Iterator[tuple[Chunk, Attacked]]:
    if jobs == 1:
        for chunk in chunks:
            yield chunk, attack(target, chunk)
        return
    # Not forked: a fork would take the threads' locks along.
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        yield from zip(chunks, pool.map(attack, [target] * len(chunks), chunks), strict=True)
