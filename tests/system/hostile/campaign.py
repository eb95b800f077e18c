"""A run: honest people play on; quiet, each attack, all together, quiet again, the end."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from time import perf_counter

import msgspec
from msgspec import Struct

from tests.kit.serving import unmeasured
from tests.system.hostile.account import Account, settle
from tests.system.hostile.attacks import ATTACKS
from tests.system.hostile.honest import Notes
from tests.system.hostile.house import GIANTS, House
from tests.system.hostile.newcomer import Newcomers
from tests.system.hostile.party import ALONE, PUPIL, TOGETHER, Party, Seating
from tests.system.hostile.phases import P99, Phase
from tests.system.hostile.target import PROXIES, Key, Order, Outcome, Target
from tests.system.kills.evidence import read_evidence

# For an honest answer, and for the end of a server that was asked to end; and for bots.
PATIENCE = 60.0
BOT_PATIENCE = 10.0
# How often the memory is looked at.
LOOK = 0.05
# Servers that use this share of a core more than in the quiet before are still at work.
CALM = 0.2
CALM_LOOK = 0.5
# Seconds between two newcomers.
NEWCOMER = 2.0
# Attackers come from 127.0.1.10 and so on, or from among `PROXIES`; honest people from these, each
# player and newcomer from one of their own, all pupils of the school from one.
FIRST_SOURCE = 10
PLAYERS = "127.0.2"
NEW = "127.0.4"
SCHOOL = "127.0.3.1"


class Plan(Struct, frozen=True):
    """What is to be done: the attacks that run together, one group after the other."""

    groups: tuple[tuple[str, tuple[str, ...]], ...]
    seconds: float = 6.0
    # Of two people each; of one person against bots; and of such a person in the school.
    tables: int = 8
    alone: int = 4
    school: int = 30
    # Seconds of quiet play before and after, and after each attack.
    quiet: float = 6.0
    gap: float = 1.5
    # Whether to wait after each attack until the servers are calm again.
    calm: bool = True


class Report(Struct):
    """What came of it."""

    phases: list[Phase]
    account: Account
    # Of each server: seconds until it ended, with attackers at it, and its exit code.
    ends: list[tuple[float, int | None]]


def source_of(attack: str) -> str:
    """The address that an attack comes from."""
    network = PROXIES.rpartition(".")[0] if ATTACKS[attack].proxy else "127.0.1"
    return f"{network}.{FIRST_SOURCE + list(ATTACKS).index(attack)}"


class Campaign:
    """One run."""

    def __init__(
        self, house: House, plan: Plan, told: Callable[[Phase], None] = lambda _: None
    ) -> None:
        """`told` hears of every phase as it ends."""
        self._house = house
        self._plan = plan
        self._told = told
        self._notes = Notes()
        self._parties: list[Party] = []
        self._newcomers = Newcomers(
            house.host,
            house.ports[-1],
            lambda number: self._own(f"{NEW}.{number % 250 + 1}"),
            self._notes,
        )
        self._attacker: asyncio.subprocess.Process | None = None
        self._peak = 0
        # The quiet phase in the beginning, with which all others are compared.
        self._quiet: Phase | None = None

    async def run(self) -> Report:
        """Do all of it."""
        plan, house = self._plan, self._house
        seatings = [TOGETHER] * plan.tables + [ALONE] * plan.alone + [PUPIL] * plan.school
        self._parties = [self._party(*numbered) for numbered in enumerate(seatings)]
        for party in self._parties:
            await party.sit_down()
        for party in self._parties:
            party.play()
        watching = asyncio.create_task(self._watch())
        self._attacker = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.system.hostile.attacker"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env=unmeasured(),
        )
        try:
            phases = [await self._phase("quiet before", ())]
            self._quiet = phases[0]
            for place, (name, attacks) in enumerate(plan.groups):
                # The last group asks for tables that nobody has asked for yet.
                last = place == len(plan.groups) - 1
                phases.append(await self._phase(name, attacks, last=last))
            phases.append(await self._phase("quiet after", ()))
            unanswered = sum(
                await asyncio.gather(*(party.stop(PATIENCE) for party in self._parties))
            )
            phases[-1].unanswered += unanswered
            ends = await self._end()
        finally:
            watching.cancel()
            for party in self._parties:
                party.leave()
            with suppress(ProcessLookupError):
                self._attacker.kill()
            await self._attacker.wait()
        tables = [party.table for party in self._parties]
        account = settle(await read_evidence(house.data), tables, self._notes.done)
        return Report(phases, account, ends)

    async def _watch(self) -> None:
        while True:
            with suppress(OSError, AssertionError):
                self._peak = max(self._peak, self._house.memory)
            await asyncio.sleep(LOOK)

    def _own(self, source: str) -> str:
        """This address, where everybody has one of their own."""
        return "" if self._house.how.sources == "shared" else source

    def _party(self, number: int, seating: Seating) -> Party:
        sources = [
            self._own(SCHOOL if seating.school else f"{PLAYERS}.{2 * number + each + 1}")
            for each in range(seating.people)
        ]
        return Party(self._notes, number, self._house.addresses, sources, seating)

    async def _visits(self, seconds: float) -> None:
        """Some come for the first time, in the middle of it, however long the others take."""

        async def visit(after: float) -> None:
            await asyncio.sleep(after)
            await self._newcomers.visit()

        often = max(1, int(seconds / NEWCOMER))
        await asyncio.gather(*(visit(seconds * (n + 0.5) / often) for n in range(often)))

    # One phase.

    async def _phase(self, name: str, attacks: Sequence[str], *, last: bool = False) -> Phase:
        house, notes, plan = self._house, self._notes, self._plan
        before = house.memory
        files = sum(server.files for server in house.servers)
        logged = [len(server.errors) for server in house.servers]
        used = sum(server.processor for server in house.servers)
        counts = len(notes.samples), len(notes.closed), len(notes.turned_away), len(notes.refused)
        self._peak = before
        stored = await asyncio.to_thread(lambda: house.stored)
        began = perf_counter()
        visiting = asyncio.create_task(self._visits(plan.seconds if attacks else plan.quiet))
        outcomes: list[Outcome] = []
        if attacks:
            outcomes = await self._attack(attacks, plan.seconds, last=last)
        else:
            await asyncio.sleep(plan.quiet)
        ended = perf_counter()
        busy = sum(server.processor for server in house.servers) - used
        unanswered = await self._settle(ended)
        await visiting
        await asyncio.sleep(plan.gap)
        works_on = await self._calm(ended)
        samples = notes.samples[counts[0] :]
        # Attackers stay a while after the attack to see whether they are cut.
        over = min(ended, began + (plan.seconds if attacks else plan.quiet))
        late = [each.answered - over for each in samples if each.kind != "turn" and each.took > P99]
        lines = [
            line
            for server, start in zip(house.servers, logged, strict=True)
            for line in server.lines(start)
        ]
        phase = Phase(
            name=name,
            attacks=tuple(attacks),
            seconds=ended - began,
            samples=[each for each in samples if each.sent <= ended],
            unanswered=unanswered,
            recovery=max(0.0, *late, 0.0),
            works_on=works_on,
            memory_before=before,
            memory_peak=self._peak,
            processor=busy / (ended - began),
            written=await asyncio.to_thread(lambda: house.stored) - stored,
            files=(files, sum(server.files for server in house.servers)),
            outcomes=outcomes,
            named=self._named(attacks, lines),
            lines=len(lines),
            errors=[
                f"{line.get('event')} {str(line.get('exception', ''))[-120:]}".strip()
                for line in lines
                if line.get("level") in ("error", "critical") or "exception" in line
            ],
            closed=[str(code) for _, code in notes.closed[counts[1] :]],
            turned_away=[why for _, why in notes.turned_away[counts[2] :]],
            refused=[f"{do} {code}" for _, do, code in notes.refused[counts[3] :]],
            alive=all(server.alive for server in house.servers),
            quiet=self._quiet,
        )
        self._told(phase)
        return phase

    def _named(self, attacks: Sequence[str], lines: Sequence[dict[str, object]]) -> dict[str, int]:
        """How many lines name the address of each attack; {} where all come from one address."""
        if self._house.how.sources == "shared":
            return {}
        return {
            attack: sum(source_of(attack) in map(str, line.values()) for line in lines)
            for attack in attacks
            if not (ATTACKS[attack].neighbour or ATTACKS[attack].proxy)
        }

    async def _settle(self, ended: float) -> int:
        """Wait until everything is answered that was asked for before; how much is not.

        A player whose turn does not come in time has waited so long at least.
        """
        people = [person for party in self._parties for person in party.people]

        def owed() -> int:
            return sum(
                sum(each.sent <= ended for each in person.waiting.values())
                + sum(sent <= ended for sent in person.pings)
                for person in people
            )

        def bots_owe() -> bool:
            return any(person.waits_for_bots(ended) for person in people)

        until, soon = ended + PATIENCE, ended + (BOT_PATIENCE if self._plan.calm else 0.0)
        while (owed() and perf_counter() < until) or (bots_owe() and perf_counter() < soon):  # noqa: ASYNC110 - many events, one look
            await asyncio.sleep(LOOK)
        for person in people:
            if person.waits_for_bots(ended):
                person.note_turn(perf_counter())
        return owed()

    async def _calm(self, ended: float) -> float:
        """Wait until the servers have worked off what they were given; seconds since then.

        Otherwise the next attack would be blamed for it.
        """
        until = perf_counter() + (PATIENCE / 2 if self._plan.calm else 0.0)
        last = ended
        usual = 1.0 if self._quiet is None else self._quiet.processor
        while (now := perf_counter()) < until:
            used = sum(server.processor for server in self._house.servers)
            await asyncio.sleep(CALM_LOOK)
            used = sum(server.processor for server in self._house.servers) - used
            if used < (usual + CALM) * (perf_counter() - now):
                break
            last = perf_counter()
        return last - ended

    # The attackers.

    def _order(self, attacks: Sequence[str], seconds: float, *, last: bool) -> Order:
        house = self._house
        giants = house.giants[GIANTS:] if last else house.giants[:GIANTS]
        host = self._parties[0]
        return Order(
            Target(
                house.host,
                house.ports,
                Key(host.table, host.invite),
                giants,
                str(house.poison),
                str(house.large),
            ),
            seconds,
            tuple((attack, self._source(attack)) for attack in attacks),
        )

    def _source(self, attack: str) -> str:
        return self._own(SCHOOL if ATTACKS[attack].neighbour else source_of(attack))

    async def _attack(self, attacks: Sequence[str], seconds: float, *, last: bool) -> list[Outcome]:
        attacker = self._attacker
        assert attacker is not None
        assert attacker.stdin is not None
        assert attacker.stdout is not None
        order = self._order(attacks, seconds, last=last)
        attacker.stdin.write(msgspec.json.encode(order) + b"\n")
        await attacker.stdin.drain()
        line = await attacker.stdout.readline()
        return msgspec.json.decode(line, type=list[Outcome])

    async def _end(self) -> list[tuple[float, int | None]]:
        """Ask the servers to end while all attacks run and honest people are connected."""
        for party in self._parties:
            for person in party.people:
                # That their sockets are closed now is as it should be.
                person.expects_the_end = True
        attacking = asyncio.create_task(
            self._attack(self._plan.groups[-1][1], self._plan.seconds, last=True)
        )
        await asyncio.sleep(min(2.0, self._plan.seconds / 2))
        ends = await asyncio.to_thread(self._house.end, PATIENCE)
        attacking.cancel()
        return ends
